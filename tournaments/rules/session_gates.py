"""The gates of a session and of its hands: when it starts, when play stops."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.session_plan import Keyed

ON_TIME: Cite = HOUSE.at("TOURN-160")
HANDS: Cite = HOUSE.at("TOURN-161")
COMPULSORY: Cite = Cite("CROWN3-12.4.4(b)")
STACKS_ALONE: Cite = HOUSE.at("TOURN-201")
ON_PAPER: Cite = HOUSE.at("TOURN-238")


@dataclass(frozen=True, slots=True)
class Start:
    """A session that somebody wants to start."""

    called: str
    starts: datetime
    now: datetime
    zone: ZoneInfo
    is_running: bool
    is_started: bool
    seated: int


def may_start(asked: Start) -> Iterator[Refusal]:
    """Why a session cannot start now."""
    name = wording.capital(asked.called)
    if not asked.is_running:
        wrong = "Play has not started."
        yield Refusal(ON_TIME, wrong, "Start play on the path of the tournament.")
    if asked.is_started:
        yield Refusal(ON_TIME, f"{name} was started already.")
    elif asked.now < asked.starts:
        wrong = f"{name} starts {wording.when(asked.starts, asked.zone)}."
        yield Refusal(ON_TIME, wrong, "It does not start before that.")
    if not asked.seated:
        wrong = f"Nobody has a seat in {asked.called}."
        yield Refusal(ON_TIME, wrong, "Draw and release the seats first.")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that is to be dealt at a table of a session."""

    table: int
    played: int
    hands: int | None
    now: datetime
    ends_at: datetime | None
    paused: str | None  # the reason, while it is paused

    @property
    def number(self) -> int:
        """Which hand of the session it is."""
        return self.played + 1

    @property
    def all_played(self) -> bool:
        """Whether every hand of the session was played at the table."""
        return self.hands is not None and self.played >= self.hands

    @property
    def out_of_time(self) -> bool:
        """Whether the clock has ended the session."""
        return self.ends_at is not None and self.ends_at <= self.now

    @property
    def is_over(self) -> bool:
        """Whether no hand is left to play."""
        return self.all_played or self.out_of_time

    @property
    def says(self) -> str:
        """Where the session is at the table."""
        if self.is_over:
            return wording.figure(self.played, "hand") + " played"
        of = f" of {self.hands}" if self.hands else ""
        return f"Hand {self.number}{of}"


def may_deal(hand: Hand) -> Iterator[Refusal]:
    """Why no further hand is dealt at a table of the session."""
    right = "Count the stacks and close the table."
    if hand.all_played:
        hands = wording.figure(hand.hands or 0, "hand")
        wrong = f"All {hands} of the session are played at table {hand.table}."
        yield Refusal(HANDS, wrong, right)
    if hand.out_of_time:
        yield Refusal(HANDS, "The time of the session is over.", right)
    if hand.paused is not None:
        wrong = f"The session is paused: {hand.paused}"
        yield Refusal(HANDS, wording.ended(wrong), "The Director lets it go on.")


def cards_keyed(table: int, keyed: Keyed) -> Iterator[Refusal]:
    """At a table where stacks alone are keyed no hand is dealt at the console."""
    if keyed is not Keyed.CARDS:
        wrong = f"Nobody keys cards at table {table} in this session."
        right = "Key the stacks on the page of the table after the hand."
        yield Refusal(STACKS_ALONE, wrong, right)


def forms_sealed(table: int, *, on_paper: bool) -> Iterator[Refusal]:
    """Where nobody keys cards, secret wagers stay on paper and are examined by hand."""
    if on_paper:
        wrong = f"Nobody keys cards at table {table}: no secret wager is sealed here."
        right = "It is written on the paper form; the supervisor examines it by hand."
        yield Refusal(ON_PAPER, wrong, right)


def somebody_plays(hand: Hand, wager: str, playing: int) -> Iterator[Refusal]:
    """A hand is dealt to somebody: where no stack meets the wager, none is."""
    if not playing and not hand.is_over:
        wrong = f"Nobody at table {hand.table} can place the {wager}."
        yield Refusal(HANDS, wrong, "Count the stacks and close the table.")


def all_seated(
    table: int, sitting: Mapping[int, int], placed: Mapping[int, int]
) -> Iterator[Refusal]:
    """Everybody sits where the draw or a move has put them."""
    if dict(sitting) != dict(placed):
        wrong = f"Somebody was moved to table {table} or away from it."
        right = "Bring the seats up to date on the page of play."
        yield Refusal(ON_TIME, wrong, right)


def all_wager(wager: str, least: int, waiting: dict[int, str]) -> Iterator[Refusal]:
    """Everybody who takes part places the Ante, where the terms say so."""
    for seat, player in waiting.items():
        wrong = f"{player} at seat {seat} has not placed the {wager}."
        right = f"It is compulsory, and {wording.chips(least)} at least."
        yield Refusal(COMPULSORY, wrong, right, "seat")
