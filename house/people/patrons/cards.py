"""Player cards: issued, cancelled with a reason, never given to anybody else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, select

from house import audit
from house.people.patrons import queries
from house.people.patrons.exclusion_rules import EXCLUDED, in_force
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.patrons.rules import AGE, OF_AGE, of_age, tidy_text, turns
from house.people.patrons.services import Moment, live, subject
from rulebook import HOUSE, STAR4, Refusal, Refused

HOLDER = HOUSE.at("PATRON-6")
ONE = HOUSE.at("PATRON-7")
CANCEL = HOUSE.at("PATRON-8")
PLAYER_CARD = STAR4.at("1.1:Player Card")
OWN_CARD = STAR4.at("13.1")
TO_PLAY = STAR4.at("5.1")
NEEDED_SINCE = datetime(2024, 8, 19, tzinfo=STAR4.zone)


@dataclass(frozen=True, slots=True)
class Holder:
    """What decides whether somebody may be given a card."""

    patron: PatronRow
    cards: Sequence[PlayerCardRow]
    exclusions: Sequence[ExclusionRow]


def holder(session: Session, patron: PatronRow) -> Holder:
    """A patron with every card and exclusion they ever had."""
    cards = queries.cards_of(session, patron.pk)
    return Holder(patron, cards, queries.exclusions_of(session, patron.pk))


def valid_card(cards: Sequence[PlayerCardRow]) -> PlayerCardRow | None:
    """The one card that is not cancelled."""
    return next((card for card in cards if card.cancelled_at is None), None)


def needed_to_play(
    cards: Sequence[PlayerCardRow], first_card_at: datetime
) -> Iterator[Refusal]:
    """Whether somebody lacks the card that play under STAR4 has needed since 2024."""
    if first_card_at >= NEEDED_SINCE and valid_card(cards) is None:
        wrong = "They cannot play under STAR4 without a valid player card."
        yield Refusal(TO_PLAY, wrong, "Issue a card before play starts.")


def check_holder(who: Holder, now: datetime, today: date) -> Iterator[Refusal]:
    """Why this patron cannot be given a card now, whatever its number."""
    yield from live(who.patron)
    if (card := valid_card(who.cards)) is not None:
        right = "Cancel it first, with the reason."
        yield Refusal(ONE, f"Card {card.number} is still valid.", right, "number")
    if any(in_force(exclusion, now) for exclusion in who.exclusions):
        right = "A card can be issued once the exclusion is over."
        yield Refusal(EXCLUDED, f"{who.patron.name} is excluded.", right)
    if not of_age(who.patron.born_on, today):
        day = turns(who.patron.born_on, OF_AGE)
        right = f"A card can be issued from {day.day} {day:%B %Y}."
        yield Refusal(AGE, "They are not yet 18.", right)


def check_number(number: str, taken: PlayerCardRow | None) -> Iterator[Refusal]:
    """Why a card cannot carry this number."""
    if not 4 <= len(number) <= 32:
        wrong = "A card’s number has four to 32 letters and digits."
        yield Refusal(HOLDER, wrong, "Scan the card or type its number.", "number")
    if taken is not None:
        wrong = f"Card {number} belongs to patron {taken.patron_id} for ever."
        right = "Use a card that was never issued."
        yield Refusal(HOLDER, wrong, right, "number")


def issue(
    session: Session, patron: PatronRow, number: str, moment: Moment
) -> PlayerCardRow | Refused:
    """Give a patron a card of their own; the patron's row is held meanwhile."""
    spelled = queries.card_number(number)
    with_number = select(PlayerCardRow).where(PlayerCardRow.number == spelled)
    taken = session.exec(with_number).first()
    refusals = (
        *check_holder(holder(session, patron), moment.now, moment.today),
        *check_number(spelled, taken),
    )
    card = PlayerCardRow(number=spelled, patron_id=patron.pk, issued_at=moment.now)
    verdict = Refused(refusals) if refusals else _insert(session, card)
    audit.record(
        session,
        moment.by,
        "issue player card",
        subject(patron),
        now=moment.now,
        verdict=verdict,
        rules=(PLAYER_CARD, OWN_CARD, HOLDER),
        after={"card": spelled[:64]},
    )
    return verdict


def _insert(session: Session, card: PlayerCardRow) -> PlayerCardRow | Refused:
    try:
        with session.begin_nested():
            session.add(card)
    except IntegrityError:  # somebody issued the number in this very moment
        wrong = f"Card {card.number} was given to somebody else just now."
        right = "Use a card that was never issued."
        return Refused((Refusal(HOLDER, wrong, right, "number"),))
    return card


def check_cancel(card: PlayerCardRow, why: str) -> Iterator[Refusal]:
    """Why a card cannot be cancelled like this."""
    if card.cancelled_at is not None:
        right = "Once is enough; it stays on file."
        yield Refusal(CANCEL, f"Card {card.number} is cancelled already.", right)
    if not why:
        right = "Lost, damaged, replaced: write down which."
        yield Refusal(CANCEL, "No reason is given.", right, "cancelled_why")


def cancel(
    session: Session, patron: PatronRow, card: PlayerCardRow, why: str, moment: Moment
) -> PlayerCardRow | Refused:
    """Make a card worthless, and say why."""
    reason = tidy_text(why)[:200]
    refusals = (*live(patron), *check_cancel(card, reason))
    refused = Refused(refusals) if refusals else None
    if not refused:
        card.cancelled_at, card.cancelled_why = moment.now, reason
        session.flush()
    audit.record(
        session,
        moment.by,
        "cancel player card",
        subject(patron),
        now=moment.now,
        verdict=refused,
        rules=(CANCEL,),
        before={"card": card.number},
        after={"why": reason},
    )
    return refused or card
