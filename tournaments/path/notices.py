"""What a tournament tells the inspectorate, the regulator and the entrants."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.notices import letters, services
from house.notices.contacts import Contact
from house.notices.models import Audience, NoticeRow
from house.people.roles import Role
from rulebook import Cite, Cited
from rulebook.terms import wording
from rulebook.terms.changes import Change
from tournaments import queries
from tournaments.models import KIND, TournamentRow
from tournaments.rules.terms import Terms

OPENS = "tournament.opens"
CHANGED = "tournament.changed"
CANCELLED = "tournament.cancelled"
CALLED_OFF = "tournament.cancelled-entrants"
RUN = (Role.DIRECTOR, Role.DEPUTY)

# The regulator is told where it is in the house; whom that reaches is a contact.
RECIPIENT = Cited(Audience.INSPECTORATE, Cite("CROWN3-1.1:VCGLR"))
letters.kind(CHANGED, "A tournament’s details changed", RECIPIENT.value, "", *RUN)
letters.kind(CANCELLED, "A tournament is cancelled", RECIPIENT.value, "", *RUN)
letters.kind(
    CALLED_OFF, "A tournament is cancelled, to entrants", Audience.ENTRANTS, "", *RUN
)


def every(session: Session, tournament: TournamentRow) -> list[NoticeRow]:
    """Every notice about a tournament, the newest first."""
    mine = select(NoticeRow).where(
        col(NoticeRow.about_kind) == KIND,
        col(NoticeRow.about_id) == str(tournament.pk),
    )
    return list(session.exec(mine.order_by(col(NoticeRow.id).desc())))


def draft(  # noqa: PLR0913, PLR0917
    session: Session,
    tournament: TournamentRow,
    kind: str,
    facts: dict[str, Any],
    cite: Cite,
    act: Act,
    *,
    key: str,
    to: Contact | None = None,
    due_at: datetime | None = None,
) -> NoticeRow:
    """Write a notice about a tournament; the same key writes it once."""
    return services.draft(
        session,
        kind,
        about=queries.subject(tournament),
        facts=facts,
        cite=cite,
        now=act.now,
        by=act.by,
        key=f"{kind}:{tournament.pk}:{key}",
        to=to,
        due_at=due_at,
    )


def opening(terms: Terms, document: DocumentRow, director: str, address: str) -> Any:
    """What the inspectorate is told before the first entry."""
    names, zone = terms.names, terms.names.tz
    players, fees = terms.details.players, terms.details.fees
    paid = (fees.entry_fee_cents or 0) + (fees.buy_in_cents or 0)
    return {
        "tournament": wording.phrase(names.tournament),
        "house": wording.phrase(names.operator),
        "opens": wording.when(terms.entry.method.opens_at, zone),
        "starts": wording.when(terms.details.dates.starts_at, zone),
        "game": wording.phrase(names.game),
        "rulebook": f"{names.rulebook}, edition {wording.phrase(names.edition)}",
        "place": wording.phrase(terms.details.location.place),
        "players": f"{players.minimum} to {players.maximum}",
        "fees": wording.dollars(paid),
        "director": director or "to be appointed",
        "version": document.number,
        "published": wording.when(document.published_at, zone),
        "sha256": document.sha256,
        "address": address,
    }


def changed(
    terms: Terms, document: DocumentRow, sentence: str, changes: Iterable[Change]
) -> dict[str, Any]:
    """What the regulator is told of changed details."""
    starts = terms.details.dates.starts_at
    return {
        "tournament": wording.phrase(terms.names.tournament),
        "house": wording.phrase(terms.names.operator),
        "starts": wording.when(starts, terms.names.tz) if starts else "",
        "sentence": sentence,
        "changes": [
            {
                "title": change.title,
                "rules": wording.listed(cite.id for cite in change.cites),
                "old": change.old,
                "new": change.new,
            }
            for change in changes
        ],
        "version": document.number,
        "sha256": document.sha256,
    }
