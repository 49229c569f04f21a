"""Who the rows of a list mean: by card, else by name and birth date; once a batch."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select

from house.people.patrons import queries
from house.people.patrons.exclusion_rules import in_force
from house.people.patrons.models import ExclusionRow, PatronRow, PlayerCardRow
from house.people.patrons.names import same_names
from house.people.patrons.rules import PatronDetails, check
from house.people.patrons.services import Moment, may_be
from rulebook import HOUSE, Cite, Refusal
from tournaments.importing.columns import ListedEntry
from tournaments.models import PLACE, EntryRow, SubstitutionRow, TournamentRow

MATCHED: Cite = HOUSE.at("TOURN-181")
STILL_HERE = (col(PatronRow.erased_at).is_(None),)
Named = tuple[str, date]  # a name without its spaces, and a birth date


@dataclass(eq=False, slots=True)
class Someone:
    """Whom a row means: on file, or to be added; and how often they have entered."""

    patron: PatronRow | None = None
    details: PatronDetails | None = None
    excluded: bool = False
    was_replaced: bool = False  # by a substitute
    entries: int = 0

    @property
    def person(self) -> PatronRow | PatronDetails:
        """What is known of them."""
        found = self.patron or self.details
        assert found is not None
        return found


@dataclass(slots=True)
class People:
    """Everybody whom the rows of a batch could mean."""

    today: date
    cards: Mapping[str, PlayerCardRow] = field(default_factory=dict)
    by_id: dict[int, Someone] = field(default_factory=dict)
    by_name: dict[Named, set[int]] = field(default_factory=dict)
    by_contact: dict[str, set[int]] = field(default_factory=dict)
    newcomers: dict[str | Named, Someone] = field(default_factory=dict)

    def meant(self, listed: ListedEntry) -> Someone | Sequence[Refusal]:
        """Whom a row means, or why that cannot be said."""
        if listed.card:
            return self._holder(listed)
        if listed.details is None:
            return [_nobody()]
        ids = self._named(listed.details)
        if len(ids) > 1:
            wrong = f"{len(ids)} patrons are called {listed.details.name}, born then."
            return [Refusal(MATCHED, wrong, "Give the number of the player card.")]
        if ids:
            return self.by_id[ids.pop()]
        return self._newcomer(listed.details)

    def _holder(self, listed: ListedEntry) -> Someone | Sequence[Refusal]:
        card = self.cards.get(listed.card)
        if card is None or card.cancelled_at is not None:
            why = "is not on file" if card is None else "is cancelled"
            right = "Give the card that is valid, or name and birth date alone."
            return [Refusal(MATCHED, f"Card {listed.card[:32]} {why}.", right)]
        someone = self.by_id[card.patron_id]
        same = listed.details is None or someone in map(
            self.by_id.get, self._named(listed.details)
        )
        if not same:
            wrong = f"Card {card.number} belongs to {someone.person.name}."
            right = "Correct the card, or the name and birth date beside it."
            return [Refusal(MATCHED, wrong, right)]
        return someone

    def _named(self, details: PatronDetails) -> set[int]:
        return {
            found
            for name in _names(details)
            for found in self.by_name.get((name, details.born_on), ())
        }

    def _newcomer(self, details: PatronDetails) -> Someone | Sequence[Refusal]:
        """Somebody to be added, unless they may be somebody on file or above."""
        keys = [(name, details.born_on) for name in _names(details)]
        if (before := next((self.newcomers.get(k) for k in keys), None)) is not None:
            return before
        if refusals := [*check(details, self.today), *self._likely(details)]:
            return refusals
        someone = Someone(details=details)
        self.newcomers |= dict.fromkeys(keys, someone)
        reached = _contacts(details.email, details.phone)
        self.newcomers |= dict.fromkeys(reached, someone)
        return someone

    def _likely(self, details: PatronDetails) -> Iterator[Refusal]:
        for contact in _contacts(details.email, details.phone):
            for found in sorted(self.by_contact.get(contact, ())):
                patron = self.by_id[found].patron
                assert patron is not None
                yield may_be(patron)
            if (above := self.newcomers.get(contact)) is not None:
                wrong = f"{above.person.name}, further up, is reached the same way."
                yield Refusal(MATCHED, wrong, "Add this person at the desk.")


def _nobody() -> Refusal:
    wrong = "The row has neither a card nor a name with a birth date."
    return Refusal(MATCHED, wrong, "Say who is meant.")


def _names(details: PatronDetails) -> list[str]:
    return sorted(same_names(details.given_name, details.family_name))


def _contacts(email: str, phone: str) -> list[str]:
    return [contact for contact in (email.lower(), phone) if contact]


def people(
    session: Session,
    tournament: TournamentRow,
    batch: Sequence[ListedEntry],
    at: Moment,
) -> People:
    """Look up everybody whom these rows could mean, with what the guards ask."""
    cards = _cards(session, [listed.card for listed in batch if listed.card])
    holders = _on_file(session, "id", {card.patron_id for card in cards.values()})
    from_file = [listed.details for listed in batch if listed.details]
    found = People(at.today, cards)
    rows = {row.pk: row for row in (*holders, *_likely(session, from_file))}
    stands = _survivors(session, rows)
    someone = {row.pk: Someone(row) for row in stands.values()}
    found.by_id = {number: someone[row.pk] for number, row in stands.items()}
    for number, row in rows.items():
        _file(found, row, stands[number].pk)
    _standing(session, tournament, someone, at.now)
    return found


def _cards(session: Session, numbers: Sequence[str]) -> Mapping[str, PlayerCardRow]:
    held = select(PlayerCardRow).where(col(PlayerCardRow.number).in_(numbers))
    return {card.number: card for card in session.exec(held)} if numbers else {}


def _likely(session: Session, given: Sequence[PatronDetails]) -> Iterator[PatronRow]:
    """Whoever shares name and birth date, e-mail or telephone with one of these."""
    names = {name for details in given for name in _names(details)}
    bare = func.replace(col(PatronRow.search_name), " ", "").in_(names)
    yield from _on_file(session, "born_on", {d.born_on for d in given}, bare)
    yield from _on_file(session, "phone", {d.phone for d in given if d.phone})
    if emails := {details.email.lower() for details in given if details.email}:
        same = func.lower(col(PatronRow.email)).in_(emails)
        yield from session.exec(select(PatronRow).where(same, *STILL_HERE))


def _on_file(
    session: Session, column: str, values: Collection[object], *also: Any
) -> Sequence[PatronRow]:
    if not values:
        return ()
    one_of = col(getattr(PatronRow, column)).in_(values)
    return session.exec(select(PatronRow).where(one_of, *also, *STILL_HERE)).all()


def _survivors(
    session: Session, rows: Mapping[int, PatronRow]
) -> Mapping[int, PatronRow]:
    """For each row the one that stands for that person now."""
    return {number: queries.survivor(session, row) for number, row in rows.items()}


def _file(found: People, row: PatronRow, stands: int) -> None:
    """Put a row where its names, birth date and contacts lead to it."""
    found.by_id.setdefault(stands, found.by_id[row.pk])
    for name in same_names(row.given_name, row.family_name):
        found.by_name.setdefault((name, row.born_on), set()).add(stands)
    for contact in _contacts(row.email, row.phone):
        found.by_contact.setdefault(contact, set()).add(stands)


def _standing(
    session: Session,
    tournament: TournamentRow,
    someone: Mapping[int, Someone],
    now: datetime,
) -> None:
    """Who of them is excluded now, and who holds entries of this tournament."""
    if not someone:
        return
    barred = select(ExclusionRow).where(col(ExclusionRow.patron_id).in_(someone))
    for exclusion in session.exec(barred):
        someone[exclusion.patron_id].excluded |= in_force(exclusion, now)
    holds = (
        select(EntryRow.patron_id, func.count())
        .where(
            col(EntryRow.tournament_id) == tournament.pk,
            col(EntryRow.patron_id).in_(someone),
            col(EntryRow.state).in_(PLACE),
        )
        .group_by(col(EntryRow.patron_id))
    )
    for patron_id, count in session.exec(holds):
        someone[patron_id or 0].entries = count
    gone = (
        select(SubstitutionRow.replaced_id)
        .join(EntryRow, col(EntryRow.id) == SubstitutionRow.entry_id)
        .where(
            col(EntryRow.tournament_id) == tournament.pk,
            col(SubstitutionRow.replaced_id).in_(someone),
        )
    )
    for replaced_id in session.exec(gone):
        someone[replaced_id or 0].was_replaced = True
