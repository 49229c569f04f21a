"""Finding patrons: by any part of a name, card, birth date, e-mail or telephone."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, false, func, literal, or_
from sqlmodel import Session, col, select

from house.people.patrons.exclusion_rules import in_force
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.patrons.names import fold, same_names
from house.people.patrons.rules import PatronDetails, tidy_phone

PAGE = 25
LARGEST_ID = 2**63 - 1
ISO_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
SPOKEN_DAY = re.compile(r"([0-9]{1,2})[/.]([0-9]{1,2})[/.]([0-9]{4})")
DIGITS = re.compile(r"\+?[0-9][0-9\s().\-]{3,}")
name_column = col(PatronRow.search_name)
# The name twice without spaces: it then holds every order of given and family name.
unspaced = func.replace(name_column.concat(name_column), " ", "")


@dataclass(frozen=True, slots=True)
class PatronLine:
    """One line of a list of patrons."""

    patron: PatronRow
    card: PlayerCardRow | None
    exclusion: ExclusionRow | None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of patrons, and how many there are in all."""

    lines: tuple[PatronLine, ...]
    number: int
    total: int

    @property
    def pages(self) -> int:
        """How many pages there are; an empty list has one."""
        return max(1, -(-self.total // PAGE))


def get(session: Session, patron_id: int, *, lock: bool = False) -> PatronRow | None:
    """The patron under this number, held against others until the act is done."""
    if not 0 < patron_id <= LARGEST_ID:
        return None
    return session.get(PatronRow, patron_id, with_for_update=lock or None)


def survivor(session: Session, patron: PatronRow) -> PatronRow:
    """The row that stands for this patron now, however often it was merged."""
    while patron.merged_into_id is not None:
        patron = session.get_one(PatronRow, patron.merged_into_id)
    return patron


def cards_of(session: Session, patron_id: int) -> Sequence[PlayerCardRow]:
    """Every card a patron ever held, the newest first."""
    mine = select(PlayerCardRow).where(PlayerCardRow.patron_id == patron_id)
    return session.exec(mine.order_by(col(PlayerCardRow.id).desc())).all()


def exclusions_of(session: Session, patron_id: int) -> Sequence[ExclusionRow]:
    """Every exclusion of a patron, the newest first."""
    mine = select(ExclusionRow).where(ExclusionRow.patron_id == patron_id)
    newest = (col(ExclusionRow.from_at).desc(), col(ExclusionRow.id).desc())
    return session.exec(mine.order_by(*newest)).all()


def as_day(text: str) -> date | None:
    """The day a search means, as 1990-02-28 or 28/2/1990."""
    try:
        if match := ISO_DAY.fullmatch(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if match := SPOKEN_DAY.fullmatch(text):
            return date(int(match[3]), int(match[2]), int(match[1]))
    except ValueError:
        return None
    return None


def is_private(text: str) -> bool:
    """Whether a search asks for what only some roles may see."""
    return "@" in text or as_day(text.strip()) is not None


def search(
    session: Session, text: str, number: int, *, now: datetime, private: bool
) -> Page:
    """One page of the patrons that fit a search; without one, of all."""
    live = col(PatronRow.merged_into_id).is_(None)
    fits = (live, *_fits(text.strip(), private=private))
    total = session.exec(select(func.count()).select_from(PatronRow).where(*fits)).one()
    number = min(max(1, number), max(1, -(-total // PAGE)))
    names = (func.lower(PatronRow.family_name), func.lower(PatronRow.given_name))
    order = (*names, col(PatronRow.id))
    rows = select(PatronRow).where(*fits).order_by(*order)
    patrons = session.exec(rows.limit(PAGE).offset((number - 1) * PAGE)).all()
    return Page(with_standing(session, patrons, now), number, total)


def _fits(text: str, *, private: bool) -> Sequence[ColumnElement[bool]]:
    if not text:
        return ()
    if is_private(text):
        return _private(text) if private else (false(),)
    ways = [_named(text), _holds(text)]
    if private and DIGITS.fullmatch(text):
        ways.append(_called(text))
    return (or_(*ways),)


def _private(text: str) -> Sequence[ColumnElement[bool]]:
    if (day := as_day(text)) is not None:
        return (col(PatronRow.born_on) == day,)
    address = text.replace("\0", "").lower()
    mine = func.lower(col(PatronRow.email))
    return (mine.startswith(address, autoescape=True),)


def _named(text: str) -> ColumnElement[bool]:
    """Each word begins a name, in any order; or the whole runs on without spaces."""
    words = fold(text).split()
    if not words:
        return false()
    return or_(and_(*map(_begins, words)), _runs_on("".join(words)))


def _begins(word: str) -> ColumnElement[bool]:
    spaced = literal(" ").concat(name_column)
    return or_(spaced.contains(f" {word}"), _runs_on(word))


def _runs_on(letters: str) -> ColumnElement[bool]:
    """Letters that say enough to be looked for inside a name without its spaces."""
    tells = len(letters) >= (4 if letters.isascii() else 2)
    return unspaced.contains(letters) if tells else false()


def _holds(text: str) -> ColumnElement[bool]:
    number = card_number(text)
    begins = col(PlayerCardRow.number).startswith(number, autoescape=True)
    holders = select(PlayerCardRow.patron_id).where(begins)
    if len(number) < 3:
        return false()
    return col(PatronRow.id).in_(holders)


def _called(text: str) -> ColumnElement[bool]:
    digits = tidy_phone(text).removeprefix("+").lstrip("0")
    return col(PatronRow.phone).contains(digits, autoescape=True)


def card_number(text: str) -> str:
    """A card's number in one spelling: capitals and digits, no spaces."""
    return "".join(mark for mark in text.upper() if mark.isascii() and mark.isalnum())


def with_standing(
    session: Session, patrons: Iterable[PatronRow], now: datetime
) -> tuple[PatronLine, ...]:
    """Each patron with the card that is valid and the exclusion in force now."""
    rows = tuple(patrons)
    ids = [row.pk for row in rows]
    cards = select(PlayerCardRow).where(
        col(PlayerCardRow.patron_id).in_(ids), col(PlayerCardRow.cancelled_at).is_(None)
    )
    held = {card.patron_id: card for card in session.exec(cards)}
    barred = select(ExclusionRow).where(col(ExclusionRow.patron_id).in_(ids))
    out = {e.patron_id: e for e in session.exec(barred) if in_force(e, now)}
    return tuple(PatronLine(row, held.get(row.pk), out.get(row.pk)) for row in rows)


def likely(
    session: Session, details: PatronDetails, besides: int = 0
) -> Sequence[PatronRow]:
    """Who may be the same person: same name and birth date, e-mail or telephone."""
    bare = func.replace(name_column, " ", "")
    names = same_names(details.given_name, details.family_name)
    same: list[ColumnElement[bool]] = [
        (col(PatronRow.born_on) == details.born_on) & bare.in_(sorted(names))
    ]
    if details.email:
        same.append(func.lower(col(PatronRow.email)) == details.email.lower())
    if details.phone:
        same.append(col(PatronRow.phone) == details.phone)
    live = (col(PatronRow.merged_into_id).is_(None), col(PatronRow.id) != besides)
    query = select(PatronRow).where(*live, or_(*same)).order_by(col(PatronRow.id))
    return session.exec(query.limit(PAGE)).all()
