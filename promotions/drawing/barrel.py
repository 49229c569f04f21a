"""A barrel of paper: what was drawn by hand is written down under the same gates."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from house.audit.plain import fitted
from house.floor.acts import Act
from house.people.patrons.queries import card_number
from promotions import files
from promotions.drawing import certificates, holding, lists, vacancies, winners
from promotions.drawing import room as rooms
from promotions.drawing.holding import BY_HAND, Hands
from promotions.drawing.models import DrawRow, How, SelectionRow
from promotions.freezing import closing, headers
from promotions.models import PromotionRow
from promotions.path import steps
from promotions.rules import room as rules
from promotions.tickets.holders import Holder, by_card
from rulebook import Refusal, Refused

LONGEST = 40
CELLS = 3


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper ticket as it was read, read again, and whose card is on it."""

    read: str
    again: str
    card: str


def read(text: str) -> tuple[Paper, ...] | Refused:
    """One line for each ticket in the order of drawing: ticket, ticket again, card."""
    found = []
    for number, line in enumerate(text.strip().splitlines(), start=1):
        cells = [cell.strip()[:LONGEST] for cell in line.split(",")]
        if len(cells) != CELLS or not all(cells):
            wrong = f"Line {number} is not ticket, ticket again, card."
            return Refused((Refusal(BY_HAND, wrong, "Write all three.", "papers"),))
        found.append(Paper(*cells))
    return tuple(found)


def record(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    draw: int,
    papers: Sequence[Paper],
    photograph: tuple[str, bytes],
    hands: Hands,
    act: Act,
) -> DrawRow | Refused:
    """Keep what was drawn by hand, once for its number; nobody can repeat it."""
    known = winners.held(session, row, draw)
    if known is not None and not known.aborted:
        return known
    places, frozen = _places(session, row, draw), closing.of(session, row, draw)
    whose = by_card(session, {card_number(one.card) for one in papers})
    found = [*rules.against(rooms.stands(session, row, draw, act))]
    found += [*_against(papers, places, whose)]
    kept = files.put(session, row, *photograph, act) if not found else None
    if isinstance(kept, Refused):
        found += kept.refusals
    if found or kept is None or isinstance(kept, Refused) or frozen is None:
        return steps.refused(session, row, "draw by hand", found, act)
    made = holding.begun(session, row, frozen, How.BARREL, act)
    made.evidence = kept.sha256
    session.add(made)
    session.flush()
    drawn = [
        _drawn(made, at, prize, one, whose[card_number(one.card)], act)
        for at, (prize, one) in enumerate(zip(places, papers, strict=False))
    ]
    _keep(session, row, made, drawn, hands, act)
    after = {"draw": draw, "winners": len(papers), "photograph": made.evidence}
    steps.note(session, row, "draw by hand", act, None, (BY_HAND,), None, after)
    holding.finish(session, row, act)
    return made


def _keep(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    made: DrawRow,
    drawn: Sequence[SelectionRow],
    hands: Hands,
    act: Act,
) -> None:
    """Write down what was drawn, certify it, and have its winners told."""
    session.add_all(drawn)
    session.flush()
    certificates.issue(session, row, made, None, hands.key, act)
    winners.say_drawn(session, row, drawn, act)


def _places(session: Session, row: PromotionRow, draw: int) -> list[str]:
    """The prizes of a draw, each as often as there are of it, in their order."""
    frozen = closing.of(session, row, draw)
    header = headers.of(session, frozen) if frozen else None
    every = lists.prizes_in(header) if header else ()
    return [prize.id for prize in every for _ in range(prize.quantity)]


def _against(
    papers: Sequence[Paper], places: Sequence[str], whose: Mapping[str, Holder]
) -> Iterator[Refusal]:
    if not 0 < len(papers) <= len(places):
        wrong = f"{len(papers)} tickets are written down for {len(places)} prizes."
        yield Refusal(BY_HAND, wrong, "Write one line for each.", "papers")
    for number, one in enumerate(papers, start=1):
        if one.read != one.again:
            wrong = f"Line {number}: “{one.read}” was read, and then “{one.again}”."
            yield Refusal(BY_HAND, wrong, "Read the ticket again.", "papers")
        if card_number(one.card) not in whose:
            wrong = f"Line {number}: nobody has the card {one.card}."
            yield Refusal(BY_HAND, wrong, "Read the card again.", "papers")
    if len({one.read for one in papers}) < len(papers):
        wrong = "A ticket is written down twice."
        yield Refusal(BY_HAND, wrong, "Each is drawn once.", "papers")


def _drawn(  # noqa: PLR0913, PLR0917
    made: DrawRow,
    at: int,
    prize: str,
    one: Paper,
    holder: Holder,
    act: Act,
    instead: tuple[int, SelectionRow, str] | None = None,
) -> SelectionRow:
    number, vacated, reason = instead or (0, None, "")
    return SelectionRow(
        draw_id=made.pk,
        round=number,
        position=at,
        prize=prize,
        paper=fitted(one.read, LONGEST),
        ref=holder.ref,
        patron_id=holder.patron_id,
        replaces=vacated.position if vacated else None,
        reason=reason,
        **steps.signed(act),
    )


def replace(  # noqa: PLR0913, PLR0917
    session: Session,
    row: PromotionRow,
    selection: SelectionRow,
    papers: Sequence[Paper],
    hands: Hands,
    act: Act,
) -> SelectionRow | Refused:
    """Write down one more ticket for a prize that two people signed to be vacant."""
    known = holding.replacement(session, selection)
    if known is not None:
        return known
    made = session.get_one(DrawRow, selection.draw_id)
    room = rooms.stands(session, row, made.draw, act, selection)
    whose = by_card(session, {card_number(one.card) for one in papers})
    found = [*rules.against(room), *_against(papers, [selection.prize], whose)]
    vacancy, drawn = vacancies.of(session, selection), winners.selections(session, made)
    if papers and papers[0].read in {one.paper for one in drawn}:
        wrong = f"Ticket {papers[0].read} was drawn before."
        found.append(Refusal(BY_HAND, wrong, "Each is drawn once.", "papers"))
    if found or vacancy is None:
        return steps.refused(session, row, "open reserve", found, act)
    why = (room.round, selection, vacancies.WHY[vacancy.ground])
    holder = whose[card_number(papers[0].card)]
    kept = _drawn(made, len(drawn), selection.prize, papers[0], holder, act, why)
    _keep(session, row, made, (kept,), hands, act)
    after = {"draw": made.draw, "round": room.round, "replaces": selection.position}
    steps.note(session, row, "open reserve", act, None, (BY_HAND,), None, after)
    return kept
