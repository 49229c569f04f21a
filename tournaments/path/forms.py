"""The forms of the path: who, where, how much, why."""

from wtforms import BooleanField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length

from house.documents.models import How
from house.forms import CentsField, HouseForm, Needed
from house.people.patrons.models import PatronRow
from house.web import config
from tournaments.money.forms import METHODS
from tournaments.money.taking import Tender
from tournaments.path.entries import TakeEntry
from tournaments.path.substituting import Substitute
from tournaments.rules.payments import Method
from tournaments.rules.refunds import Cause
from tournaments.rules.terms import Terms

ACCEPTED = {
    How.SIGNED.value: "A copy was signed",
    How.SPOKEN.value: "Said at the desk",
    How.TICKED.value: "Ticked on a page of the house",
}
ENDS = {
    Cause.WITHDRAWN.value: "The entrant withdraws",
    Cause.TERMS_DECLINED.value: "The entrant declines the changed terms",
    Cause.REFUSED.value: "The application is refused",
    Cause.VOID.value: "The entry is void",
}
ASKED = "Give an amount, 0 for none."


class AvailableForm(HouseForm):
    """Where patrons get the terms."""

    places = StringField("Where patrons get the terms", [Needed(), Length(max=400)])


class EntryForm(HouseForm):
    """What the desk says about an entry."""

    how = SelectField("The terms were accepted", choices=ACCEPTED)
    entry_fee_cents = CentsField("Entry fee received", [InputRequired(ASKED)])
    buy_in_cents = CentsField("Buy-in received", [InputRequired(ASKED)])
    method = SelectField("Paid by", choices=METHODS)
    selected = BooleanField("The criteria of the terms are met")
    approval = StringField("Prior approval, by whom and when", [Length(max=300)])

    @classmethod
    def of(cls, terms: Terms) -> "EntryForm":
        """The form with what the terms ask for."""
        fees = terms.details.fees
        return cls(
            data={
                "entry_fee_cents": fees.entry_fee_cents or 0,
                "buy_in_cents": fees.buy_in_cents or 0,
                "how": How.SIGNED.value
                if terms.entry.signature.required
                else How.SPOKEN.value,
            }
        )

    def command(self) -> TakeEntry:
        """What was said."""
        return TakeEntry(
            How(self.how.data),
            self.entry_fee_cents.data or 0,
            self.buy_in_cents.data or 0,
            bool(self.selected.data),
            self.approval.data or "",
            Tender(Method(self.method.data), config().cash_needs_shift),
        )


class SubstituteForm(HouseForm):
    """What the desk says about a substitute."""

    how = SelectField("The terms were accepted", choices=ACCEPTED)
    selected = BooleanField("The criteria of the terms are met")
    approval = StringField("Prior approval, by whom and when", [Length(max=300)])

    def command(self, patron: PatronRow | None) -> Substitute:
        """What was said of this patron."""
        how, approval = How(self.how.data), self.approval.data or ""
        return Substitute(patron, how, bool(self.selected.data), approval)


class EndForm(HouseForm):
    """How an entry ends before play."""

    cause = SelectField("What happens", choices=ENDS)
    reason = StringField("Reason", [Length(max=400)])


class ReasonForm(HouseForm):
    """Why a tournament is cancelled."""

    reason = TextAreaField("Reason", [Needed()])


class PaidForm(HouseForm):
    """How a refund is handed out."""

    method = SelectField("Handed out as", choices=METHODS)
    how = StringField("Note", [Length(max=180)])

    @property
    def tender(self) -> Tender:
        """The method chosen, under the settings of the house."""
        return Tender(Method(self.method.data), config().cash_needs_shift)
