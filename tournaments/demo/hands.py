"""Hands keyed at a console of the demo house, card by card, secret wagers with them."""

from collections.abc import Mapping
from datetime import datetime
from random import Random
from typing import Any

from game.cards import DECK, show
from game.play.offers import Offer
from house.demo.patrons import done
from house.demo.staff import PRIYA
from house.floor.decks import services as cards
from house.floor.models import TableRow
from house.floor.rounds import book as books
from house.floor.rounds import opening, services
from house.floor.rounds.models import AnyRound
from house.floor.rounds.opening import RoundRequest
from house.floor.rounds.replay import Position
from house.floor.rounds.taps import Tap
from house.floor.tables import services as floor_tables
from tournaments.demo.leading import Led
from tournaments.play.play import TournamentPlay
from tournaments.rules.secret_wagers import ANTE, Written
from tournaments.rules.words_and_figures import in_words
from tournaments.secret import announcing, examining, handing_in, queries
from tournaments.secret.handing_in import HandingIn
from tournaments.secret.models import SecretFormRow, Way

KEYED = {"cards": "keyed"}
FOLDS = 0.2
# What the dealer does as soon as it is on offer, in this order.
GOES_ON = ("deal", "bet_or_fold", "reveal", "settle", "close")


class Console:
    """The tablet at one table: its dealer keys what happens there."""

    round: AnyRound  # that is played, or was played last

    def __init__(self, led: Led, number: int) -> None:
        """Take the tablet of a table."""
        self.led, self.number = led, number

    @property
    def table(self) -> TableRow:
        """The table."""
        found = floor_tables.get(self.led.demo.session, self.number, lock=True)
        assert found is not None
        return found

    def play(self, when: datetime) -> TournamentPlay:
        """What is played for there."""
        session, floor = self.led.demo.session, self.led.demo.floor
        found = floor.play_at(session, self.table, when)
        assert isinstance(found, TournamentPlay)
        return found

    def hand(
        self, when: datetime, antes: int, secret: Mapping[int, int] | None = None
    ) -> None:
        """A whole hand; secret antes by seat are announced after it."""
        session, act = self.led.demo.session, self.led.at(when, PRIYA)
        table, play = self.table, self.play(when)
        ready = cards.asked_for(session, table)
        last = books.last(session, books.REAL, table)
        number = last.number + 1 if last else 1
        wanted = RoundRequest(f"demo-{self.number}-{number}", KEYED, prepared=ready)
        self.round = done(
            opening.open_round(session, table, wanted, play, act, self.led.demo.seal)
        )
        first = play.first_to_bet()
        for seat in sorted(play.playing, key=lambda s: (s != first, s)):
            self._tap(when, "ante", seat=seat, amount=antes)
        self._sealed(when, secret or {})
        luck = Random(f"{self.led.row.slug} {self.number} {number}")  # noqa: S311
        self._dealt_out(when, luck)

    def _tap(self, when: datetime, name: str, **fields: Any) -> None:
        session, floor = self.led.demo.session, self.led.demo.floor
        seq = self._now().seq
        key = f"demo-{self.number}-{self.round.number}-{seq}"
        tap = Tap(key, self.round.number, seq, {"act": name, **fields})
        done(services.act(session, self.table, tap, self.led.at(when, PRIYA), floor))

    def _now(self) -> Position:
        session, seal = self.led.demo.session, self.led.demo.seal
        return books.position(session, books.REAL, self.round, seal)

    def _sealed(self, when: datetime, secret: Mapping[int, int]) -> None:
        """Forms are handed in from passes and examined by the supervisor."""
        act, floor = self.led.at(when, PRIYA), self.led.demo.floor
        for seat, amount in secret.items():
            written = Written(ANTE, f"{amount:,}", in_words(amount))
            key = f"demo-{self.number}-{self.round.number}-form-{seat}"
            salt = f"{seat:02}" * 32
            asked = HandingIn(seat, written, Way.PASS, key, salt=salt)
            form = done(handing_in.hand_in(self.play(when), asked, act, floor))
            assert isinstance(form, SecretFormRow)
            here = queries.look(self.play(when), floor.seal)
            assert here is not None
            done(examining.examine(here, form, act, floor))

    def _dealt_out(self, when: datetime, luck: Random) -> None:
        deck = [show([card]) for card in luck.sample(DECK, len(DECK))]
        while not (now := self._now()).over:
            offers: dict[str, Offer] = {}
            for offer in now.game.offers(now.state):
                offers.setdefault(offer.act, offer)
            if {"bet", "no_more_bets", *GOES_ON} & offers.keys():
                name, fields = self._next(offers, deck, luck)
                self._tap(when, name, **fields)
            else:  # only what was wagered in secret keeps the hand open
                self._announced(when)

    def _announced(self, when: datetime) -> None:
        """The supervisor announces what was wagered in secret."""
        floor, act = self.led.demo.floor, self.led.at(when, PRIYA)
        here = queries.look(self.play(when), floor.seal)
        assert here is not None
        key = f"demo-{self.number}-{self.round.number}-told"
        done(announcing.announce(here, key, act, floor))

    def _next(
        self, offers: Mapping[str, Offer], deck: list[str], luck: Random
    ) -> tuple[str, dict[str, Any]]:
        """The next tap: players bet or fold, then the dealer goes on."""
        if (bet := offers.get("bet")) is not None:
            assert bet.amounts is not None
            if luck.random() < FOLDS:
                return "fold", {"seat": bet.seat}
            return "bet", {"seat": bet.seat, "amount": bet.amounts.least}
        if "no_more_bets" in offers:
            return "no_more_bets", {}
        name = next(each for each in GOES_ON if each in offers)
        offer = offers[name]
        fields: dict[str, Any] = {"seat": offer.seat} if offer.seat else {}
        if offer.cards:
            fields["cards"] = [deck.pop() for _ in range(offer.cards.count)]
        return name, fields
