"""Forms of signing in, of one's own account, and of the staff list."""

from typing import Any

from wtforms import (
    BooleanField,
    Field,
    HiddenField,
    PasswordField,
    SelectMultipleField,
    StringField,
    ValidationError,
)
from wtforms.fields.choices import SelectChoice
from wtforms.validators import DataRequired, InputRequired, Length, NumberRange, Regexp
from wtforms.widgets import CheckboxInput, HiddenInput, ListWidget

from house.forms import HouseForm, WholeField
from house.people.accounts.sign_in import USERNAME, folded
from house.people.roles import Role

PASSWORD_ATTRS = {"autocomplete": "current-password", "maxlength": 256}
NEW_PASSWORD_ATTRS = {"autocomplete": "new-password", "maxlength": 300}
CODE_ATTRS = {
    "autocomplete": "one-time-code",
    "autocapitalize": "off",
    "spellcheck": "false",
    "inputmode": "text",
    "maxlength": 40,
}
NAME_ATTRS = {
    "autocomplete": "username",
    "autocapitalize": "off",
    "spellcheck": "false",
    "maxlength": 100,
}


def plain(_form: Any, field: Field) -> None:
    """Refuse characters that cannot be seen."""
    if not str(field.data or "").isprintable():
        raise ValidationError("Use letters, digits and signs that can be read.")


def lower(value: object) -> object:
    """A user name in one spelling, as it is looked up."""
    return folded(value) if isinstance(value, str) else value


class SignInForm(HouseForm):
    """User name and password, and where to go afterwards."""

    username = StringField(
        "User name",
        [DataRequired("Give your user name."), Length(max=100)],
        filters=[lower],
        render_kw=NAME_ATTRS,
    )
    password = PasswordField(
        "Password",
        [InputRequired("Give your password.")],
        render_kw={**PASSWORD_ATTRS, "maxlength": 300},
    )
    next = HiddenField()


class CodeForm(HouseForm):
    """A code of the second factor, or a recovery code."""

    code = StringField(
        "Code",
        [DataRequired("Give the six digits, or a recovery code."), Length(max=40)],
        render_kw=CODE_ATTRS,
    )
    next = HiddenField()


class PasswordForm(HouseForm):
    """A new password, typed twice, with the one it replaces."""

    current = PasswordField(
        "Your password now",
        [InputRequired("Give your password as it is now.")],
        render_kw=PASSWORD_ATTRS,
    )
    password = PasswordField(
        "New password",
        [InputRequired("Give a new password.")],
        render_kw=NEW_PASSWORD_ATTRS,
    )
    again = PasswordField(
        "New password again",
        [InputRequired("Type the new password once more.")],
        render_kw=NEW_PASSWORD_ATTRS,
    )

    def validate_again(self, field: Field) -> None:
        """Catch a slip of the finger before it locks somebody out."""
        if field.data != self.password.data:
            raise ValidationError("The two are not the same.")


class EnrolForm(HouseForm):
    """The first code of a new second factor, with the password as proof."""

    sealed = HiddenField()
    current = PasswordField(
        "Your password",
        [InputRequired("Give your password.")],
        render_kw=PASSWORD_ATTRS,
    )
    code = StringField(
        "Code from the app",
        [DataRequired("Give the six digits the app shows."), Length(max=40)],
        render_kw={**CODE_ATTRS, "inputmode": "numeric"},
    )


class VersionForm(HouseForm):
    """A change to a member of staff, made to the version that was read."""

    version = WholeField(
        widget=HiddenInput(), validators=[InputRequired(), NumberRange(min=1)]
    )


class NameForm(VersionForm):
    """A person's full name."""

    name = StringField(
        "Full name",
        [DataRequired("Give the full name."), Length(max=120), plain],
        render_kw={"autocomplete": "off", "maxlength": 120},
    )


class RolesField(SelectMultipleField):
    """Any number of roles, each a box to tick."""

    widget = ListWidget(prefix_label=False)
    option_widget = CheckboxInput()

    def __init__(self, label: str, **kwargs: Any) -> None:
        choices = [SelectChoice(role.value, role.label) for role in Role]
        super().__init__(label, choices=choices, **kwargs)

    @property
    def roles(self) -> frozenset[Role]:
        """The roles ticked."""
        return frozenset(Role(value) for value in self.data or ())


class RolesForm(VersionForm):
    """The roles somebody shall hold from now on."""

    roles = RolesField("Roles")


class LeaveForm(VersionForm):
    """That somebody's employment ends, and that this is meant."""

    sure = BooleanField(
        "Yes, sign them out everywhere and close the account",
        [InputRequired("Tick the box to end this employment.")],
    )


class AddForm(HouseForm):
    """A new member of staff."""

    username = StringField(
        "User name",
        [
            DataRequired("Give a user name."),
            Regexp(
                f"^{USERNAME.pattern}$",
                message="Use small letters, digits, dots, - or _, at most 64, "
                "and begin with a letter or digit.",
            ),
        ],
        filters=[lower],
        render_kw={**NAME_ATTRS, "autocomplete": "off", "maxlength": 64},
    )
    name = StringField(
        "Full name",
        [DataRequired("Give the full name."), Length(max=120), plain],
        render_kw={"autocomplete": "off", "maxlength": 120},
    )
    roles = RolesField("Roles")
