"""House Rules: casino tournaments and promotional prize draws, run by the book."""

import os

from flask import Flask
from flask_wtf.csrf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

import house.audit.checking
import house.audit.checkpoints.views
import house.audit.panel
import house.audit.views
import house.backup.desk
import house.calendar.views
import house.demo.load
import house.desk.views
import house.documents.verification
import house.floor.at_table.correction_views
import house.floor.at_table.views
import house.floor.console.asking_views
import house.floor.console.replay_views
import house.floor.console.screen_views
import house.floor.console.seat_views
import house.floor.console.views
import house.floor.decks.guards
import house.floor.decks.views
import house.floor.desk
import house.floor.disputes.views
import house.floor.editions.rule_copies
import house.floor.meters.desk
import house.floor.meters.display
import house.floor.meters.views
import house.floor.rounds.verification
import house.floor.rounds.views
import house.floor.rulings.guards
import house.floor.rulings.views
import house.floor.running
import house.floor.signs.shows
import house.floor.signs.views
import house.floor.tables.views
import house.ledger.verification
import house.ledger.views
import house.notices.contact_views
import house.notices.notice_views
import house.notices.views
import house.notices.writing_views
import house.packs.parts
import house.packs.views
import house.payments.views
import house.people.accounts.views
import house.people.kin.views
import house.people.patrons.desk
import house.people.patrons.views
import house.people.staff.permission_views
import house.people.staff.views
import house.person.views
import house.retention.views
import house.rules.views
import promotions.claims.disputes
import promotions.claims.owners
import promotions.cli
import promotions.demo
import promotions.drawing.archive
import promotions.drawing.stage_views
import promotions.freezing.bonds
import promotions.kiosks.views
import promotions.packing.room
import promotions.person
import promotions.planned
import promotions.public.announcing
import promotions.public.checking
import promotions.public.draws
import promotions.public.views
import promotions.results.views
import promotions.telling.sending
import promotions.tickets.calls
import promotions.views
import rulebook.cli
import tournaments.cli
import tournaments.conduct.book_views
import tournaments.conduct.disputes
import tournaments.conduct.duty_views
import tournaments.conduct.views
import tournaments.demo
import tournaments.entrants.application_views
import tournaments.entrants.desk
import tournaments.entrants.desk_views
import tournaments.entrants.enter_views
import tournaments.entrants.pass_views
import tournaments.entrants.reached_views
import tournaments.exporting.views
import tournaments.fairness.views
import tournaments.importing.views
import tournaments.money.shift_views
import tournaments.money.verification
import tournaments.money.views
import tournaments.packing.room
import tournaments.path.tables
import tournaments.path.views
import tournaments.person
import tournaments.planned
import tournaments.play.table_views
import tournaments.play.verification
import tournaments.play.views
import tournaments.prizes.views
import tournaments.public.announcing
import tournaments.public.draws
import tournaments.public.front
import tournaments.public.views
import tournaments.results.views
import tournaments.secret.pass_views
import tournaments.secret.views
import tournaments.stages.remaining
import tournaments.stages.views
import tournaments.structure.views
import tournaments.views
import tournaments.watching.screen_views
import tournaments.watching.views
from bench.cli import bench
from game.cli import game
from house import checks, cli, logs
from house.calendar import rooms as calendar
from house.config import Config, Incomplete
from house.desk import doors, outside
from house.desk.doors import Door
from house.floor.at_table.money import MoneyTable
from house.floor.rounds.play import Borrower, Floor
from house.ledger import owners
from house.people.accounts import proof
from house.web import (
    access,
    address,
    again,
    bodies,
    compression,
    errors,
    gate,
    headers,
    health,
    measure,
    pages,
    request,
)
from tournaments.play.play import TournamentPlay

BLUEPRINTS = (
    house.desk.views.bp,
    house.calendar.views.bp,
    house.rules.views.bp,
    house.audit.views.bp,
    house.audit.checkpoints.views.public,
    house.notices.views.bp,
    house.notices.views.feed_bp,
    house.notices.notice_views.bp,
    house.payments.views.bp,
    house.ledger.views.bp,
    house.people.accounts.views.bp,
    house.people.staff.views.bp,
    house.people.kin.views.bp,
    house.people.patrons.views.bp,
    house.people.staff.permission_views.bp,
    house.person.views.bp,
    house.retention.views.bp,
    house.packs.views.bp,
    house.floor.tables.views.bp,
    house.floor.console.views.bp,
    house.floor.console.screen_views.public,
    house.floor.rounds.views.bp,
    house.floor.decks.views.bp,
    house.floor.signs.views.public,
    house.floor.meters.views.bp,
    house.floor.meters.display.public,
    house.floor.editions.rule_copies.public,
    house.floor.rulings.views.bp,
    house.floor.disputes.views.bp,
    house.floor.at_table.views.bp,
    tournaments.views.bp,
    tournaments.money.shift_views.bp,
    tournaments.secret.views.bp,
    tournaments.public.views.bp,
    promotions.views.bp,
    promotions.public.views.bp,
    promotions.tickets.calls.bp,
    health.bp,
)
# Who takes part in every round, in the order they are asked.
ROOMS = (
    house.floor.rulings.guards.ROOM,
    house.floor.decks.guards.ROOM,
)
# Whom the floor lends tables to; it knows none of them itself.
BORROWERS = {
    "tournament": Borrower(
        tournaments.path.tables.give_back,
        TournamentPlay,
        tournaments.conduct.disputes.umpire,
        tournaments.conduct.book_views.ways,
    ),
    # No table, but disputes of its own in the same register.
    "promotion": Borrower(
        promotions.claims.disputes.give_back,
        umpire=promotions.claims.disputes.umpire,
    ),
}
house.demo.load.plays_on(lambda seal: Floor(seal, ROOMS, MoneyTable, BORROWERS))
# What the house verifies every night, and `flask house verify` at any time.
CHECKS = (
    house.audit.checking.CHECK,
    house.audit.checking.GUARDED,
    house.documents.verification.CHECK,
    house.ledger.verification.check(cli.LEDGER_CHECKS),
    house.floor.rounds.verification.CHECK,
    promotions.drawing.archive.CHECK,
)
# What the house announces to whoever is not signed in, in this order.
ANNOUNCED = (
    tournaments.public.announcing.sections,
    promotions.public.announcing.sections,
)
# What stands in the calendar of the house.
PLANNED = (tournaments.planned.planned, promotions.planned.planned)
# Who names the owners of accounts that pages of the ledger unfold.
OWNERS = {
    "patron": house.people.patrons.desk.owner,
    "meter": house.floor.meters.desk.owner,
    "table": house.floor.desk.owner,
    "tournament": tournaments.money.views.owner_of_tournament,
    "promotion": promotions.claims.owners.owner,
    "entry": tournaments.money.views.owner_of_entry,
    "shift": tournaments.money.views.owner_of_shift,
}
# What screens show besides the signs of tables; the floor knows none of it itself.
SCREENS = {
    "tournament": tournaments.watching.screen_views.SHOWS,
    "promotion": promotions.drawing.stage_views.SHOWS,
}
# What rooms put into packs; the room of packs knows none of it itself.
PACKS = {
    "tournament": tournaments.packing.room.PACKED,
    "promotion": promotions.packing.room.PACKED,
}
LARGEST_FORM = 1024 * 1024


def create_app(config: Config | None = None) -> Flask:
    """Wire the house together; it stays shut while an endpoint declares no role."""
    logs.configure()
    settings = config or settings_from_environment()
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SECRET_KEY_FALLBACKS=list(settings.old_secret_keys),
        SESSION_COOKIE_NAME="__Host-form" if settings.behind_tls else "form",
        SESSION_COOKIE_SECURE=settings.behind_tls,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=LARGEST_FORM,
        MAX_FORM_MEMORY_SIZE=LARGEST_FORM,
        WTF_CSRF_TIME_LIMIT=None,
    )
    measure.init_app(app, settings.public_at_once, settings.public_a_second)
    again.init_app(app)
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    gate.init_app(app, settings.threads)
    request.init_app(app, settings)
    measure.let_staff_pass(app)
    house.floor.running.init_app(app, ROOMS, MoneyTable, BORROWERS)
    house.floor.signs.shows.init_app(app, SCREENS)
    house.packs.parts.init_app(app, PACKS)
    checks.init_app(app, CHECKS)
    address.init_app(app)
    owners.init_app(app, OWNERS)
    health.init_app(app)
    bodies.init_app(app)
    # A play system has no form to be forged: it shows its key with every call.
    CSRFProtect(app).exempt(promotions.tickets.calls.bp)
    pages.init_app(app)
    doors.init_app(
        app,
        Door("Tournaments", "cup", "tournaments.index"),
        Door("Promotions", "ticket", "promotions.index"),
        Door("Cage", "cage", "cage.index"),
    )
    outside.init_app(app, *ANNOUNCED)
    calendar.init_app(app, *PLANNED)
    proof.init_app(app)
    headers.init_app(app, behind_tls=settings.behind_tls)
    compression.init_app(app)
    errors.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    access.anyone(app.view_functions["static"])
    access.seal(app)
    commands = (
        rulebook.cli.rules,
        game,
        bench,
        tournaments.cli.tournaments,
        promotions.cli.promotions,
    )
    cli.init_app(app, *commands)
    return app


def settings_from_environment() -> Config:
    """The settings, or an end with every reason and no traceback."""
    os.umask(0o077)  # whatever the house writes is for its owner alone
    try:
        return Config.from_env(os.environ)
    except Incomplete as error:
        raise SystemExit(str(error)) from None
