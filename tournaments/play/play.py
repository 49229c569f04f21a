"""What a round at a tournament's table is played for, within which limits, by whom."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from sqlalchemy.orm import defer

from game.games import GAMES
from game.play import Limits, Offer, SeatLimits, State
from house.floor.models import TableStatus
from house.floor.rounds import book as books
from house.floor.rounds.hooks import MoveAsked
from house.floor.rounds.models import AnySeat, RoundRow
from house.floor.rounds.play import Play, Progress
from rulebook import HOUSE, Cite, Refusal, Refused
from rulebook.terms import wording
from tournaments import queries
from tournaments.conduct import memory
from tournaments.models import TournamentRow
from tournaments.money.accounts import CHIPS
from tournaments.parts import PARTS
from tournaments.play import chips, standing
from tournaments.play.parts import TableInPlay
from tournaments.rules import facts, session_gates
from tournaments.rules.affordable import affordable
from tournaments.rules.clauses.wagers import ChipKind
from tournaments.rules.lifecycle import Action, transition
from tournaments.rules.session_gates import Hand
from tournaments.rules.session_plan import How, SessionPlan
from tournaments.seating.seats import seats_at

NO_MONEY: Cite = HOUSE.at("TOURN-162")
COUNTED: Cite = HOUSE.at("TOURN-17")
# The terms are long, and no hand asks for them.
_WITHOUT_TERMS = defer(TournamentRow.draft)  # type: ignore[arg-type]


@dataclass(frozen=True)
class TournamentPlay(Play):
    """Chips of the tournament, limits of its terms, whoever the draw seated there."""

    unit = CHIPS
    rooms = (chips.ROOM, *(part.room for part in PARTS))

    @cached_property
    def tournament(self) -> TournamentRow:
        """Whose the table is."""
        assert self.lent_to is not None, "A tournament plays at tables lent to it."
        whose, options = int(self.lent_to.id), (_WITHOUT_TERMS,)
        return self.session.get_one(TournamentRow, whose, options=options)

    @cached_property
    def there(self) -> standing.AtTable | None:
        """The session that the table serves; none before the first."""
        assert self.lent_to is not None, "A tournament plays at tables lent to it."
        return standing.at_table(self.session, self.table.pk, int(self.lent_to.id))

    def there_in(self, round_: RoundRow) -> standing.AtTable | None:
        """The session that the table served in a round."""
        if self.there is not None and self.there.row.after_round < round_.number:
            return self.there
        assert self.lent_to is not None, "A tournament plays at tables lent to it."
        where = (self.table.pk, int(self.lent_to.id), round_.number)
        return standing.at_table(self.session, *where)

    @cached_property
    def plan(self) -> SessionPlan:
        """How the session is played; before it, as the terms have its stage."""
        if self.there is not None:
            return self.there.plan
        terms = queries.terms_of(self.session, self.tournament)
        how = How(self.table.game.value)
        return SessionPlan.of(terms, 0, "the first session", how)

    @cached_property
    def tally(self) -> standing.Tally:
        """The hands of the session that were played at the table."""
        if self.there is None:
            return standing.Tally({}, None)
        return standing.tally(self.session, self.there)

    @cached_property
    def hand(self) -> Hand:
        """The hand that is played now, or comes next."""
        played, there = self.tally.played, self.there
        if there is None:
            return Hand(self.table.number, played, None, self.now, None, None)
        return standing.hand(self.session, there, self.table, played, self.now)

    @cached_property
    def entries(self) -> Mapping[int, int]:
        """The entry at each seat where an entrant sits."""
        every = {s: standing.entrant(sits) for s, sits in self.sitting.items()}
        return {seat: entry for seat, entry in every.items() if entry}

    @cached_property
    def under_way(self) -> RoundRow | None:
        """The round that counts and is not over."""
        if isinstance(self.round, RoundRow) and self.round.ended_at is None:
            return self.round
        return books.under_way(self.session, self.table)

    @cached_property
    def stacks(self) -> Mapping[int, int]:
        """The chips at each seat where an entrant sits."""
        found = standing.stacks(self.session, self.entries.values())
        return {seat: found[entry] for seat, entry in self.entries.items()}

    @cached_property
    def asked(self) -> tuple[TableInPlay, ...]:
        """What other rooms are asked about: nothing, before the first session."""
        if self.there is None:
            return ()
        here = (self.session, self.there, self.table, self.hand.number)
        return (TableInPlay(*here, self.entries, self.now, self.under_way),)

    @cached_property
    def sitting_out(self) -> Mapping[int, str]:
        """The seats that take no part in the hand though they could, and why."""
        found: dict[int, str] = {}
        for part, asked in product(PARTS, self.asked):
            found |= part.sits_out(asked)
        return found

    @cached_property
    def playing(self) -> frozenset[int]:
        """The seats that take part: they can meet the least Ante and may."""
        can, hand = self.plan.can_play, self.hand.number
        able = (seat for seat, has in self.stacks.items() if can(hand, has))
        return frozenset(able) - self.sitting_out.keys()

    def is_open(self) -> bool:
        """Whether a session is played at the table."""
        return self.there is not None and self.table.status is TableStatus.OPEN

    def limits(self, hand: int) -> Limits:  # noqa: ARG002  rounds count otherwise
        """The limits that the terms have for this hand of the session."""
        return self.plan.limits(self.hand.number, self.stacks.values())

    def own_limits(self) -> tuple[SeatLimits, ...]:
        """Nobody stakes more than the stack."""
        number = self.hand.number
        return tuple(
            self.plan.limits_at(seat, number, self.stacks[seat])
            for seat in sorted(self.playing)
        )

    def secret(self) -> str | None:
        """What the terms let be wagered in secret, where its game has it."""
        return self.plan.secret_at(self.table.game.value)

    def seats(self, sitting: Mapping[int, AnySeat]) -> Mapping[int, AnySeat]:
        """Entrants whom the draw seated there and who can meet the least Ante."""
        dealt = self.round is not None and self.round.first_card_at is not None
        if dealt or self.there is None:  # from the first card on nobody else stakes
            return sitting
        return {seat: sits for seat, sits in sitting.items() if seat in self.playing}

    def offered(self, state: State[Any], offers: Sequence[Offer]) -> Sequence[Offer]:
        """Nobody is offered a wager that the stack cannot pay."""
        if self.there is None:
            return offers
        staked = GAMES[state.setup.game].staked(state)
        has, most = self.stacks, self.plan.street_most
        return tuple(affordable(offers, has, staked, most))

    def stays(self, sitting: Mapping[int, AnySeat]) -> Mapping[int, int]:
        """Warnings remember a player for the whole tournament, wherever they sat."""
        return memory.stays(self.session, sitting).value

    def first_to_bet(self) -> int | None:
        """The seat with the marker."""
        if self.there is None:
            return None
        last = self.tally.keyed or self.tally.last
        return standing.marker(self.session, self.there, last, self.playing)

    def against_opening(self) -> Iterator[Refusal]:
        """Why no hand is dealt at the console: a gate, or that nobody keys cards."""
        yield from session_gates.cards_keyed(self.table.number, self.plan.keyed)
        yield from self.gates()

    def gates(self) -> Iterator[Refusal]:
        """The gates of the next hand, the same whoever and however many entered."""
        yield from session_gates.may_deal(self.hand)
        able = len(self.playing)
        yield from session_gates.somebody_plays(self.hand, self.plan.wager, able)
        yield from session_gates.all_seated(self.table.number, *self._places())
        found = queries.table_facts(self.session, self.tournament, self.now)
        known = replace(found, play=self._goes_on())
        verdict = transition(self.tournament.status, Action.NEXT_HAND, known)
        yield from verdict.refusals if isinstance(verdict, Refused) else ()
        for part, asked in product(PARTS, self.asked):
            yield from part.against(asked)

    def against_correcting(self, round_number: int) -> Iterator[Refusal]:
        """Once a table is counted and closed, what was counted holds."""
        there, lent = self.there, self.lent_to
        assert lent is not None, "A tournament plays at tables lent to it."
        where = (self.table.pk, int(lent.id), round_number)
        then = standing.at_table(self.session, *where)
        same = there is not None and then is not None and there.row.pk == then.row.pk
        if not (same and self.is_open()):
            wrong = f"Table {self.table.number} was counted and closed since."
            right = "What was counted holds; the Director rules on it."
            yield Refusal(COUNTED, wrong, right, "round")

    def _places(self) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """Who sits where, and who should by the draw and every move since."""
        there = self.there
        sit = {seat: standing.entrant(sits) for seat, sits in self.sitting.items()}
        if there is None:
            return sit, sit
        place = (there.session.session, self.table.number)
        whose = (there.session.tournament_id, there.session.stage_at)
        return sit, standing.entered(
            self.session, seats_at(self.session, *whose, place)
        )

    def _goes_on(self) -> facts.Play:
        dealt = self.under_way
        number = self.hand.number if dealt and dealt.first_card_at else None
        waiting = (part.unexamined(a) for part, a in product(PARTS, self.asked))
        forms = tuple(seat for seats in waiting for seat in seats)
        return facts.Play(f"table {self.table.number}", number, forms)

    def before_first_card(self, asked: MoveAsked) -> Iterator[Refusal]:
        """The gates again, and everybody's compulsory wager."""
        yield from self.against_opening()
        if not self.plan.compulsory:
            return
        staked = GAMES[asked.after.setup.game].staked(asked.after)
        secret = {one.seat for one in asked.after.sealed}
        waiting = {
            seat: asked.seats[seat].player
            for seat in sorted(self.playing)
            if seat in asked.seats and not (staked.get(seat) or seat in secret)
        }
        least = self.plan.level(self.hand.number).least_chips
        yield from session_gates.all_wager(self.plan.wager, least, waiting)

    def against_money(self) -> Iterable[Refusal]:
        """Chips of a tournament are counted, and never paid for at the table."""
        wrong = f"Table {self.table.number} is played in tournament chips."
        yield Refusal(NO_MONEY, wrong, "They are counted when the table closes.")
        yield from queries.terms_of(self.session, self.tournament).wagers.chips.guard(
            ChipKind.CASH
        )

    def progress(self, *, stops: bool = True) -> Progress | None:
        """Hand n of N, the limits in chips, stacks and the marker."""
        if not self.is_open():
            return None
        first, level = self.first_to_bet(), self.plan.level(self.hand.number)
        return Progress(
            f"{self.hand.says}, {self.plan.called}",
            wording.capital(replace(level, from_hand=1).text()),
            self._called_out(),
            {seat: self._beside(seat, is_first=seat == first) for seat in self.stacks},
            self.hand.ends_at,
            tuple(self.against_opening()) if stops else (),
            tuple(w for p, a in product(PARTS, self.asked) for w in p.ways(a)),
        )

    def _called_out(self) -> str:
        """What is said before the next hand: a void one is played again; the count."""
        void = self.tally.was_void and not self.hand.is_over
        again = f"Hand {self.hand.number} was void and is played again." if void else ""
        return " ".join(filter(None, (again, self.plan.announced(self.hand.played))))

    def _may_bet(self, seat: int) -> str:
        """What a seat may stake first; once cards are out its own buttons say it."""
        if self.under_way is not None and self.under_way.first_card_at is not None:
            return ""
        may = self.plan.limits_at(seat, self.hand.number, self.stacks[seat])
        return f", may bet {may.minimum:,} to {may.maximum:,}"

    def _beside(self, seat: int, *, is_first: bool) -> str:
        """What is said beside a seat: its stack, the marker, what others mark."""
        said = wording.chips(self.stacks[seat])
        if why := self.sitting_out.get(seat):
            said += f", {why}"
        elif seat not in self.playing:
            said += f", too few for the {self.plan.wager}"
        else:
            said += self._may_bet(seat) + (", bets first" if is_first else "")
        marks = (part.marks(a).get(seat) for part, a in product(PARTS, self.asked))
        return ", ".join((said, *(mark for mark in marks if mark)))
