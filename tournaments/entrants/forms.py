"""The forms of entrants: who they are, what they agree to."""

from collections.abc import Iterable

from flask import request
from wtforms import BooleanField, SelectMultipleField, StringField
from wtforms.validators import InputRequired, Length
from wtforms.widgets import CheckboxInput, ListWidget

from house.forms import DayField, HouseForm, WholeField
from house.people.accounts.throttle import neighbourhood
from house.people.patrons import rules as details_rules
from house.people.patrons.rules import LONGEST, PatronDetails
from house.sealing import Seal
from tournaments.entrants.applying import Applies
from tournaments.entrants.consents import WORDS
from tournaments.entrants.models import Consent

CHOICES = {what.name.lower(): WORDS[what] for what in Consent}


def consents_in(names: Iterable[str] | None) -> frozenset[Consent]:
    """What was ticked."""
    return frozenset(Consent[name.upper()] for name in names or ())


def named(given: Iterable[Consent]) -> list[str]:
    """What is ticked already."""
    return [what.name.lower() for what in given]


class ConsentsForm(HouseForm):
    """What an entrant agrees to."""

    consents = SelectMultipleField(
        "What you agree to",
        choices=CHOICES,
        widget=ListWidget(prefix_label=False),
        option_widget=CheckboxInput(),
    )

    @property
    def given(self) -> frozenset[Consent]:
        """What was ticked."""
        return consents_in(self.consents.data)


class PersonForm(HouseForm):
    """Who somebody is, and how they are reached."""

    given_name = StringField("Given names", [Length(max=LONGEST["given_name"])])
    family_name = StringField(
        "Family name", [InputRequired("Give the name."), Length(max=80)]
    )
    born_on = DayField("Birth date", [InputRequired("Give the birth date.")])
    card = StringField("Number of the player card", [Length(max=64)])
    email = StringField("E-mail", [Length(max=LONGEST["email"])])
    phone = StringField("Telephone", [Length(max=LONGEST["phone"])])

    def said(
        self,
        seal: Seal,
        address: str,
        version: int = 0,
        given: frozenset[Consent] = frozenset(),
    ) -> Applies:
        """What was typed, and marks that tell it apart without saying it."""
        assert self.born_on.data is not None
        details = details_rules.tidy(
            PatronDetails(
                given_name=self.given_name.data or "",
                family_name=self.family_name.data or "",
                born_on=self.born_on.data,
                email=self.email.data or "",
                phone=self.phone.data or "",
            )
        )
        card = self.card.data or ""
        typed = (details.name, details.born_on, details.email, details.phone, card)
        agreed = sorted(given)
        same = "\0".join(map(str, (request.path, *typed, version, *agreed)))
        return Applies(
            details,
            card,
            version,
            given,
            seal.mark(same),
            seal.mark(neighbourhood(address)),
        )


class ApplyForm(PersonForm, ConsentsForm):
    """Somebody who wants to enter, what they accept and agree to."""

    version = WholeField("Version")
    accepts = BooleanField("I accept the terms", [InputRequired("Tick it to enter.")])

    def command(self, seal: Seal, address: str) -> Applies:
        """What was typed and ticked."""
        return self.said(seal, address, self.version.data or 0, self.given)


class NameForm(PersonForm):
    """Whom an entrant names as their substitute."""

    knows = BooleanField(
        "They know that I give you this", [InputRequired("Ask them first.")]
    )
