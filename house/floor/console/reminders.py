"""What people do by hand at this moment of a table, and what they confirm of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlmodel import Session, col, select

from game.play.phases import Phase
from house.floor.acts import Act, record, signed
from house.floor.at_table.models import ConfirmedRow
from house.floor.console.screen import Screen
from house.floor.models import Device, TableRow
from house.floor.rounds import book as books
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.guidance import CONSOLE, Guidance, Moment, shown_on

ASKED_NOW = HOUSE.at("CONSOLE-10")
MOMENTS: Mapping[str, Moment] = {
    Phase.BETTING: Moment.CARDS_READY,
    Phase.DEALING: Moment.DEALING,
    Phase.DECIDING: Moment.DECIDING,
    Phase.SETTLING: Moment.SETTLING,
}
DECKS = ("First deck", "Second deck")


@dataclass(frozen=True, slots=True)
class Reminder:
    """One rule that only hands can keep now, and the answers that confirm it."""

    cites: tuple[Cite, ...]
    says: str
    moment: str  # what it is asked about: an opening, a round
    answers: tuple[str, ...] = ()

    @property
    def rule_id(self) -> str:
        """The rule that asks for it."""
        return self.cites[0].id


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody says was done."""

    rule_id: str
    moment: str
    answer: str


def reminders(
    session: Session, table: TableRow, screen: Screen
) -> tuple[Reminder, ...]:
    """Everything done by hand now that nobody has confirmed yet."""
    found = tuple(_asked(session, table, screen))
    moments = {each.moment for each in found if each.answers}
    if not moments:
        return found
    done = _confirmed(session, table, moments)
    return tuple(each for each in found if (each.rule_id, each.moment) not in done)


def _asked(session: Session, table: TableRow, screen: Screen) -> Iterator[Reminder]:
    if screen.under_way:
        moment = MOMENTS.get(screen.felt.phase)
        about = f"round {screen.number}"
    else:
        moment, about = _between(session, table, screen)
    for each in shown_on(CONSOLE, table.rulebook, moment) if moment else ():
        if not each.only_with or each.only_with in _lying(screen):
            yield from _of(each, table, about, practice=screen.practice)


def _between(
    session: Session, table: TableRow, screen: Screen
) -> tuple[Moment | None, str]:
    """The moment between rounds: the table has just opened, or waits for players."""
    row, opened = screen.here.round, table.opened_at
    if screen.practice or opened is None:
        return None, ""
    played = row.ended_at if row else None
    if played is None or played <= opened:
        return Moment.OPENING, f"opened {opened:%Y-%m-%d %H:%M:%S}"
    seated = books.seats(session, books.REAL, table)
    return (None if seated else Moment.WAITING), ""


def _lying(screen: Screen) -> frozenset[str]:
    """The wagers that lie on the table."""
    now = screen.position
    staked = now.game.staked(now.state).values() if now else ()
    return frozenset(wager for seat in staked for wager in seat)


def _of(
    each: Guidance, table: TableRow, about: str, *, practice: bool
) -> Iterator[Reminder]:
    answers = () if practice else each.answers
    if each.per_deck is None or table.device is not Device.SHUFFLER:
        yield Reminder((each.cite,), each.sentence, about, answers)
        return
    for deck in DECKS:  # a shuffler takes two, one after the other
        says, moment = f"{deck}: {each.sentence}", f"{about}, {deck.lower()}"
        yield Reminder((each.cite, each.per_deck), says, moment, answers)


def _confirmed(
    session: Session, table: TableRow, moments: set[str]
) -> set[tuple[str, str]]:
    row = ConfirmedRow
    mine = select(row.rule_id, row.moment).where(
        col(row.table_id) == table.pk, col(row.moment).in_(moments)
    )
    return {(rule, moment) for rule, moment in session.exec(mine)}


def confirm(
    session: Session, table: TableRow, screen: Screen, said: Answer, act: Act
) -> ConfirmedRow | Refused:
    """Write down that something was done by hand, once and only while it is asked."""
    row = ConfirmedRow
    before = select(row).where(
        col(row.table_id) == table.pk,
        col(row.rule_id) == said.rule_id,
        col(row.moment) == said.moment,
    )
    if (kept := session.exec(before).first()) is not None:
        return kept
    asked = next(
        (
            each
            for each in reminders(session, table, screen)
            if (each.rule_id, each.moment) == (said.rule_id, said.moment)
        ),
        None,
    )
    refused = None
    if asked is None or said.answer not in asked.answers:
        wrong = "Nobody asks for this now."
        right = "Confirm what the console asks for, in its words."
        refused = Refused((Refusal(ASKED_NOW, wrong, right, "rule"),))
    rules = asked.cites if asked else (ASKED_NOW,)
    after = {"moment": said.moment, "answer": said.answer}
    record(session, act, "confirm by hand", table, refused, rules=rules, after=after)
    return refused or _kept(session, table, said, act)


def _kept(session: Session, table: TableRow, said: Answer, act: Act) -> ConfirmedRow:
    row = ConfirmedRow(
        table_id=table.pk,
        rule_id=said.rule_id,
        moment=said.moment,
        answer=said.answer,
        **signed(act),
    )
    session.add(row)
    session.flush()
    return row
