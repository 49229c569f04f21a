"""Each winner has a notice that tells them, drafted with the draw, and no other."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from house.floor.acts import Act
from house.notices.contacts import Contact
from house.notices.models import NoticeRow
from house.people.patrons.models import PatronRow
from promotions import duties, queries
from promotions.drawing import about
from promotions.drawing import winners as drawn
from promotions.drawing.about import Among
from promotions.drawing.models import DrawRow, SelectionRow
from promotions.models import PromotionRow
from promotions.telling.models import AttemptRow, TellingRow
from promotions.tickets.holders import survivor
from rulebook import HOUSE, Cite, Refusal

ONLY_WINNERS: Cite = HOUSE.at("PROMOTION-71")


@dataclass(frozen=True, slots=True)
class WinnerNotice:
    """How far a winner was told: the notice that holds, and every attempt."""

    notice: NoticeRow | None  # none where winners had to be there
    attempts: Sequence[AttemptRow]

    @property
    def is_told(self) -> bool:
        """Whether the notice that holds went out and did not come back."""
        return self.notice is None or self.notice.sent_at is not None


UNTOLD = WinnerNotice(None, ())


def patron_of(session: Session, selection: SelectionRow) -> PatronRow:
    """Who won, as known to the house today."""
    return patrons(session, about.this(selection))[selection.pk]


def patrons(session: Session, among: Among) -> Mapping[int, PatronRow]:
    """Who won each of these selections; a merged one is who stands for them now."""
    won = (
        select(SelectionRow.id, PatronRow)
        .join(PatronRow, col(PatronRow.id) == col(SelectionRow.patron_id))
        .where(among)
    )
    return {
        one: patron if patron.merged_into_id is None else _survivor(session, patron)
        for one, patron in session.exec(won)
        if one is not None
    }


def _survivor(session: Session, merged: PatronRow) -> PatronRow:
    return session.get_one(PatronRow, survivor(session, merged.pk).patron_id)


def contact_of(patron: PatronRow) -> Contact:
    """How a patron is reached."""
    town = " ".join(part for part in (patron.state, patron.postcode) if part)
    lines = (patron.street, patron.suburb, town, patron.country)
    address = ", ".join(line for line in lines if line) if patron.street else ""
    return Contact(patron.name, patron.email, patron.phone, address)


@drawn.on_drawn
def tell(
    session: Session, row: PromotionRow, selections: Sequence[SelectionRow], act: Act
) -> None:
    """Draft the notice to everybody who was just drawn, due two days later."""
    for selection in selections:
        if not tellings(session, selection):
            draft(session, row, selection, act)


def draft(
    session: Session, row: PromotionRow, selection: SelectionRow, act: Act
) -> NoticeRow | None:
    """Draft the next notice to a winner; its time runs from when they were drawn."""
    draw = session.get_one(DrawRow, selection.draw_id)
    terms = drawn.terms_of(session, draw)
    number = len(tellings(session, selection)) + 1
    winner = duties.Winner(
        f"{selection.pk}.{number}",
        contact_of(patron_of(session, selection)),
        terms.each_prize[int(selection.prize) - 1].title,
        terms.award.claiming.text(terms),
    )
    made = duties.tell_winners(
        session,
        queries.as_run(row, terms),
        (winner,),
        selection.at,
        act,
        presence_required=bool(terms.award.claiming.presence_required),
    )
    for notice in made:
        whose = {"selection_id": selection.pk, "number": number}
        session.add(TellingRow(**whose, notice_id=notice.pk))
        session.flush()
    return made[0] if made else None


def tellings(session: Session, selection: SelectionRow) -> Sequence[TellingRow]:
    """Every notice to a winner, in order."""
    mine = select(TellingRow).where(col(TellingRow.selection_id) == selection.pk)
    return session.exec(mine.order_by(col(TellingRow.number))).all()


def told(session: Session, selection: SelectionRow) -> WinnerNotice:
    """How far a winner was told."""
    return all_told(session, about.this(selection)).get(selection.pk, UNTOLD)


def all_told(session: Session, among: Among) -> Mapping[int, WinnerNotice]:
    """How far the winners of these selections were told."""
    attempts = about.every(session, AttemptRow, among)
    newest = about.newest(session, TellingRow, among)
    notices = {row.pk: row for row in session.exec(_notices(among))}
    return {
        one: WinnerNotice(
            notices[newest[one].notice_id] if one in newest else None,
            attempts.get(one, ()),
        )
        for one in newest.keys() | attempts.keys()
    }


def _notices(among: Among) -> SelectOfScalar[NoticeRow]:
    return (
        select(NoticeRow)
        .join(TellingRow, col(TellingRow.notice_id) == col(NoticeRow.id))
        .join(SelectionRow, col(SelectionRow.id) == col(TellingRow.selection_id))
        .where(among)
    )


def selection_of(session: Session, notice: NoticeRow) -> SelectionRow | None:
    """Whose prize a notice is about."""
    mine = select(TellingRow).where(col(TellingRow.notice_id) == notice.pk)
    telling = session.exec(mine).first()
    return session.get(SelectionRow, telling.selection_id) if telling else None


def not_the_winner(
    session: Session, row: PromotionRow, notice: NoticeRow
) -> Iterator[Refusal]:
    """Why this is no notice to a winner of the certificate: whoever else it names."""
    selection = selection_of(session, notice)
    stands = drawn.one(session, row, selection.pk) if selection else None
    if selection is None or stands is None or stands.is_vacant:
        wrong = "The prize of this notice is not, or no longer, its reader’s."
        yield Refusal(ONLY_WINNERS, wrong, "Only winners of the certificate are told.")
        return
    patron = patron_of(session, selection)
    if notice.recipient != patron.name:
        wrong = f"{notice.recipient or 'Nobody'} is not who was drawn."
        right = f"Prize {selection.prize} is {patron.name}’s."
        yield Refusal(ONLY_WINNERS, wrong, right, "recipient")
