"""Beginning a tournament from a template or from a past one; on the record."""

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house import audit
from house.audit import Subject
from house.floor.acts import Act
from house.terms import writing
from house.terms.beginning import TRIES, free_addresses
from house.venue import Venue
from rulebook import HOUSE, Refusal, Refused
from rulebook.terms.limits import bounds
from tournaments import beginnings, queries
from tournaments.beginnings import Beginning
from tournaments.models import KIND, TournamentRow
from tournaments.rules.formats import Template
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS

ADDRESS = HOUSE.at("TOURN-31")


def create(
    session: Session,
    beginning: Beginning,
    source: Template | TournamentRow,
    venue: Venue,
    act: Act,
) -> TournamentRow | Refused:
    """Begin a tournament from a template or from a past one."""
    reasons = [*beginnings.check(beginning, act.now)]
    terms = None
    if not reasons:
        terms = _first_terms(beginning, source, venue, act)
        reasons = [_at_the_start(refusal) for refusal in bounds(terms)]
    verdict = (
        Refused(tuple(reasons))
        if reasons or terms is None
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
        rules=(TERMS.written,),
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
    first = beginnings.address(terms.names.tournament)
    for slug in free_addresses(session, TournamentRow, first):
        row = TournamentRow(
            slug=slug,
            template=source.key if isinstance(source, Template) else source.template,
            copied_from_id=None if isinstance(source, Template) else source.pk,
            **writing.begun(TERMS, terms, act),
        )
        try:
            with session.begin_nested():
                session.add(row)
        except IntegrityError:  # somebody took the address in this very moment
            continue
        return row
    wrong = f"There are {TRIES} tournaments of that name."
    return Refused((Refusal(ADDRESS, wrong, "Give it another name.", "name"),))
