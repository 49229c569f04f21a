"""The rules of the games for whoever asks: to read, to keep, and by a code to scan."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import segno
from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlmodel import Session, col, select

from game.rulebooks.notices import NOTICES, Notice
from house.floor.editions import services as editions
from house.floor.models import Game, TableRow
from house.floor.tables.documents import rules_shown
from house.press import sent, sheet
from house.web import anyone, now, on_the_web, reading
from rulebook import DOCUMENTS, HOUSE, NSW3, STAR4, VIC99, Cite, Refused, rule
from rulebook.sections import Section, sections
from rulebook.sources import Source

public = Blueprint("rule_copies", __name__, url_prefix="/rules")
# What of the house's own policy stands on a sign or decides a hand.
FOR_PLAYERS = {
    HOUSE.code: ("BACCARAT", "CARIBBEAN", "STUD", "SIGNS", "METERS", "JACKPOT", "LOSS")
}
# What players answer for themselves, told before anything else.
ANSWERED_FOR = {"NSW3": (NSW3.at("5.6"),), "STAR4": (STAR4.at("5.7"),)}
# What came about by notices in a gazette.
BY_NOTICES = {VIC99.code: NOTICES}
SOURCES = {source.code: source for source in (*DOCUMENTS, HOUSE)}


@dataclass(frozen=True, slots=True)
class Held:
    """An edition as it is in force here."""

    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class Copy:
    """A document as players may read it."""

    source: Source
    parts: tuple[Section, ...]
    tables: tuple[TableRow, ...]
    held: tuple[Held, ...]

    @property
    def asked(self) -> tuple[Cite, ...]:
        """The rules by which the copy is given."""
        return tuple({rules_shown(table): None for table in self.tables})

    @property
    def notices(self) -> tuple[Notice, ...]:
        """The notices by which the document came about, in their order."""
        return BY_NOTICES.get(self.source.code, ())

    @property
    def answered_for(self) -> tuple[Cite, ...]:
        """The rules that leave something to the players themselves."""
        return ANSWERED_FOR.get(self.source.code, ())


def parts_of(code: str) -> tuple[Section, ...]:
    """What players may read of a document: all of it; of the house, what they meet."""
    every = sections(code)
    met = FOR_PLAYERS.get(code)
    return every if met is None else tuple(p for p in every if p.number in met)


def copy_of(session: Session, code: str, at: datetime) -> Copy | None:
    """A document with the edition in force and the tables it governs."""
    source = SOURCES.get(code)
    if source is None:
        return None
    query = select(TableRow).where(col(TableRow.rulebook) == code)
    tables = session.exec(query.order_by(col(TableRow.number))).all()
    entered = editions.entries(session)
    found = [editions.edition_at(code, game, at, entered) for game in Game]
    held = {one.edition: one.since for one in found if not isinstance(one, Refused)}
    return Copy(
        source,
        parts_of(code),
        tuple(tables),
        tuple(Held(name, since) for name, since in held.items()),
    )


def _asked(code: str) -> Copy:
    found = copy_of(reading(), code, now())
    if found is None:
        abort(404, "This house plays by no such rules.")
    return found


@public.get("/")
@anyone
def index() -> ResponseReturnValue:
    """The rules that govern the tables of this house."""
    found = [copy_of(reading(), source.code, now()) for source in DOCUMENTS]
    played = [one for one in found if one is not None and one.tables]
    return render_template("rules/copies.html", copies=played)


@public.get("/<code>")
@anyone
def show(code: str) -> ResponseReturnValue:
    """The rules of one document, for whoever asks."""
    return render_template("rules/copy.html", copy=_asked(code))


@public.get("/<code>.pdf")
@anyone
def pdf(code: str) -> ResponseReturnValue:
    """The same rules as a copy to keep."""
    page = render_template("rules/copy_print.html", copy=_asked(code))
    return sent(sheet(page), page, f"rules-{code.lower()}.pdf")


@public.app_template_global("player_cite")
def player_cite(cited: Cite | str) -> Markup:
    """A rule's id as a player meets it: a link to the copy that anybody may read."""
    found = rule(str(cited))
    if not any(found in part.rules for part in parts_of(found.code)):
        return Markup('<span class="cite">{}</span>').format(found.id)
    there = url_for("rule_copies.show", code=found.code, _anchor=found.id)
    return Markup('<a class="cite" href="{}">{}</a>').format(there, found.id)


@public.app_template_global("rules_address")
def rules_address(code: str) -> str:
    """Where the rules of a document are, in full."""
    return on_the_web(url_for("rule_copies.show", code=code))


@public.app_template_global("scan")
@lru_cache(maxsize=64)
def scan(address: str) -> Markup:
    """An address as a code to scan."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(border=2, omitsize=True, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704 (made here, from an address of this house)
