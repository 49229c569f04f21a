"""Each entrant is reached by their own channel, and it is known who has been."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from house.audit import SYSTEM, Actor
from house.audit.plain import fitted
from house.floor.acts import Act
from house.notices import outbox, services
from house.notices.contacts import wrong_with
from house.notices.models import Channel, NoticeRow, OutboxRow
from house.notices.outbox import Attachment
from house.notices.services import Posting
from house.people.patrons.models import PatronRow
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments.entrants.models import ReachRow
from tournaments.models import EntryRow, TournamentRow
from tournaments.path import steps

EACH: Cite = HOUSE.at("TOURN-146")
PREFIX = "entrant"


@dataclass(frozen=True, slots=True)
class Personal:
    """What one entrant alone is written, beside what everybody is."""

    words: str
    file: Attachment | None = None


def nothing_more(_entry: EntryRow) -> Personal:
    """Everybody is written the same."""
    return Personal("")


def key_of(row: ReachRow) -> str:
    """The key of the message to one entrant."""
    return f"{PREFIX}:{row.pk}"


def write_to(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    notice: NoticeRow,
    entries: Sequence[EntryRow],
    act: Act,
    *,
    personal: Callable[[EntryRow], Personal] = nothing_more,
) -> None:
    """Write a notice to each of these entrants; without an address people tell them."""
    ids = [entry.patron_id for entry in entries]
    asked = select(PatronRow.id, PatronRow.email).where(col(PatronRow.id).in_(ids))
    mails = {pk: mail for pk, mail in session.exec(asked) if not wrong_with(mail)}
    known = select(ReachRow.entry_id).where(col(ReachRow.notice_id) == notice.pk)
    before = set(session.exec(known))
    for entry in entries:
        if entry.pk in before:
            continue
        mail = mails.get(entry.patron_id, "")
        row = ReachRow(
            notice_id=notice.pk, entry_id=entry.pk, by_mail=bool(mail), at=act.now
        )
        session.add(row)
        session.flush()
        if mail:
            own = personal(entry)
            words = (f"{entry.name}, entry {entry.number}", own.words, notice.body)
            said, key = "\n\n".join(filter(None, words)), key_of(row)
            outbox.announce(
                session,
                key,
                mail,
                notice.title,
                said,
                now=act.now,
                attachment=own.file,
            )
    after = {"notice": notice.pk, "by mail": len(mails), "entrants": len(entries)}
    steps.note(session, tournament, "write to entrants", act, None, (EACH,), {}, after)


@outbox.on_delivered(PREFIX)
def delivered(session: Session, key: str, now: datetime) -> None:
    """The mail server has taken one entrant's message."""
    row = session.get(ReachRow, int(key.partition(":")[2]), with_for_update=True)
    if row is not None and row.reached_at is None:
        _reached(session, row, Channel.EMAIL.value, Act(SYSTEM, now))


def tell_by_hand(
    session: Session, tournament: TournamentRow, reach_id: int, how: str, act: Act
) -> ReachRow | Refused:
    """Note that people have told an entrant: at the desk, by telephone, by hand."""
    row = session.get(ReachRow, reach_id, with_for_update=True)
    entry = session.get(EntryRow, row.entry_id) if row else None
    refusals = []
    if row is None or entry is None or entry.tournament_id != tournament.pk:
        refusals.append(Refusal(EACH, "There is nobody to be told under this number."))
    elif row.reached_at is not None:
        refusals.append(Refusal(EACH, f"{entry.name} was reached already."))
    if not how.strip():
        right = "Say how: at the desk, or which number was called."
        refusals.append(Refusal(EACH, "It is not said how they were told.", right))
    if refusals or row is None or entry is None:
        refused = Refused(tuple(refusals))
        steps.note(session, tournament, "tell entrant", act, refused)
        return refused
    _reached(session, row, how.strip(), act)
    after = {"entry": entry.number, "notice": row.notice_id, "how": row.how}
    steps.note(session, tournament, "tell entrant", act, None, (EACH,), {}, after)
    return row


def _reached(session: Session, row: ReachRow, how: str, act: Act) -> None:
    row.reached_at, row.how = act.now, fitted(how, 200)
    row.by, row.by_name = act.by.id, fitted(act.by.name, 120)
    session.flush()
    notice = session.get_one(NoticeRow, row.notice_id, with_for_update=True)
    left = select(ReachRow.id).where(
        col(ReachRow.notice_id) == notice.pk, col(ReachRow.reached_at).is_(None)
    )
    if notice.posted_at is None and session.exec(left.limit(1)).first() is None:
        _everybody(session, notice, act.by, act.now)


def _everybody(session: Session, notice: NoticeRow, by: Actor, now: datetime) -> None:
    """The last one is reached: now the notice itself is sent."""
    mine = select(ReachRow).where(col(ReachRow.notice_id) == notice.pk)
    many = len(session.exec(mine).all())
    said = (
        f"{wording.capital(wording.many(many, 'entrant'))}, each by their own channel"
    )
    services.post(session, notice, Posting(Channel.HAND, said), Act(by, now))


@dataclass(frozen=True, slots=True)
class Reach:
    """How far one entrant has been reached."""

    row: ReachRow
    entry: EntryRow
    letter: OutboxRow | None
    phone: str = ""  # for those who tell them

    @property
    def state(self) -> str:
        """In a word or two: sent, told, failed, or what is left to do."""
        if self.row.reached_at is not None:
            by_mail = self.row.how == Channel.EMAIL.value
            return "sent" if by_mail else f"told: {self.row.how}"
        if not self.row.by_mail:
            return "no address: tell them"
        failed = self.letter is not None and self.letter.last_error
        return "failed, is tried again" if failed else "in the post"


@dataclass(frozen=True, slots=True)
class Mailing:
    """One notice and everybody who is to be reached with it."""

    notice: NoticeRow
    reaches: tuple[Reach, ...]

    @property
    def open(self) -> int:
        """How many have not been reached."""
        return sum(reach.row.reached_at is None for reach in self.reaches)


def told(session: Session, tournament: TournamentRow) -> tuple[Mailing, ...]:
    """Every notice that went to entrants one by one, the newest first."""
    query = (
        select(ReachRow, EntryRow, NoticeRow)
        .join(EntryRow, col(EntryRow.id) == ReachRow.entry_id)
        .join(NoticeRow, col(NoticeRow.id) == ReachRow.notice_id)
        .where(col(EntryRow.tournament_id) == tournament.pk)
        .order_by(col(NoticeRow.id).desc(), col(EntryRow.number))
    )
    found = session.exec(query).all()
    keys = [key_of(row) for row, _, _ in found if row.by_mail]
    posted = session.exec(select(OutboxRow).where(col(OutboxRow.key).in_(keys)))
    letters = {letter.key: letter for letter in posted}
    phones = _phones(session, [entry for _, entry, _ in found])
    by_notice: dict[int, tuple[NoticeRow, list[Reach]]] = {}
    for row, entry, notice in found:
        reaches = by_notice.setdefault(notice.pk, (notice, []))[1]
        phone = phones.get(entry.patron_id, "")
        reaches.append(Reach(row, entry, letters.get(key_of(row)), phone))
    return tuple(Mailing(notice, tuple(each)) for notice, each in by_notice.values())


def _phones(session: Session, entries: Sequence[EntryRow]) -> Mapping[int | None, str]:
    ids = {entry.patron_id for entry in entries}
    rows = session.exec(select(PatronRow).where(col(PatronRow.id).in_(ids)))
    return {row.pk: row.spoken_phone for row in rows}
