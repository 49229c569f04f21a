"""Pages of promotions: the list, and beginning one."""

from flask import render_template, request
from flask.typing import ResponseReturnValue

from house.terms import pages
from house.terms.listing import situation
from house.terms.routes import Written, add_pages
from house.web import acts, now, reading, reads, venue
from promotions import (
    beginnings,
    desk,
    listing,
    material_views,
    queries,
    services,
)
from promotions.claims import desk as claims_desk
from promotions.claims import end_views as claims_end_views
from promotions.claims import views as claim_views
from promotions.drawing import desk as drawing_desk
from promotions.drawing import rehearsed_views
from promotions.drawing import views as drawing_views
from promotions.forms import BeginForm, begin_form, usual_times
from promotions.freezing import views as freezing_views
from promotions.incidents import views as incident_views
from promotions.kiosks import desk_views as kiosk_views
from promotions.models import PromotionRow
from promotions.packing import views as register_views
from promotions.pages import (
    APPROVE,
    SEE,
    WRITE,
    act,
    allowed,
    bp,
    found,
    here,
    looked_at,
)
from promotions.path import letter_views
from promotions.path import views as path_views
from promotions.results import staff_views as result_views
from promotions.rules.formats import BLANK, TEMPLATES, Template
from promotions.rules.lifecycle import OVER
from promotions.store import views as store_views
from promotions.terms import TERMS
from promotions.tickets import caller_views, list_views, rehearsal_views
from promotions.tickets import views as ticket_views
from rulebook import Refused

__all__ = [
    "bp",
    "caller_views",
    "claim_views",
    "claims_desk",
    "claims_end_views",
    "desk",
    "drawing_desk",
    "drawing_views",
    "freezing_views",
    "incident_views",
    "kiosk_views",
    "letter_views",
    "list_views",
    "material_views",
    "path_views",
    "register_views",
    "rehearsal_views",
    "rehearsed_views",
    "result_views",
    "store_views",
    "ticket_views",
]
PLACE = "the promotions stage"
EDITOR = Written(
    bp,
    TERMS,
    found,
    looked_at,
    see=SEE,
    write=WRITE,
    publish=APPROVE,
    step_up=True,
    publishing="approve",
)
add_pages(EDITOR)


@bp.get("/")
@reads()
def index() -> ResponseReturnValue:
    """Every promotion by its state, with the next step of each."""
    states = listing.states(reading(), now())
    return render_template(
        "promotions/index.html",
        kind=TERMS,
        states=states,
        situation=situation(TERMS, states, OVER),
        may_begin=allowed("new"),
        may_list=allowed("prescribed"),
    )


@bp.route("/new", methods=["GET", "POST"])
@acts(*WRITE)
def new() -> ResponseReturnValue:
    """Begin a promotion from a template or from a past one."""
    session = here()
    key, given = request.values.get("from", ""), request.method == "POST"
    source: Template | PromotionRow | None
    source = beginnings.template(key) or queries.get(session, key)
    form = begin_form(venue(), request.form) if given else _usual(source)

    def create(chosen: Template | PromotionRow) -> PromotionRow | Refused:
        return services.create(session, form.beginning(), chosen, venue(), act())

    return pages.begin(TERMS, form, source, (*TEMPLATES, BLANK), create)


def _usual(source: Template | PromotionRow | None) -> BeginForm:
    """The form filled in as the house usually does."""
    opens, drawn = usual_times(venue(), now())
    past = source if isinstance(source, PromotionRow) else None
    name = past.name if past else ""
    place = queries.draft_of(past).promotion.held.place if past else PLACE
    times = {"opens_at": opens, "drawn_at": drawn}
    return begin_form(venue(), name=name, place=place, **times)
