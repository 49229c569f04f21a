"""The console of a table, on the tablet at the dealer's side."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import Blueprint, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from house.config import Mode
from house.floor import running
from house.floor.at_table import idling
from house.floor.console import desk, devices, links, notes, screen, wording
from house.floor.console.aids import aids
from house.floor.console.choices import choices
from house.floor.console.devices import OpenConsole
from house.floor.console.media import media
from house.floor.console.reminders import reminders
from house.floor.decks.panel import Panel, panel
from house.floor.meters.queries import meter_of
from house.floor.models import TableRow
from house.floor.ranks import rank_of
from house.floor.rounds.play import Play, Progress, Way
from house.floor.rulings import directions, following
from house.floor.tables import queries
from house.floor.tables.pages import digest, find, polled
from house.people.roles import Role
from house.web import actor, now, reading, reads, signed_in, transaction
from house.web.access import leads_in, may
from house.web.request import config, seal
from rulebook import HOUSE

__all__ = ["bp", "desk", "links"]  # desks tell of rounds once these are read
bp = Blueprint("console", __name__, url_prefix="/desk/tables")
PLAY = (Role.DEALER, Role.SUPERVISOR, Role.DIRECTOR, Role.DEPUTY)
WRONG = "rulings.ask"
KEPT_TAPS = HOUSE.at("CONSOLE-9")  # held to by the page itself


@bp.get("/<int:number>/console")
@reads()
def show(number: int) -> ResponseReturnValue:
    """The console: who sits where, what may happen now, and what it came to."""
    table, device = find(reading(), number), request.args.get("device", "")
    there = devices.seen(reading(), table, now()) if device else ()
    context = shown(table, devices.others(there, table, device))
    body = render_template("console/_now.html", **context)
    about = {"tag": digest(body), "kept_taps": KEPT_TAPS}
    return render_template("console/show.html", body=body, **about, **context)


@bp.get("/<int:number>/console/now")
@reads()
def refresh(number: int) -> ResponseReturnValue:
    """The console alone, sent only when it reads differently than before."""
    table, device = find(reading(), number), request.args.get("device", "")
    there = devices.seen(reading(), table, now())
    if may_play():
        _note(table, device, there)
    others = devices.others(there, table, device) if device else ()
    return polled(render_template("console/_now.html", **shown(table, others)))


def _note(table: TableRow, device: str, there: Sequence[OpenConsole]) -> None:
    """Note a few times a minute that this device has the console open."""
    who = signed_in().name
    if devices.noted(there, table, device, who, now()):
        return
    # The same tablet may ask twice at once.
    with suppress(IntegrityError), transaction() as session:
        devices.note(session, table, device, who, now())


def may_play() -> bool:
    """Whether whoever is signed in may act at a table."""
    return bool(signed_in().roles & frozenset(PLAY))


def shown(table: TableRow, others: Sequence[str]) -> dict[str, Any]:
    """What a console shows of a table."""
    session = reading()
    rank = rank_of(actor())
    play = running.floor().play_at(session, table, now())
    there = screen.read(session, table, seal(), rank, play)
    return {
        "table": table,
        "screen": there,
        "one": queries.one(session, table, now()),
        "meter": meter_of(session, table),
        "jackpots": () if there.practice else _jackpots(there),
        "others": others,
        "may_play": may_play(),
        "choices": choices(table, there.setup),
        "media": media(table),
        "aids": aids(table, rank),
        "deck": wording.DECK,
        "card_name": wording.card,
        "wrong_url": _wrong_url(table),
        "ways": _ways(session, table),
        "cards": None if there.practice else cards_panel(session, table),
        "by_hand": reminders(session, table, there),
        "first": () if there.practice else following.waiting(session, table.pk),
        "directed": ()
        if there.practice
        else directions.holding(session, table, there.seats),
        "idle": {} if there.practice else idling.idle(session, table, there.seats),
        "idle_rule": idling.rule_of(table),
        **_cards(table, there, play),
    }


def cards_panel(session: Session, table: TableRow) -> Panel:
    """Where the cards of a table stand, for whoever is signed in."""
    return panel(session, table, rank_of(actor()))


def _cards(table: TableRow, there: screen.Screen, play: Play) -> dict[str, Any]:
    """Whether only a player card seats somebody, and what is known of those seated."""
    only = play.player_card() is not None and not there.practice
    demo = only and config().mode is Mode.DEMO
    progress = None if there.practice else play.progress()
    known = dict(notes.players(reading(), table, now()) if only else {})
    for seat, says in progress.seats.items() if progress else ():
        known[seat] = notes.Note(says)
    return {
        "cards_only": only,
        "progress": progress,
        "leads": _leads(progress),
        "notes": known,
        "demo_card": notes.card_to_try(reading(), table) if demo else "",
    }


def _leads(progress: Progress | None) -> list[tuple[str, str]]:
    """What the table's user says beside the hand; an address only where it opens."""
    said = progress.ways if progress else ()
    return [(says, path if leads_in(path) else "") for says, path in said]


def _jackpots(there: screen.Screen) -> Sequence[notes.Jackpot]:
    """The jackpots of the round whose settlement is shown."""
    return notes.jackpots(reading(), there.here, there.settled_round)


def _ways(session: Session, table: TableRow) -> list[Way]:
    """Where the table's user leads from here, as far as it opens for the reader."""
    ways = running.floor().ways_from(session, table, now())
    return [way for way in ways if leads_in(way.href)]


def _wrong_url(table: TableRow) -> str:
    """Where to say that something went wrong."""
    if not may(WRONG, current_app):
        return ""
    return url_for(WRONG, number=table.number)
