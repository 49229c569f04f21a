"""A car that was drawn before a scrutineer in the demo house, its first winner away."""

from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from house.audit.checkpoints.signing import Signer
from house.demo.load import DemoHouse
from house.demo.patrons import done
from house.demo.staff import EDITH, JONAH, MIRIAM, DemoPerson
from house.floor.acts import Act
from house.terms import writing
from house.terms.versions import document_of
from promotions import queries
from promotions.drawing import (
    calling,
    holding,
    presence,
    setting_up,
    staging,
    winners,
)
from promotions.drawing.holding import Hands
from promotions.drawing.models import DrawRow, Ground, SelectionRow
from promotions.drawing.presence import Consent
from promotions.drawing.setting_up import People
from promotions.freezing import closing, promises, secret
from promotions.freezing.promises import SALT, Promise
from promotions.models import PromotionRow
from promotions.path import scrutineers
from promotions.rules.clauses.award import ClaimClause
from promotions.terms import TERMS

PHRASE = "seven lamps over a quiet river"  # of the demo house, where all is known
KNOWN = sha256(PHRASE.encode()).digest()  # or the winners differ from load to load
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
FIRST = 1


def present(demo: DemoHouse, row: PromotionRow, when: datetime) -> None:
    """Who wins has to be there: the terms say so before they are approved."""
    terms = queries.draft_of(row)
    claim = ClaimClause(
        presence_required=True,
        within_minutes=2,
        how="come forward to the stage with a photo identity document",
    )
    written = terms.with_clause("award.claiming", claim)
    wrote = _act(JONAH, when)
    done(writing.save(TERMS, demo.session, row, row.version, written, wrote))


def draw(demo: DemoHouse, row: PromotionRow) -> None:
    """Frozen, drawn, shown; the first winner did not come, and a reserve was opened."""
    session, planned = demo.session, queries.terms_of(demo.session, row).draws[0]
    before, show = planned.closes_at - HOUR, planned.drawn_at
    done(scrutineers.nominate(session, row, EDITH.username, _act(MIRIAM, before)))
    promise = Promise(FIRST, PHRASE, PHRASE, KNOWN[:SALT])
    done(promises.give(session, row, promise, _act(EDITH, before)))
    document = document_of(session, row)
    assert document is not None
    opened = _act(JONAH, planned.closes_at)
    secret.make(session, row, FIRST, demo.seal, opened, own=KNOWN)
    closing.freeze(session, row, document, planned, demo.seal)
    closing.close(session, row, _act(JONAH, planned.closes_at))
    hands = Hands(demo.seal, Signer.of(demo.config).key())
    room = People(JONAH.username)
    done(setting_up.set_up(session, row, FIRST, room, _act(JONAH, show)))
    _come(demo, row, Consent(FIRST, PHRASE), show + MINUTE)
    held = done(holding.hold(session, row, FIRST, hands, _act(JONAH, show + MINUTE)))
    _show(demo, row, held, show + 2 * MINUTE)
    _replace(demo, row, held, hands, show + 3 * MINUTE)


def _come(demo: DemoHouse, row: PromotionRow, said: Consent, when: datetime) -> None:
    there = _act(EDITH, when)
    done(presence.come(demo.session, row, said, demo.seal, there))


def _show(demo: DemoHouse, row: PromotionRow, held: DrawRow, when: datetime) -> None:
    every = len(winners.selections(demo.session, held))
    for number in range(staging.shown(demo.session, held) + 1, every + 1):
        done(staging.show_next(demo.session, row, held, number, _act(JONAH, when)))


def _replace(
    demo: DemoHouse, row: PromotionRow, held: DrawRow, hands: Hands, when: datetime
) -> None:
    """The winner of the car is called, nobody comes, two people sign, one is drawn."""
    session, away = demo.session, winners.selections(demo.session, held)[0]
    called = done(calling.call(session, row, away, _act(JONAH, when)))
    for who in (JONAH, MIRIAM):
        _lapse(demo, row, away, _act(who, called.until + MINUTE))
    later = called.until + 2 * MINUTE
    _come(demo, row, replace(Consent(FIRST, PHRASE), selection=away), later)
    done(holding.open_reserve(session, row, away, hands, _act(JONAH, later)))
    _show(demo, row, held, later + MINUTE)


def _lapse(demo: DemoHouse, row: PromotionRow, away: SelectionRow, act: Act) -> None:
    why = "Called three times from the stage; nobody came forward."
    done(calling.sign(demo.session, row, away, Ground.LAPSED, why, act))


def _act(who: DemoPerson, when: datetime) -> Act:
    return Act(who.actor, when)
