"""Ties are decided step by step, as the terms order it; each step is on the record."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, select

from house.audit.plain import fitted
from house.floor.acts import Act
from house.ledger import services as ledger
from house.ledger.postings import Cause
from house.sealing import Seal
from rulebook import Refusal, Refused
from rulebook.terms import wording
from tournaments.conduct.acting import not_in_charge
from tournaments.models import TournamentRow
from tournaments.path import steps
from tournaments.play import accounts
from tournaments.play.models import HandRow, KeyedHandsRow
from tournaments.rules.clauses.house import TieBreak
from tournaments.rules.lots import Lot, dealt
from tournaments.rules.tie_steps import (
    ORDERED,
    Open,
    card_named,
    cards_wrong,
    high_card,
)
from tournaments.seating import seats as seating
from tournaments.stages import counted, lots
from tournaments.stages.counted import number_of
from tournaments.stages.models import LotRow, TieStepRow

LOT_OF = {TieBreak.LOT: lots.TIE, TieBreak.HIGH_CARD: lots.HIGH_CARD}


def lot_of(open_: Open, by: TieBreak) -> Lot:
    """The lot that decides a tie, or deals the cards that do."""
    numbers = tuple(map(number_of, open_.players))
    return Lot(LOT_OF[by], numbers, len(numbers))


def by_earlier_stack(
    session: Session, tournament: TournamentRow, stage_at: int, open_: Open, act: Act
) -> TieStepRow | Refused:
    """Decide by the stacks before the last hand; where none is known all stay equal."""
    before = earlier_stacks(session, tournament, stage_at)
    scores = {name: before.get(number_of(name), 0) for name in open_.players}
    said = wording.listed(f"{name} had {has:,}" for name, has in scores.items())
    step = (TieBreak.EARLIER_STACK, f"Before the last hand {said}.")
    return _decide(session, tournament, stage_at, open_, step, scores, act)


def earlier_stacks(
    session: Session, tournament: TournamentRow, stage_at: int
) -> Mapping[int, int]:
    """What everybody had before the last hand of their table, by number.

    Where stacks were keyed for several hands at once, nobody's is known.
    """
    found: dict[int, int] = {}
    for table in counted.tables_of(session, tournament, stage_at):
        if table.row_id is None:
            continue
        won = _won_last(session, table.row_id)
        if won is not None:
            found |= {e: has - won.get(e, 0) for e, has in table.stacks.items()}
    numbers = {
        entry: number
        for number, entry in seating.numbered_by(session, list(found)).items()
    }
    return {numbers[entry]: has for entry, has in found.items()}


def _won_last(session: Session, session_table_id: int) -> Mapping[int, int] | None:
    """What everybody won in the last hand of a table; below nothing, lost."""
    keyed = session.exec(
        select(KeyedHandsRow)
        .where(col(KeyedHandsRow.session_table_id) == session_table_id)
        .order_by(col(KeyedHandsRow.number).desc())
        .limit(1)
    ).first()
    if keyed is not None:
        won = {int(entry): chips for entry, chips in keyed.won.items()}
        return won if keyed.hands == 1 else None
    last = session.exec(
        select(HandRow)
        .where(
            col(HandRow.session_table_id) == session_table_id,
            col(HandRow.counts).is_(True),
        )
        .order_by(col(HandRow.round_number).desc(), col(HandRow.settlement).desc())
        .limit(1)
    ).first()
    if last is None:
        return None
    moved = ledger.posted(session, Cause("round", str(last.round_id))).due
    return {
        accounts.entry_of(account): chips
        for account, chips in moved.items()
        if account.kind == accounts.STACK
    }


def by_cards(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    open_: Open,
    cards: Mapping[str, str],
    act: Act,
) -> TieStepRow | Refused:
    """Decide by the cards that were drawn at the table and keyed."""
    mine = {name: cards.get(name, "") for name in open_.players}
    wrong = tuple(cards_wrong(mine))
    scores = {name: high_card(card) or 0 for name, card in mine.items()}
    said = wording.listed(f"{name} drew {card}" for name, card in mine.items())
    step = (TieBreak.HIGH_CARD, f"{wording.capital(said)}.")
    return _decide(session, tournament, stage_at, open_, step, scores, act, wrong)


def by_lot(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    open_: Open,
    word: str,
    act: Act,
    seal: Seal,
) -> TieStepRow | LotRow | Refused:
    """Fix the lot of a tie; once it is fixed, draw it with the word of the room."""
    held = _lot(session, tournament, stage_at, open_, TieBreak.LOT, word, act, seal)
    if isinstance(held, Refused) or not held.drawn:
        return held
    scores = {f"entry {n}": -at for at, n in enumerate(held.drawn)}
    order = wording.listed(f"entry {n}" for n in held.drawn)
    step = (TieBreak.LOT, f"Lot {held.number} gave {order}, in this order.")
    return _decide(session, tournament, stage_at, open_, step, scores, act)


def by_dealt_cards(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    open_: Open,
    word: str,
    act: Act,
    seal: Seal,
) -> TieStepRow | LotRow | Refused:
    """Let the house deal the cards: the list is fixed first, then a lot deals them."""
    by = TieBreak.HIGH_CARD
    held = _lot(session, tournament, stage_at, open_, by, word, act, seal)
    if isinstance(held, Refused) or not held.drawn:
        return held
    cards = dealt(held.header, bytes.fromhex(held.secret), held.beacon)
    scores = {name: cards[number_of(name)] for name in open_.players}
    drew = (f"{name} was dealt {card_named(has)}" for name, has in scores.items())
    step = (by, f"Lot {held.number}: {wording.listed(drew)}.")
    return _decide(session, tournament, stage_at, open_, step, scores, act)


def _lot(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    open_: Open,
    by: TieBreak,
    word: str,
    act: Act,
    seal: Seal,
) -> LotRow | Refused:
    """The lot of a tie: fixed the first time it is asked for, drawn the second."""
    if found := _against(session, tournament, open_, by, act):
        return _refused(session, tournament, found, act)
    wanted = lot_of(open_, by)
    row = lots.find(session, tournament, stage_at, wanted)
    if row is None:
        return lots.fix(session, tournament, stage_at, wanted, act, seal)
    return lots.hold(session, tournament, row, word, act, seal)


def shared(
    session: Session, tournament: TournamentRow, stage_at: int, open_: Open, act: Act
) -> TieStepRow | Refused:
    """Let the tied share the prizes of their places: only prizes depend on it."""
    step = (TieBreak.SHARED, "The prizes of these places are shared equally.")
    scores = dict.fromkeys(open_.players, 0)
    return _decide(session, tournament, stage_at, open_, step, scores, act)


def _against(
    session: Session, tournament: TournamentRow, open_: Open, by: TieBreak, act: Act
) -> tuple[Refusal, ...]:
    found = [*not_in_charge(session, tournament, act)]
    if open_.by is None:
        wrong = "The terms have no further step for this tie."
        found.append(Refusal(ORDERED, wrong, "A ruling of the Director decides."))
    elif open_.by is not by:
        wrong = f"This tie is not decided by {by.value.replace('-', ' ')} now."
        right = f"The terms put {open_.by.value.replace('-', ' ')} first."
        found.append(Refusal(ORDERED, wrong, right))
    return tuple(found)


def _decide(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    stage_at: int,
    open_: Open,
    step: tuple[TieBreak, str],
    scores: Mapping[str, int],
    act: Act,
    besides: Sequence[Refusal] = (),
) -> TieStepRow | Refused:
    by, said = step
    found = (*_against(session, tournament, open_, by, act), *besides)
    if found:
        return _refused(session, tournament, found, act)
    numbers = sorted(map(number_of, open_.players))
    row = TieStepRow(
        tournament_id=tournament.pk,
        stage_at=stage_at,
        players=",".join(map(str, numbers)),
        step=by,
        scores={str(number_of(name)): score for name, score in scores.items()},
        said=fitted(said, 400),
        **steps.signed(act),
    )
    session.add(row)
    session.flush()
    after = {"stage": stage_at, "entries": numbers, "by": by.value, "said": said}
    steps.note(session, tournament, "decide tie", act, None, (ORDERED,), None, after)
    return row


def _refused(
    session: Session, tournament: TournamentRow, found: Sequence[Refusal], act: Act
) -> Refused:
    refused = Refused(tuple(dict.fromkeys(found)))
    steps.note(session, tournament, "decide tie", act, refused)
    return refused
