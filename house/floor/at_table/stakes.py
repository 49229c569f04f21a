"""Cards and loss limits at the table: asked before a wager, counted after it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, func
from sqlmodel import Session, col, select

from game.games import GAMES
from game.line import net
from game.loss_limits import Declarations
from game.play import State
from game.player_cards import CARDS_NEEDED, Bettor, PlayerCard, invalid, may_start_play
from house.floor.acts import Act
from house.floor.at_table.chips import CITES, declared_by, has_told, undeclared
from house.floor.at_table.jackpots import has_jackpot
from house.floor.at_table.judging import lines_of
from house.floor.at_table.models import Chips
from house.floor.at_table.who import (
    JACKPOT,
    backers,
    bettor,
    patron_of,
    venue,
    wager_act,
)
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds.hooks import (
    Leaving,
    MoveAsked,
    Room,
    Settled,
    Sitting,
    TakenBack,
)
from house.floor.rounds.models import AnySeat, RoundRow
from house.payments import wagers
from house.payments.loss_limits import standing
from house.payments.models import WagerEvent, WagerRow
from house.payments.wagers import Wager
from house.people.patrons.models import PatronRow
from rulebook import Refusal

STAKING = frozenset({"ante", "bet", "bet_blind"})


def card_shown(sitting: Sitting) -> Iterator[Refusal]:
    """Where a player card is needed, nobody sits down to play without a good one."""
    if sitting.table.rulebook not in CARDS_NEEDED:
        return
    card = PlayerCard(sitting.player) if sitting.patron_id else None
    on = venue().local(sitting.act.now).date()
    refused = may_start_play(Bettor(sitting.player, card), on)
    yield from refused.refusals if refused else ()


def chips_told(leaving: Leaving) -> Iterator[Refusal]:
    """A player with a limit says what they leave with."""
    session, sits = leaving.session, leaving.sits
    patron = patron_of(session, sits)
    if patron is None or leaving.table.rulebook not in CARDS_NEEDED:
        return
    limited = standing(session, patron, leaving.act.now) is not None
    if limited and not has_told(session, sits.pk, Chips.LEFT_WITH):
        wrong = f"{patron.name} leaves without declaring the chips left."
        right = "Write them down on the page of the seats first."
        yield Refusal(CITES[Chips.LEFT_WITH], wrong, right, "seat")


def wager_allowed(asked: MoveAsked) -> Iterator[Refusal]:
    """Every reason of a player card or a loss limit against a wager."""
    if asked.move.act not in STAKING:
        return
    sits = bettor(asked)
    patron = patron_of(asked.session, sits)
    if patron is None:
        yield from _unknown(asked, sits)
        return
    cents = _staked(asked.after) - _staked(asked.before)
    if asked.move.seat in backers(asked.session, asked.round):
        cents -= asked.move.wager(JACKPOT)  # it is somebody else's
    chips = declared_by(asked.session, sits.pk) if sits else Declarations()
    wager = Wager(
        "",
        asked.name,
        asked.move.act,
        cents,
        card=sits.card if sits else "",
        chips=chips,
    )
    act = wager_act(asked.act)
    yield from wagers.against(asked.session, asked.table, patron, wager, act)
    if asked.table.rulebook in CARDS_NEEDED and sits is not None:
        yield from undeclared(asked.session, patron, sits, asked.act)


def _unknown(asked: MoveAsked, sits: AnySeat | None) -> Iterator[Refusal]:
    if asked.table.rulebook not in CARDS_NEEDED:
        return
    player = sits.player if sits else asked.move.player or "The player"
    on = venue().local(asked.act.now).date()
    refused = invalid(Bettor(player, None), on)
    yield from refused.refusals if refused else ()


def _staked(state: State[Any]) -> int:
    staked = GAMES[state.setup.game].staked(state)
    return sum(sum(wagers_.values()) for wagers_ in staked.values())


def wager_counted(asked: MoveAsked) -> None:
    """Count what each known patron now has at risk in the round."""
    sits, move = asked.seated, asked.move
    if move.act in STAKING and sits and sits.patron_id is None and not move.also:
        return  # nobody known has staked anything
    if asked.row is not None and _staked_changed(asked):
        key = f"round-{asked.round.pk}-{asked.row.seq}"
        _reconcile(asked.session, asked.table, asked.round, asked.after, key, asked.act)


def _staked_changed(asked: MoveAsked) -> bool:
    game = GAMES[asked.after.setup.game]
    return game.staked(asked.after) != game.staked(asked.before)


def wager_uncounted(taken: TakenBack) -> None:
    """What is taken back is no longer at risk."""
    key = f"round-{taken.round.pk}-without-{taken.row.seq}"
    _reconcile(taken.session, taken.table, taken.round, taken.state, key, taken.act)


def _reconcile(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    round_: RoundRow,
    state: State[Any],
    key: str,
    act: Act,
) -> None:
    """Append the difference between what patrons stake and what was counted."""
    due = _by_patron(session, round_, state)
    placed = _placed(session, table, round_)
    seats = books.seats(session, books.REAL, table).values()
    cards = {sits.patron_id: sits.card for sits in seats}
    for patron_id in sorted(due.keys() | placed.keys()):
        cents = due.get(patron_id, 0) - placed.get(patron_id, 0)
        patron = session.get(PatronRow, patron_id)
        if cents and patron is not None:
            name, card = f"{key}-{patron_id}", cards.get(patron_id, "")
            wager = Wager(name, str(round_.number), "round", cents, card=card)
            wagers.adjust(session, table, patron, wager, wager_act(act))


def _by_patron(
    session: Session, round_: RoundRow, state: State[Any]
) -> Mapping[int, int]:
    players = books.players(session, books.REAL, round_)
    backed = backers(session, round_)
    found: defaultdict[int, int] = defaultdict(int)
    for seat, staked in GAMES[state.setup.game].staked(state).items():
        for name, cents in staked.items():
            sits = players.get(seat)
            patron_id = sits.patron_id if sits else None
            if name == JACKPOT and seat in backed:
                patron_id = backed[seat].backer_patron_id
            if patron_id is not None:
                found[patron_id] += cents
    return found


def _of_round(table: TableRow, round_: RoundRow, prefix: str) -> ColumnElement[bool]:
    """Whether a row was appended for a round under such keys; an index finds it."""
    row = WagerRow
    here = (col(row.table_number) == table.number) & (row.round == str(round_.number))
    return here & col(row.key).startswith(prefix, autoescape=True)


def _placed(session: Session, table: TableRow, round_: RoundRow) -> Mapping[int, int]:
    mine = (
        select(WagerRow.patron_id, func.sum(WagerRow.cents))
        .where(
            _of_round(table, round_, f"round-{round_.pk}-"),
            col(WagerRow.event) == WagerEvent.PLACED,
        )
        .group_by(col(WagerRow.patron_id))
    )
    return {patron_id: int(cents) for patron_id, cents in session.exec(mine)}


def round_counted(settled: Settled) -> None:
    """Append what the round came to for each known patron; a correction, the rest."""
    due: defaultdict[int, int] = defaultdict(int)
    for seat, sits in settled.players.items():
        if sits.patron_id is not None:
            mine = [line for line in settled.lines if line.seat == seat]
            due[sits.patron_id] += net(mine)
    _count(settled, due, "settled", "round")
    if has_jackpot(settled.state):
        _jackpots_counted(settled)


def _jackpots_counted(settled: Settled) -> None:
    """A jackpot wager is lost, or wins what was paid for it at the table."""
    due: defaultdict[int, int] = defaultdict(int)
    for line in lines_of(settled.session, settled.round):
        if line.patron_id is not None:
            won = line.award if line.claim_id is None else 0
            due[line.patron_id] += won - line.stake
    _count(settled, due, "jackpot", JACKPOT)


def _count(settled: Settled, due: Mapping[int, int], kind: str, name: str) -> None:
    """Append what is not counted yet; whoever is due nothing any more, the reverse.

    A seat may have changed hands since an earlier settlement of the round.
    """
    if not due and settled.settlement == 1:
        return
    prefix = f"round-{settled.round.pk}-{kind}-"
    counted = _counted(settled, prefix)
    cards = {sits.patron_id: sits.card for sits in settled.players.values()}
    for patron_id in sorted(due.keys() | counted.keys()):
        cents, rows = counted.get(patron_id, (0, 0))
        more = due.get(patron_id, 0) - cents
        patron = settled.session.get(PatronRow, patron_id)
        if patron is None or (rows and not more):
            continue
        key, card = f"{prefix}of-{patron_id}-{rows + 1}", cards.get(patron_id, "")
        wager = Wager(key, settled.name, name, more, card=card)
        act = wager_act(settled.act)
        wagers.settle(settled.session, settled.table, patron, wager, act)


def _counted(settled: Settled, prefix: str) -> Mapping[int, tuple[int, int]]:
    """What was counted for each patron under such keys, and in how many rows."""
    total = (
        select(WagerRow.patron_id, func.sum(WagerRow.cents), func.count())
        .where(_of_round(settled.table, settled.round, prefix))
        .group_by(col(WagerRow.patron_id))
    )
    found = settled.session.exec(total)
    return {who: (int(cents), rows) for who, cents, rows in found}


ROOM = Room(
    before_sitting=(card_shown,),
    before_leaving=(chips_told,),
    before_action=(wager_allowed,),
    after_action=(wager_counted,),
    after_taking_back=(wager_uncounted,),
    after_settlement=(round_counted,),
)
