"""The rules as pages: browse, search, and see where each one is held."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from house.rules import desk  # noqa: F401 (the room speaks on its desks)
from house.rules.beside import beside
from house.rules.glossary import linked
from house.rules.overview import document as standing_of
from house.rules.overview import finding, overview, parts_shown, regulated, standing
from house.rules.page import rule_page
from house.rules.queries import cited_since, year_begins
from house.typed import read_whole
from house.web import now, reading, reads, venue
from house.web.access import may
from rulebook import DOCUMENTS as FIVE
from rulebook import HOUSE
from rulebook.coverage import State, coverage
from rulebook.decisions import decisions
from rulebook.guidance import shown_on
from rulebook.readings import readings as every_reading
from rulebook.register import Kind, UnknownRule, rules
from rulebook.search import DOCUMENTS, RuleFilter, find, near, topics
from rulebook.sources import SOURCES

bp = Blueprint("rules", __name__, url_prefix="/desk/rules")
bp.app_template_global("defined_words")(linked)
LONGEST_SEARCH = 200
AT_ONCE = 100
PAIRS_AT_ONCE = 60
Choice = TypeVar("Choice", bound=StrEnum)


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """Find a rule, or see how much of the documents is held."""
    wanted = filter_of(request.args)
    found = [] if wanted.is_everything else find(wanted, coverage())
    number = request.args.get("page", 1, type=read_whole) or 1
    shown = found[(number - 1) * AT_ONCE : number * AT_ONCE]
    page = "rules/_answer.html" if _is_typing() else "rules/index.html"
    documents = overview(coverage())
    return render_template(
        page,
        wanted=wanted,
        count=len(found),
        shown=shown,
        number=number,
        last=-(-len(found) // AT_ONCE) or 1,
        coverage=coverage(),
        documents=documents,
        finding=finding(documents),
        total=standing(regulated(), coverage()),
        choices={"kind": Kind, "state": State, "topic": topics(rules().values())},
    )


@bp.get("/documents/<code>")
@reads()
def document(code: str) -> ResponseReturnValue:
    """Read one document, all its rules part by part."""
    if code not in SOURCES:
        abort(404, f"There is no document “{code}” in the rulebook.")
    whole = standing_of(code, coverage())
    return render_template(
        "rules/document.html",
        document=whole,
        open_parts=parts_shown(whole, request.args.get("part", "")),
        coverage=coverage(),
    )


@bp.get("/beside")
@reads()
def side_by_side() -> ResponseReturnValue:
    """Compare two documents rule by rule, every difference marked."""
    codes = (request.args.get("one", "NSW3"), request.args.get("other", "STAR4"))
    known = {source.code: source for source in FIVE}
    if not all(code in known for code in codes) or codes[0] == codes[1]:
        abort(400, "Choose two different documents of the five.")
    pairs = tuple(beside(*codes))
    both = [pair for pair in pairs if pair.ours and pair.theirs]
    facing = request.args.get("facing") == "1"
    shown = both if facing else pairs
    number = request.args.get("page", 1, type=read_whole) or 1
    return render_template(
        "rules/beside.html",
        one=known[codes[0]],
        other=known[codes[1]],
        documents=FIVE,
        pairs=shown[(number - 1) * PAIRS_AT_ONCE : number * PAIRS_AT_ONCE],
        number=number,
        last=-(-len(shown) // PAIRS_AT_ONCE) or 1,
        facing=facing,
        both=len(both),
        same=sum(pair.same for pair in both),
    )


@bp.get("/readings")
@reads()
def readings() -> ResponseReturnValue:
    """See how the house reads what the documents leave open."""
    every = every_reading()
    settings = sum(reading.setting for reading in every)
    return render_template(
        "rules/readings.html",
        readings=every,
        settings=settings,
        decided=[each for each in decisions() if each.is_reading],
        policy=HOUSE.at("RULES-2"),
    )


@bp.get("/decisions/<int:number>")
@reads()
def decision(number: int) -> ResponseReturnValue:
    """Read what was decided, about which rules, and whether it still stands."""
    every = {each.number: each for each in decisions()}
    if number not in every:
        abort(404, f"There is no decision {number}.")
    return render_template("rules/decision.html", decision=every[number])


@bp.get("/<rule_id>")
@reads()
def show(rule_id: str) -> ResponseReturnValue:
    """See one rule: what it asks, how it is read, where it is held."""
    try:
        page = rule_page(rule_id, coverage())
    except UnknownRule:
        alike = [rules()[each] for each in near(rule_id)]
        return render_template("rules/unknown.html", asked=rule_id, alike=alike), 404
    january = year_begins(venue(), now())
    return render_template(
        "rules/show.html",
        page=page,
        coverage=coverage(),
        on_record=cited_since(reading(), rule_id, january),
        may_read_record=may("audit.index", current_app),
    )


bp.add_app_template_global(shown_on, "done_by_hand")


def filter_of(asked: Mapping[str, str]) -> RuleFilter:
    """What a request looks for; a filter that does not exist is told, not ignored."""
    words, code = asked.get("q", "").strip(), asked.get("document", "")
    if len(words) > LONGEST_SEARCH:
        abort(400, f"Search for at most {LONGEST_SEARCH} characters.")
    topic = asked.get("topic", "")
    if code not in ("", DOCUMENTS, *SOURCES):
        abort(400, f"There is no document “{code}” to look in.")
    if topic and topic not in topics(rules().values()):
        abort(400, f"There is no topic “{topic}” to look for.")
    return RuleFilter(
        words, code, _choice(Kind, asked, "kind"), topic, _choice(State, asked, "state")
    )


def _choice(among: type[Choice], asked: Mapping[str, str], name: str) -> Choice | None:
    value = asked.get(name, "")
    if value and value not in [each.value for each in among]:
        abort(400, f"There is no {name} “{value}” to look for.")
    return among(value) if value else None


def _is_typing() -> bool:
    """Whether the page is open and only its results are wanted."""
    asked = request.headers
    return "HX-Request" in asked and "HX-History-Restore-Request" not in asked
