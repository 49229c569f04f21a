"""What is done to the cards of a table: once, in order, on the record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from game import deck
from game.cards import DECK, Card
from game.deck import Pack, Prepared
from game.play import Setup
from game.play.setup import DEALT
from house.floor.acts import Act, record, signed
from house.floor.decks.models import CardAct, DeckRow
from house.floor.decks.standing import before, cards_of, with_vacancy
from house.floor.models import TableRow
from rulebook import HOUSE, Cite, Refusal, Refused

KEPT = HOUSE.at("CARDS-1")
PUT_AWAY = HOUSE.at("CARDS-4")
ONCE = HOUSE.at("ONCE-2")
BY_HAND = "hand"
STRANGE = Card(len(DECK))  # whatever belongs to no deck


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found, by the back of a deck; nothing is wrong with the others."""

    wrong: Mapping[str, tuple[tuple[Card, ...], tuple[Card, ...]]] = field(
        default_factory=dict
    )  # missing, and too many
    by: str = BY_HAND  # or a checking device

    def decks(self, pack: Pack) -> tuple[tuple[Card, ...], ...]:
        """The cards that were found, deck by deck."""
        return tuple(self._deck(back) for back in pack.backs)

    def _deck(self, back: str) -> tuple[Card, ...]:
        missing, extra = self.wrong.get(back, ((), ()))
        return (*(card for card in DECK if card not in missing), *extra)


WHOLE = Checked()


@dataclass(frozen=True, slots=True)
class Done:
    """How the cards stand after an act, and what of it is written down."""

    pack: Pack
    cite: Cite
    back: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    under: tuple[Cite, ...] = ()  # every rule that was kept


def check(
    session: Session, table: TableRow, found: Checked, act: Act, key: str
) -> DeckRow | Refused:
    """Write down that every deck of a table was checked, or what is wrong with it."""
    if (kept := by_key(session, table, key, CardAct.CHECK)) is not None:
        return kept
    cards = cards_of(session, table)
    after = deck.check(cards.pack, found.decks(cards.pack))
    figures = {"decks": list(cards.pack.backs), "by": found.by}
    if isinstance(after, Refused):
        return refuse(session, table, CardAct.CHECK, after, act)
    device = after.rules.checking_device if found.by != BY_HAND else None
    under = (after.rules.checked, device) if device else ()
    done = Done(after, after.rules.checked, "", figures, under=under)
    return write(session, table, CardAct.CHECK, done, act, key)


def prepare(
    session: Session, table: TableRow, said: Prepared, act: Act, key: str
) -> DeckRow | Refused:
    """Write down that the deck of the next round was mixed and cut as it asks for."""
    if (kept := by_key(session, table, key, CardAct.PREPARE)) is not None:
        return kept
    cards = cards_of(session, table)
    pack = with_vacancy(session, table, cards)
    done = _prepared(pack, said, in_play=cards.in_play)
    if isinstance(done, Refused):
        return refuse(session, table, CardAct.PREPARE, done, act)
    return write(session, table, CardAct.PREPARE, done, act, key)


def _prepared(pack: Pack, said: Prepared, *, in_play: bool = False) -> Done | Refused:
    asked = deck.steps(pack)
    if not asked and not said.steps:
        wrong, right = "Nothing is asked for.", "The deck is ready."
        return Refused((Refusal(KEPT, wrong, right, "steps"),))
    after = deck.prepare(pack, said, in_play=in_play)
    if isinstance(after, Refused):
        return after
    cite = asked[0].cite
    steps = {"steps": [step.value for step in asked]}
    under = tuple(dict.fromkeys(step.cite for step in asked))
    return Done(after, cite, pack.back, steps, under=under)


def for_round(
    session: Session,
    table: TableRow,
    number: int,
    setup: Setup,
    said: Prepared | None,
) -> Done | Refused | None:
    """What opening a round does to its cards: mixed and cut, unless that was done."""
    if setup.cards == DEALT:
        return None
    cards = before(session, table, number)
    pack = with_vacancy(session, table, cards)
    done = _prepared(pack, said) if said else None
    if isinstance(done, Refused):
        return done
    return deck.ready(done.pack if done else pack) or done


def asked_for(session: Session, table: TableRow) -> Prepared | None:
    """What the deck of the next round still needs, as one tap confirms it."""
    pack = with_vacancy(session, table, cards_of(session, table))
    steps = tuple(step.value for step in deck.steps(pack))
    return Prepared(pack.back, steps) if steps else None


def open_with(
    session: Session, table: TableRow, found: Checked | None, act: Act
) -> DeckRow | Refused | None:
    """The cards of a table that opens: checked before, or checked now."""
    cards = cards_of(session, table)
    if cards.pack.checked and found is None:
        return None
    if found is not None:
        return check(session, table, found, act, f"open-{act.now.timestamp():.6f}")
    wrong = f"The cards of table {table.number} are not checked."
    right = "Check every deck, and say so as you open the table."
    return Refused((Refusal(cards.pack.rules.checked, wrong, right, "deck"),))


def end_with(
    session: Session, table: TableRow, counted: int | None
) -> Done | Refused | None:
    """The cards of a table that closes: counted where its document asks for that."""
    pack = cards_of(session, table).pack
    after = deck.counted_at_end(pack, counted)
    if isinstance(after, Refused):
        return after
    cite = pack.rules.counted_at_end
    if counted is None or cite is None:
        return None
    figures = {"counted": counted, "expected": pack.rules.size.value}
    return Done(after, cite, "", figures)


def put_away(session: Session, table: TableRow, act: Act) -> None:
    """The table closes: its cards leave it and are checked when it opens again."""
    cards = cards_of(session, table)
    pack = cards.pack
    if not pack.checked and pack.away is None:
        return
    figures = {"away": pack.away.id} if pack.away else {}
    key = f"put-away-{table.pk}-{act.now.timestamp():.6f}"
    done = Done(deck.brought(pack), PUT_AWAY, "", figures)
    write(session, table, CardAct.PUT_AWAY, done, act, key)


def write(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    what: CardAct,
    done: Done,
    act: Act,
    key: str,
    *,
    noted: bool = True,
) -> DeckRow:
    """Append what was done; its row is never touched again."""
    row = DeckRow(
        table_id=table.pk,
        round=done.pack.round,
        act=what,
        back=done.back,
        figures=dict(done.figures),
        reason=done.reason[:400],
        rule_id=done.cite.id,
        stands=deck.kept(done.pack),
        mixed_at=_mixed_at(session, table, what, done.pack, act),
        **signed(act),
        key=key,
    )
    session.add(row)
    session.flush()
    if noted:
        after = {"round": row.round, "deck": row.back, **row.figures}
        after |= {"reason": row.reason} if row.reason else {}
        rules = done.under or (done.cite,)
        record(session, act, f"cards: {what}", table, rules=rules, after=after)
    return row


def _mixed_at(
    session: Session, table: TableRow, what: CardAct, pack: Pack, act: Act
) -> datetime | None:
    if what is CardAct.PREPARE:
        return act.now
    return before(session, table, pack.round).mixed_at


def refuse(
    session: Session, table: TableRow, what: CardAct, refused: Refused, act: Act
) -> Refused:
    """Put on the record that the cards were left as they are."""
    record(session, act, f"cards: {what}", table, refused)
    return refused


def by_key(
    session: Session, table: TableRow, key: str, what: CardAct
) -> DeckRow | Refused | None:
    """What this key already brought about, or why it cannot be used again."""
    mine = (col(DeckRow.table_id) == table.pk, col(DeckRow.key) == key)
    row = session.exec(select(DeckRow).where(*mine)).first()
    if row is not None and row.act is not what:
        wrong = "This key was already used for something else."
        return Refused((Refusal(ONCE, wrong, "Confirm it again.", "key"),))
    return row
