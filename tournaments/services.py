"""Beginning a tournament, writing its terms, publishing them; all on the record."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from house import audit
from house.audit import Subject
from house.audit.plain import fitted
from house.documents import services as documents
from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.venue import Venue
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments import beginnings, queries
from tournaments.beginnings import Beginning
from tournaments.models import KIND, TournamentRow
from tournaments.path import duties, steps
from tournaments.printing.document import KIND as TERMS
from tournaments.printing.document import document_of
from tournaments.rules.data import leaves, plain
from tournaments.rules.formats import Template
from tournaments.rules.lifecycle import STEPS, Action
from tournaments.rules.limits import bounds
from tournaments.rules.terms import Terms

WRITTEN = Cite("CROWN3-12.2.1")
STALE = HOUSE.at("STALE-1")
ORDER = HOUSE.at("TOURN-15")
ADDRESS = HOUSE.at("TOURN-31")
BY_TWO = HOUSE.at("TOURN-70")
TRIES = 100


def create(
    session: Session,
    beginning: Beginning,
    source: Template | TournamentRow,
    venue: Venue,
    act: Act,
) -> TournamentRow | Refused:
    """Begin a tournament from a template or from a past one."""
    found = [*beginnings.check(beginning, act.now)]
    terms = None
    if not found:
        terms = _first_terms(beginning, source, venue, act)
        found = [_at_the_start(refusal) for refusal in bounds(terms)]
    verdict = (
        Refused(tuple(found))
        if found or terms is None
        else _insert(session, terms, source, act)
    )
    row = verdict if isinstance(verdict, TournamentRow) else None
    about = queries.subject(row) if row else Subject(KIND, "new", beginning.name[:160])
    audit.record(
        session,
        act.by,
        "create tournament",
        about,
        now=act.now,
        verdict=verdict,
        rules=(WRITTEN,),
        after={
            "from": source.slug if isinstance(source, TournamentRow) else source.key
        },
    )
    return verdict


def _first_terms(
    beginning: Beginning,
    source: Template | TournamentRow,
    venue: Venue,
    act: Act,
) -> Terms:
    if isinstance(source, Template):
        return beginnings.from_template(source, beginning, venue, act.now)
    return beginnings.from_past(queries.draft_of(source), beginning, act.now)


def _at_the_start(refusal: Refusal) -> Refusal:
    """A reason against the first terms, at the field of the page that asks for it."""
    asked = {"details.names.tournament": "name", "details.location.place": "place"}
    field = asked.get(refusal.field, refusal.field)
    return Refusal(refusal.cite, refusal.wrong, refusal.right, field)


def _insert(
    session: Session, terms: Terms, source: Template | TournamentRow, act: Act
) -> TournamentRow | Refused:
    for slug in _addresses(session, terms.names.tournament):
        row = TournamentRow(
            slug=slug,
            draft=terms.to_data(),
            template=source.key if isinstance(source, Template) else source.template,
            copied_from_id=None if isinstance(source, Template) else source.pk,
            created_at=act.now,
            created_by=act.by.id,
            created_by_name=fitted(act.by.name, 120),
            **_shown(terms),
            **_saved(act),
        )
        try:
            with session.begin_nested():
                session.add(row)
        except IntegrityError:  # somebody took the address in this very moment
            continue
        return row
    wrong = f"There are {TRIES} tournaments of that name."
    return Refused((Refusal(ADDRESS, wrong, "Give it another name.", "name"),))


def _addresses(session: Session, name: str) -> Iterator[str]:
    """The addresses that are free for a name, the plainest first."""
    first = beginnings.address(name)
    like = col(TournamentRow.slug).startswith(first, autoescape=True)
    taken = set(session.exec(select(TournamentRow.slug).where(like)))
    for number in range(1, TRIES + 1):
        slug = first if number == 1 else f"{first}-{number}"
        if slug not in taken:
            yield slug


def _shown(terms: Terms) -> dict[str, Any]:
    """What lists show of the terms."""
    names = terms.names
    return {
        "name": fitted(names.tournament, 120),
        "rulebook": fitted(names.rulebook, 16),
        "edition": fitted(names.edition, 120),
        "starts_at": terms.details.dates.starts_at,
    }


def _saved(act: Act) -> dict[str, Any]:
    by = fitted(act.by.name, 120)
    return {"saved_at": act.now, "saved_by": act.by.id, "saved_by_name": by}


def save(
    session: Session, tournament: TournamentRow, version: int, terms: Terms, act: Act
) -> TournamentRow | Refused:
    """Keep the terms as they are written now, unless somebody saved in between."""
    before = queries.draft_of(tournament)
    refusals = (*writable(tournament), *fresh(tournament, version), *bounds(terms))
    if not refusals and not _changed(before, terms):
        return tournament
    refused = Refused(refusals) if refusals else None
    if refused is None:
        # Once published, the name and the start that bind are those in force.
        shown = _shown(terms) if tournament.document_id is None else {}
        for name, value in shown.items():
            setattr(tournament, name, value)
        keep_draft(tournament, terms, act)
        session.flush()
    was, is_now = told(before, terms) if refused is None else ({}, {})
    audit.record(
        session,
        act.by,
        "save terms",
        queries.subject(tournament),
        now=act.now,
        verdict=refused,
        rules=(WRITTEN,),
        before=was,
        after=is_now,
    )
    return refused or tournament


def keep_draft(tournament: TournamentRow, terms: Terms, act: Act) -> None:
    """Make these terms the draft, and say who wrote it when."""
    for name, value in _saved(act).items():
        setattr(tournament, name, value)
    tournament.draft = terms.to_data()


def told(before: Terms, after: Terms) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the record keeps of a change: every value that differs, was and is."""
    changed = _changed(before, after)
    return (
        {path: was for path, (was, _) in changed.items()},
        {path: now for path, (_, now) in changed.items()},
    )


def writable(tournament: TournamentRow) -> Iterator[Refusal]:
    """Terms are written while they can still be published or amended."""
    ways = (Action.PUBLISH, Action.AMEND)
    if not any((tournament.status, way) in STEPS for way in ways):
        wrong = f"The tournament is {tournament.status.words.lower()}."
        yield Refusal(ORDER, wrong, "Its terms can no longer be changed.")


def fresh(tournament: TournamentRow, version: int) -> Iterator[Refusal]:
    """Why something cannot be done on top of a version that was replaced."""
    if tournament.version != version:
        wrong = f"{tournament.saved_by_name} saved these terms while you were writing."
        right = "Compare both below, choose clause by clause, then save again."
        yield Refusal(STALE, wrong, right)


def _changed(before: Terms, after: Terms) -> Mapping[str, tuple[Any, Any]]:
    """Every single value that differs, as it was and as it is."""
    was, now = dict(leaves(before)), dict(leaves(after))
    return {
        path: (plain(was.get(path)), plain(now.get(path)))
        for path in dict.fromkeys((*was, *now))
        if was.get(path) != now.get(path)
        and not isinstance(now.get(path, was.get(path)), tuple)
    }


def second_person(
    tournament: TournamentRow, act: Act, *, by_two: bool
) -> Iterator[Refusal]:
    """Whoever saved the terms last does not publish them, where the house sets so."""
    if by_two and tournament.saved_by == act.by.id:
        wrong = "You saved these terms last."
        right = "Another director or deputy reads and publishes them."
        yield Refusal(BY_TWO, wrong, right)


def publish(  # noqa: PLR0913
    session: Session,
    tournament: TournamentRow,
    version: int,
    address: str,
    act: Act,
    *,
    by_two: bool = False,
) -> TournamentRow | Refused:
    """Publish the terms: every gate open, the document kept, the step recorded."""
    besides = (
        *fresh(tournament, version),
        *second_person(tournament, act, by_two=by_two),
    )
    verdict = steps.take(session, tournament, Action.PUBLISH, act, besides=besides)
    if isinstance(verdict, Refused):
        return verdict
    document = documents.publish(
        session,
        TERMS,
        queries.subject(tournament),
        document_of(queries.draft_of(tournament), address),
        seen=0,
        by=act.by,
        now=act.now,
    )
    assert isinstance(document, DocumentRow), "A first version has nothing against it."
    tournament.document_id = document.pk
    session.flush()
    duties.plan(session, tournament, queries.terms_in(document), act)
    return tournament
