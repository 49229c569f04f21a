"""What is said about a list as it is sent."""

from wtforms import BooleanField, FileField, IntegerField, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange

from house.documents.models import How
from house.forms import HouseForm
from tournaments.importing.columns import Declaration
from tournaments.importing.files import Encoding
from tournaments.money.forms import METHODS
from tournaments.path.forms import ACCEPTED
from tournaments.rules.payments import Method

ENCODINGS = {
    Encoding.UTF_8.value: "UTF-8, or as its mark says",
    Encoding.WINDOWS.value: "Windows-1252",
    Encoding.UTF_16.value: "UTF-16 without a mark",
}


class ListForm(HouseForm):
    """A list, and what holds for everybody on it unless a row says otherwise."""

    file = FileField("List, CSV or XLSX")
    encoding = SelectField("Letters of a CSV", choices=ENCODINGS)
    method = SelectField("Paid by", choices={"": "As each row says"} | METHODS)
    how = SelectField("The terms were accepted", choices=ACCEPTED)
    version = IntegerField(
        "Version accepted",
        [InputRequired("Give its number."), NumberRange(0, 10_000)],
    )
    selected = BooleanField("The criteria of the terms are met")
    approval = StringField("Prior approval, by whom and when", [Length(max=300)])

    @property
    def said(self) -> Declaration:
        """What holds for everybody on the list."""
        return Declaration(
            How(self.how.data),
            Method(self.method.data) if self.method.data else None,
            self.version.data or 0,
            bool(self.selected.data),
            self.approval.data or "",
        )
