"""Each row of a batch before the guards of an entry, in the order of the list."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from sqlmodel import Session

from house.documents.models import DocumentRow
from house.floor.acts import Act
from house.people.patrons.services import Moment
from house.terms import versions
from rulebook import HOUSE, Refusal, Refused
from rulebook.terms.path import together
from tournaments.importing import columns, matching
from tournaments.importing.columns import Declaration, ListedEntry
from tournaments.importing.matching import Named, Someone
from tournaments.importing.models import Outcome
from tournaments.importing.staging import NumberedEntry
from tournaments.models import TournamentRow
from tournaments.money import taking
from tournaments.money.taking import Tender
from tournaments.path import entries, steps
from tournaments.rules.facts import Application, Facts
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.payments import Method
from tournaments.rules.terms import Terms
from tournaments.waiting import offers
from tournaments.waiting.queries import everybody, standing

ONCE = "CROWN3-12.4.2(d)"


@dataclass(frozen=True, slots=True)
class CheckedEntry:
    """A row, whom it means, and every reason against it."""

    line: int
    outcome: Outcome
    listed: ListedEntry
    someone: Someone | None = None
    reasons: tuple[Refusal, ...] = ()

    @property
    def why(self) -> list[list[str]]:
        """The reasons as a mark keeps them: rule, what is wrong, what is right."""
        return [[r.cite.id, r.wrong, r.right] for r in self.reasons]

    @property
    def name(self) -> str:
        """Whom it is about, as far as that can be said."""
        if self.someone:
            return self.someone.person.name
        return self.listed.details.name if self.listed.details else self.listed.card


class Scales:
    """What all rows are weighed by; places are taken one after another."""

    def __init__(
        self,
        session: Session,
        tournament: TournamentRow,
        act: Act,
        *,
        cash_needs_shift: bool,
    ) -> None:
        self.session, self.tournament, self.act = session, tournament, act
        self.facts: Facts = steps.entry_facts(session, tournament, act)
        self.waited = {w.row.patron_id for w in everybody(session, tournament)}
        # Whoever still waits comes before those who do not, in the order of the line.
        self.line = [w.row.patron_id for w in standing(session, tournament, act.now)]
        self.document: DocumentRow | None = versions.document_of(session, tournament)
        self.against: Mapping[Method, tuple[Refusal, ...]] = {
            method: tuple(
                taking.against(session, Tender(method, cash_needs_shift), act)
            )
            for method in Method
        }
        # Who was let in by these scales, and is not on file as such yet.
        self.newcomers: dict[str | Named, Someone] = {}
        self.let_in: Counter[int] = Counter()

    @property
    def terms(self) -> Terms:
        """The terms in force."""
        assert self.facts.terms is not None
        return self.facts.terms

    @property
    def today(self) -> date:
        """The day at the venue."""
        return self.act.now.astimezone(self.facts.zone).date()

    def weigh(
        self, batch: Sequence[NumberedEntry], said: Declaration
    ) -> list[CheckedEntry]:
        """What becomes of each of these rows, if nothing else happens meanwhile."""
        read = [columns.read(each.row, self.terms, said) for each in batch]
        moment = Moment(self.act.by, self.act.now, self.today)
        people = matching.people(self.session, self.tournament, read, moment)
        people.newcomers = self.newcomers
        for someone in {id(each): each for each in people.by_id.values()}.values():
            assert someone.patron is not None
            someone.entries += self.let_in[someone.patron.pk]
        return [
            self._one(each.line, listed, people.meant(listed))
            for each, listed in zip(batch, read, strict=True)
        ]

    def _one(
        self, line: int, listed: ListedEntry, meant: Someone | Sequence[Refusal]
    ) -> CheckedEntry:
        someone = meant if isinstance(meant, Someone) else None
        unknown = () if isinstance(meant, Someone) else tuple(meant)
        reasons = (*listed.wrong, *unknown, *self._refusals(listed, someone))
        if someone is None or reasons:
            again = bool(reasons) and all(r.cite.id == ONCE for r in reasons)
            outcome = Outcome.TWICE if again else Outcome.REFUSED
            return CheckedEntry(line, outcome, listed, someone, reasons)
        outcome = Outcome.KNOWN if someone.patron else Outcome.NEW
        someone.entries += 1
        if someone.patron:
            self.let_in[someone.patron.pk] += 1
            self.line = [each for each in self.line if each != someone.patron.pk]
        self.facts = replace(
            self.facts,
            entries=self.facts.entries + 1,
            late_places=max(0, self.facts.late_places - 1),
        )
        return CheckedEntry(line, outcome, listed, someone)

    def _refusals(
        self, listed: ListedEntry, someone: Someone | None
    ) -> tuple[Refusal, ...]:
        """Everything `take` would refuse, for the same reasons."""
        asks = Application()
        if someone is not None:
            asks = entries.application_of(
                someone.person,
                self.act.now,
                self.facts.zone,
                excluded=someone.excluded,
                entries=someone.entries,
                was_replaced=someone.was_replaced,
            )
            asks = replace(asks, desk=listed.command.said)
        who = someone.patron.pk if someone and someone.patron else 0
        ahead = self.line.index(who) if who in self.line else len(self.line)
        facts = replace(self.facts, application=asks, held_places=ahead)
        verdict = transition(self.tournament.status, Action.TAKE_ENTRY, facts)
        besides = [*self._unpaid(listed.said.method), *self._unaccepted(listed)]
        if isinstance(verdict, Refused) and who in self.waited:
            besides += offers.lost(self.session, self.tournament, who, self.act.now)
        verdict = together(verdict, *besides)
        return verdict.refusals if isinstance(verdict, Refused) else ()

    def _unpaid(self, method: Method | None) -> tuple[Refusal, ...]:
        if method is not None:
            return self.against[method]
        wrong, right = (
            "Nobody says how this is paid.",
            "Say it for the list or the row.",
        )
        return (Refusal(HOUSE.at("TOURN-182"), wrong, right, "method"),)

    def _unaccepted(self, listed: ListedEntry) -> tuple[Refusal, ...]:
        """Whoever is on the list accepted the version in force, and no other."""
        number = self.document.number if self.document else 0
        if listed.said.version == number:
            return ()
        accepted = listed.said.version or "none"
        wrong = f"Version {number} of the terms is in force; {accepted} was accepted."
        right = "Show the version in force, and say that it was accepted."
        return (Refusal(HOUSE.at("TOURN-182"), wrong, right, "version"),)
