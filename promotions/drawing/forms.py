"""The forms of the draw room."""

from wtforms import FileField, PasswordField, SelectField, StringField, TextAreaField

from house.forms import HouseForm, Needed


class RoomForm(HouseForm):
    """Who draws, and who presents."""

    drawer = SelectField("Who draws")
    presenter = SelectField("Who presents")


class ValueForm(HouseForm):
    """The public value, as it is seen in the room."""

    beacon = StringField("Public value", [Needed()])


class PresentForm(HouseForm):
    """The scrutineer's phrase for one round."""

    phrase = PasswordField("Your phrase")
    saw = StringField("Public value as you see it")


class WhyForm(HouseForm):
    """A reason that everybody may read."""

    reason = TextAreaField("Reason", [Needed()])


class PaperForm(HouseForm):
    """Paper tickets as they were drawn by hand."""

    papers = TextAreaField(
        "Ticket, the same ticket read again, player card", [Needed()]
    )
    photograph = FileField("Photograph of the tickets")


class VacancyForm(HouseForm):
    """Why a prize falls vacant."""

    ground = SelectField(
        "Ground",
        choices={
            "lapsed": "Nobody came forward in time",
            "withdrawn": "The winner gives it up",
        },
    )
    reason = TextAreaField("Reason", [Needed()])
