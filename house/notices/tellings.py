"""Whoever must be told of a ruling gets a notice, drafted with the ruling."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlmodel import Session

from game.irregularities.ruling import MustBeTold
from game.ranks import LADDERS, Party, Rank
from house.audit import Actor, Subject
from house.notices import services
from house.notices.contacts import Contact
from house.notices.models import NoticeRow
from house.venue import Venue
from rulebook import HOUSE, Cited

AT_ONCE = Cited(timedelta(0), HOUSE.at("NOTICE-15"))
# Whoever else is told is at the tables and is told by word.
AWAY = Cited(frozenset({Party.INSPECTOR, Party.SURVEILLANCE}), HOUSE.at("NOTICE-16"))
LONGEST_KEY = 64
KINDS = {
    Party.INSPECTOR: "irregularity.told",
    Party.SURVEILLANCE: "irregularity.surveillance",
    Party.PIT_BOSS: "irregularity.floor",
    Party.PLAYER: "irregularity.player",
}


def tell(  # noqa: PLR0913
    session: Session,
    told: Iterable[MustBeTold],
    *,
    about: Subject,
    what: str,
    key: str,
    by: Actor,
    now: datetime,
    house: Venue,
    present: Rank = Rank.PLAYER,
) -> tuple[NoticeRow, ...]:
    """Draft one notice to each party that a ruling says must be told.

    Call it in the transaction that puts the ruling on file:

        tell(session, ruling.tell, about=Subject("table", "7", "Table 7"),
             what=ruling.read_aloud(), key="round-12:ruling-3",
             by=actor(), now=now(), house=venue(), present=Rank.SUPERVISOR)

    The key, of up to 64 letters, names this one ruling, so that the same call drafts
    nothing twice. Present is the rank of whoever makes the ruling: nobody up to that
    rank is written to, for they are there. The inspector and surveillance are reached
    by their contacts under the document of each party's rule and are due at once;
    those at the tables are told by word, which is noted on the notice's page.
    """
    if len(key) > LONGEST_KEY:
        raise ValueError(
            f"A key of more than {LONGEST_KEY} letters cannot be told apart."
        )
    return tuple(
        _draft(session, one, about, what, f"told:{key}:{_name(one)}", by, now, house)
        for one in told
        if isinstance(one.who, Party) or one.who > present
    )


def _draft(  # noqa: PLR0913, PLR0917
    session: Session,
    told: MustBeTold,
    about: Subject,
    what: str,
    key: str,
    by: Actor,
    now: datetime,
    house: Venue,
) -> NoticeRow:
    away = told.who in AWAY.value
    facts = {
        "where": about.name or f"{about.kind} {about.id}",
        "at": house.long(now),
        "house": house.name,
        "what": what,
    }
    return services.draft(
        session,
        KINDS[told.who] if isinstance(told.who, Party) else "irregularity.floor",
        about=about,
        facts=facts,
        cite=told.cite,
        now=now,
        by=by,
        due_at=now + AT_ONCE.value if away else None,
        to=None if away else Contact(_name(told)),
        key=key,
    )


def _name(told: MustBeTold) -> str:
    """What the document calls whoever is told."""
    if isinstance(told.who, Party):
        words = told.who.value
        return words[:1].upper() + words[1:]
    ladder = LADDERS.get(told.cite.code)
    return ladder.title(told.who) if ladder else told.who.title.capitalize()
