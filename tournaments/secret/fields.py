"""The form of a secret wager as it is typed: what it is, in figures and in words."""

from wtforms import RadioField, StringField
from wtforms.validators import InputRequired, Length

from house.forms import HouseForm
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.secret_wagers import KINDS, Written


class WagerForm(HouseForm):
    """Type and amount; whatever is typed is kept to nobody but the seal."""

    kind = RadioField("Wager on", validate_choice=False)
    figures = StringField("Amount in figures", [InputRequired(), Length(max=20)])
    words = StringField("The same in words", [InputRequired(), Length(max=120)])

    @property
    def written(self) -> Written:
        """The form as it was filled in."""
        said = (self.kind.data, self.figures.data, self.words.data)
        return Written(*((each or "").strip()[:120] for each in said))


def wager_form(on: str, typed: object = None) -> WagerForm:
    """The form for a table that takes these wagers."""
    form = WagerForm(typed)
    kinds = KINDS[SecretOn(on)]
    form.kind.choices = [(kind, kind.title()) for kind in kinds]
    if typed is None and len(kinds) == 1:
        form.kind.data = kinds[0]
    return form
