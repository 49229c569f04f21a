"""Who may enter: CROWN3-12.4.2(a)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rulebook import Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.base import Clause, StatementClause

if TYPE_CHECKING:
    from tournaments.rules.facts import Application
    from tournaments.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class AcceptanceClause(StatementClause):
    """Taking part means accepting the terms, in the version on the entry."""

    cites = (Cite("CROWN3-12.4.2(a)(i)"),)
    title = "Taking part accepts the terms"

    def statement(self, terms: "Terms") -> str:
        """What taking part means."""
        return (
            "Whoever takes part in the tournament accepts these terms. An entrant is "
            "bound to the version named on the entry, or to a later one accepted."
        )


@dataclass(frozen=True, slots=True)
class EligibilityClause(StatementClause):
    """Only people who may be in the casino and gamble there can enter."""

    cites = (Cite("CROWN3-12.4.2(a)(ii)"),)
    title = "Who may enter"

    least_age: int = 18

    def statement(self, terms: "Terms") -> str:
        """Who may enter."""
        return (
            "Only a person entitled to enter and stay in the casino and to gamble "
            f"there may enter: nobody under {self.least_age}, and nobody who is "
            "excluded."
        )

    def guard(self, facts: "Application") -> Iterator[Refusal]:
        """Why this person cannot enter."""
        if facts.excluded:
            yield self.gap(
                "stated",
                "The person is excluded from the casino or from gambling.",
                "No entry is taken while the exclusion stands.",
            )
        if facts.age is not None and facts.age < self.least_age:
            yield self.gap(
                "least_age",
                f"The person is {facts.age} years old.",
                f"An entrant is at least {self.least_age}.",
            )


@dataclass(frozen=True, slots=True)
class RefusalRightClause(Clause):
    """Whether the operator keeps a general right to refuse an application."""

    cites = (Cite("CROWN3-12.4.2(a)(iii)"),)
    title = "Right to refuse an application"

    reserved: bool | None = None

    def text(self, terms: "Terms") -> str:
        """The right, or that there is none."""
        if self.reserved:
            return (
                f"{wording.phrase(terms.names.operator)} may refuse any application "
                "to enter."
            )
        if self.reserved is None:
            return f"Right to refuse an application: {wording.BLANK}."
        return "An application that meets these terms is not refused."

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """It has to be decided."""
        if self.reserved is None:
            yield self.gap(
                "reserved",
                "It is not decided whether applications may be refused at will.",
                "Choose: the right is reserved, or it is not.",
            )

    def guard(self, facts: object) -> Iterator[Refusal]:
        """Why an application cannot be refused at will, where none may be."""
        if not self.reserved:
            yield self.gap(
                "reserved",
                "The terms reserve no general right to refuse an application.",
                "Refuse only a person who does not meet the conditions of entry.",
            )


@dataclass(frozen=True, slots=True)
class SelectionClause(Clause):
    """The general criteria by which entrants are selected, where there are any."""

    cites = (Cite("CROWN3-12.4.2(a)(iv)"),)
    title = "Selection criteria"

    applies: bool | None = None
    criteria: str = ""

    def text(self, terms: "Terms") -> str:
        """The criteria, or that there are none."""
        if self.applies is False:
            return "No selection criteria apply."
        return f"Entrants are selected as follows. {wording.ended(self.criteria)}"

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """Decided, and set out where they apply."""
        if self.applies is None:
            yield self.gap(
                "applies",
                "It is not decided whether selection criteria apply.",
                "Choose yes or no.",
            )
        if self.applies and not self.criteria.strip():
            yield self.gap(
                "criteria",
                "Selection criteria apply and are not set out.",
                "Write down who is selected and how.",
            )

    def guard(self, facts: "Application") -> Iterator[Refusal]:
        """Why this person is not entered: nobody says that they were selected."""
        if self.applies and facts.desk is not None and not facts.desk.selected:
            wrong = "It is not said that the criteria of the terms are met."
            yield self.gap("selected", wrong, wording.ended(self.criteria))


class Affiliation(StrEnum):
    """What an entrant is to the operator."""

    GUEST = "guest"
    EMPLOYEE = "employee"
    CONTRACTOR = "contractor"
    ASSOCIATE = "associate"


@dataclass(frozen=True, slots=True)
class StaffPlayClause(Clause):
    """Charity and media events: staff may play with approval, and win nothing."""

    cites = (Cite("CROWN3-12.4.2(a)(v)"),)
    title = "Staff in a charity or media event"

    charity_or_media: bool | None = None
    others_may_win: bool = False  # contractors and associates; employees never

    def text(self, terms: "Terms") -> str:
        """Who of the operator's people may play, and who takes their prizes."""
        if self.charity_or_media is False:
            return (
                "This is no charity or media event; the operator’s employees, "
                "contractors and associates do not take part."
            )
        if self.charity_or_media is None:
            return f"Charity or media event: {wording.BLANK}."
        names = terms.names
        barred = (
            "No employee"
            if self.others_may_win
            else ("No employee, contractor or associate")
        )
        return (
            "This is a charity or media event. With the prior approval of the "
            f"{wording.phrase(names.approvers)} of {wording.phrase(names.operator)}, "
            "certain employees, contractors or associates may take part. "
            f"{barred} can win a prize: the next eligible place-getter takes that "
            "place, and every lower place moves up."
        )

    def missing(self, terms: "Terms") -> Iterator[Refusal]:
        """It has to be decided."""
        if self.charity_or_media is None:
            yield self.gap(
                "charity_or_media",
                "It is not decided whether this is a charity or media event.",
                "Choose yes or no.",
            )

    def may_win(self, who: Affiliation) -> bool:
        """Whether a player of this kind can take a prize."""
        if who is Affiliation.GUEST:
            return True
        return self.others_may_win and who is not Affiliation.EMPLOYEE

    def guard(self, facts: "Application") -> Iterator[Refusal]:
        """Why one of the operator's own people cannot enter."""
        who, approved = facts.affiliation, facts.desk is None or facts.desk.approved
        if who is Affiliation.GUEST or (self.charity_or_media and approved):
            return
        wrong = f"The entrant is {'an' if who[0] in 'ae' else 'a'} {who}."
        right = "They play only in charity or media events."
        if self.charity_or_media:
            right = "Record the prior approval they need to play."
        yield self.gap("charity_or_media", wrong, right)
