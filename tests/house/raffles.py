"""A second kind of terms, of the tests alone: what a feature brings to the room."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from flask import Blueprint
from sqlmodel import SQLModel, col, select

from house.audit import Subject
from house.documents.content import Document
from house.people.roles import Role
from house.terms import change_pages, pages, public
from house.terms.editor.labels import Label, Labels
from house.terms.kind import Consequences, Kind, Sentence
from house.terms.models import TermsRow
from house.terms.pages import May
from house.terms.printing import sections
from house.terms.public import Situation
from house.terms.versions import draft_of
from house.web import acts, here, reading, reads, tries
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from rulebook.terms.base import Clause, since
from rulebook.terms.checklist import checklist
from rulebook.terms.terms import Terms

RULE: Cite = HOUSE.at("DOC-1")


@dataclass(frozen=True, slots=True)
class NameClause(Clause):
    cites = (RULE,)
    title = "Name"

    name: str = ""

    def text(self, terms):
        return f"The raffle is called {wording.phrase(self.name)}."

    def missing(self, terms):
        if not self.name:
            yield self.gap("name", "The raffle has no name.", "Give it one.")


@dataclass(frozen=True, slots=True)
class PrizeClause(Clause):
    cites = (HOUSE.at("DOC-2"),)
    title = "The prize"
    unprinted = frozenset({"cost_cents"})

    worth_cents: int | None = None
    cost_cents: int | None = None  # for the house alone
    draws: tuple[datetime, ...] = ()

    def text(self, terms):
        days = wording.moments(self.draws, terms.zone) if self.draws else wording.BLANK
        return f"The prize is worth {wording.dollars(self.worth_cents)}, drawn {days}."

    def guard(self, facts):
        if facts < len(self.draws):
            yield self.gap("draws", "A draw is still to be held.", "Hold it first.")


@dataclass(frozen=True, slots=True)
class Details:
    title = "Details"

    name: NameClause = field(default_factory=NameClause)
    prize: PrizeClause = field(default_factory=PrizeClause)


@dataclass(frozen=True, slots=True)
class FirstTerms(Terms):
    """The terms of a raffle as the first release had them."""

    schema = "raffle-terms"

    details: Details = field(default_factory=Details)

    @property
    def zone(self):
        return ZoneInfo("Australia/Melbourne")


class Paid(StrEnum):
    CASH = "cash"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class LaterPrizeClause(PrizeClause):
    """A later release lets the prize be sent, and asks for the supplier."""

    sent: bool = since(2, default=False)
    supplier: str | None = since(2, asks="The supplier of the prize is not named.")

    def text(self, terms):
        said = PrizeClause.text(self, terms)
        return f"{said} It is sent to the winner." if self.sent else said


@dataclass(frozen=True, slots=True)
class PaymentClause(Clause):
    """A clause that came with the second shape."""

    cites = (HOUSE.at("DOC-3"),)
    title = "How tickets are paid"

    how: Paid = Paid.CASH

    def text(self, terms):
        return f"Tickets are paid by {self.how}."


@dataclass(frozen=True, slots=True)
class LaterDetails:
    title = "Details"

    name: NameClause = field(default_factory=NameClause)
    prize: LaterPrizeClause = field(default_factory=LaterPrizeClause)
    payment: PaymentClause = since(2, factory=PaymentClause)


@dataclass(frozen=True, slots=True)
class LaterTerms(FirstTerms):
    """The same terms two years on, with a clause and two fields more."""

    version = 2

    details: LaterDetails = field(default_factory=LaterDetails)


class RaffleRow(TermsRow, table=True):
    """A raffle."""

    __tablename__ = "raffle"

    is_over: bool = False


TABLE = RaffleRow.__table__
SQLModel.metadata.remove(TABLE)  # no table of the house


class Raffles(Kind[FirstTerms, RaffleRow]):
    """The terms of a raffle, and what follows from them."""

    noun, plural, document = "raffle", "Raffles", "raffle.terms"
    terms = FirstTerms
    written = demands = RULE
    labels = Labels(places={"details.prize.worth_cents": Label("Worth")})

    def subject(self, row):
        return Subject("raffle", str(row.pk), row.name)

    def public_path(self, row):
        return f"/r/{row.slug}"

    def document_of(self, terms, address):
        return Document(
            form="Terms of a raffle",
            title=terms.details.name.name,
            issuer="The house",
            address=address,
            sections=sections(terms, {}),
            data=terms.public().to_data(),
        )

    def lede(self, terms):
        return "A raffle."

    def mirrored(self, terms):
        return {"name": terms.details.name.name}

    def against_writing(self, row):
        if row.is_over:
            yield Refusal(RULE, "The raffle is over.", "Nothing changes any more.")

    def take_step(self, session, row, act, besides):
        open_ = checklist(draft_of(self.terms, row)).refusals
        return Refused((*open_, *besides)) if open_ or besides else None

    def consequences(self, session, row, versions, changes):
        accepted = tuple(change for change in changes if change.binding)
        return Consequences((), accepted, 0, Sentence("Nobody has a ticket.", (RULE,)))

    def against_amending(self, session, row, proposal, act) -> Iterator[Refusal]:
        if proposal is None:
            yield Refusal(RULE, "Nothing is published.", "Publish first.")
        else:
            yield from checklist(proposal.new.terms).refusals


class LaterRaffles(Raffles):
    """The same feature after the release that added to its terms."""

    terms = LaterTerms


RAFFLES, LATER = Raffles(), LaterRaffles()
bp = Blueprint("raffles", __name__, url_prefix="/desk/raffles")
site = Blueprint("public_raffles", __name__, url_prefix="/r")
RUN = (Role.MARKETING,)
MAY = May(save=True, publish=True)


def found(slug, session=None):
    mine = select(RaffleRow).where(col(RaffleRow.slug) == slug)
    return (session or here()).exec(mine).first()


def route(rule, name, page, *, changes=False, tried=False):
    """A route of the editor, as every feature declares them."""

    def view(slug):
        return page(RAFFLES, found(slug, reading() if tried else None))

    view.__name__ = name
    mark = tries(*RUN) if tried else (acts(*RUN) if changes else reads(*RUN))
    method = bp.post if changes or tried else bp.get
    method(f"/<slug>{rule}")(mark(view))


route("/terms", "terms", lambda k, r: pages.show(k, r, MAY))
route("/terms", "save", lambda k, r: pages.save(k, r, MAY), changes=True)
route("/terms/check", "check", pages.check, tried=True)
route(
    "/terms/rows", "change_rows", lambda k, r: pages.change_rows(k, r, MAY), tried=True
)
route("/terms/preview", "preview", pages.preview)
route("/terms/preview", "preview_typed", pages.preview, tried=True)
route("/publish", "before_publishing", lambda k, r: pages.before_publishing(k, r, MAY))
route("/publish", "publish", lambda k, r: pages.publish(k, r, MAY), changes=True)
route("/changes", "changes", lambda k, r: change_pages.show(k, r, may=True))
route("/amend", "amend", lambda k, r: change_pages.amend(k, r, may=True), changes=True)
route(
    "/drop", "discard", lambda k, r: change_pages.discard(k, r, may=True), changes=True
)


@bp.get("/<slug>")
@reads(*RUN)
def show(slug):
    return found(slug).name


@bp.get("/")
@reads(*RUN)
def index():
    return "Raffles"


public.add_pages(site, RAFFLES, found, lambda _: Situation("It runs."))
