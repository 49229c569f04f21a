"""What the console asks for now, and the buttons that answer it. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.cards import show
from game.play import Amounts, Offer
from game.ranks import Rank
from house.units import written
from rulebook import Cite

MOST_BLIND = 3
TIMES = ("once", "twice", "3 times", "4 times")


@dataclass(frozen=True, slots=True)
class Button:
    """One tap: what it says, and the move it stands for."""

    label: str
    small: str
    move: Mapping[str, Any]
    cite: Cite
    needs_reason: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """An amount that may be typed instead of tapped."""

    label: str
    move: Mapping[str, Any]
    least: int
    most: int
    step: int
    hint: str


@dataclass(frozen=True, slots=True)
class Extra:
    """A further wager to add to an ante before it is tapped."""

    wager: str
    label: str
    taps: tuple[tuple[int, str], ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Prompt:
    """What may happen at one seat, or at the table as a whole."""

    seat: int | None
    title: str
    sentence: str
    cite: Cite | None
    buttons: tuple[Button, ...]
    typed: tuple[Typed, ...] = ()
    extras: tuple[Extra, ...] = ()
    more: tuple[Button, ...] = ()  # for a higher rank

    @property
    def antes(self) -> bool:
        """Whether a stake is put down here: in chips, or in something else."""
        return any(button.move["act"] == "ante" for button in self.buttons)

    @property
    def spots(self) -> tuple["Spot", ...]:
        """The places to bet on, each with its own buttons, where there are several."""
        names = dict.fromkeys(b.move["spot"] for b in self.buttons if "spot" in b.move)
        return tuple(
            Spot(
                name.title(),
                tuple(b for b in self.buttons if b.move.get("spot") == name),
                next((t for t in self.typed if t.move.get("spot") == name), None),
            )
            for name in names
        )


@dataclass(frozen=True, slots=True)
class Spot:
    """One place of several to bet on, such as Player, Banker or Tie."""

    name: str
    buttons: tuple[Button, ...]
    typed: Typed | None


@dataclass(frozen=True, slots=True)
class Keying:
    """Cards to be keyed on the deck: how many, for whom, and the move they make."""

    label: str
    for_whom: str
    count: int
    left: frozenset[str]
    move: Mapping[str, Any]
    cite: Cite


def keying(offers: Iterable[Offer]) -> Keying | None:
    """The cards that are keyed now, if any are."""
    for offer in offers:
        if offer.cards is not None:
            wanted = offer.cards
            left = frozenset(show((card,)) for card in wanted.left)
            return Keying(
                offer.label,
                wanted.for_whom,
                wanted.count,
                left,
                _move(offer),
                offer.cite,
            )
    return None


def at_the_table(offers: Sequence[Offer], rank: Rank) -> tuple[Button, ...]:
    """What the dealer does for the whole table: calls, deals, turns, closes."""
    return tuple(
        Button(offer.label, "", _move(offer), offer.cite)
        for offer in offers
        if _for_the_table(offer) and rank >= offer.rank
    )


def _for_the_table(offer: Offer) -> bool:
    """A hand is settled by the dealer in its turn, whoever sits there."""
    return offer.cards is None and (offer.seat is None or offer.act == "settle")


def at_seats(
    offers: Sequence[Offer],
    staked: Mapping[int, Mapping[str, int]],
    unit: str,
    rank: Rank,
    open_hands: Mapping[int, str] | None = None,
) -> tuple[Prompt, ...]:
    """What may happen at each seat, in the order of the seats.

    A blind hand is offered where the open hand of its player lies.
    """
    offers = [offer for offer in offers if not _for_the_table(offer)]
    blind = [offer for offer in offers if offer.blind]
    usual = [offer for offer in offers if not offer.blind]
    seats = sorted({offer.seat for offer in usual if offer.seat is not None})
    asks = []
    for seat in seats:
        ask = _ask(seat, [o for o in usual if o.seat == seat], staked, unit, rank)
        player = (open_hands or {}).get(seat, "")
        extra = _blind_hands(blind, player, staked.get(seat, {}).get("ante", 0), unit)
        asks.append(replace(ask, buttons=(*ask.buttons, *extra)))
    return tuple(asks)


def _blind_hands(
    offers: Sequence[Offer], player: str, ante: int, unit: str
) -> Iterator[Button]:
    """Further hands that a player with an open hand may buy unseen."""
    for offer in offers[:MOST_BLIND] if player and ante else ():
        move = _move(offer, ante) | {"player": player}
        small = f"seat {offer.seat}, {written(ante, unit)}"
        yield Button("Blind hand", small, move, offer.cite)


def _ask(
    seat: int,
    offers: Sequence[Offer],
    on_table: Mapping[int, Mapping[str, int]],
    unit: str,
    rank: Rank,
) -> Prompt:
    staked = on_table.get(seat, {})
    usual = [o for o in offers if o.rank <= Rank.DEALER and o.cards is None]
    usual.sort(key=lambda offer: offer.act != "fold")  # where the hand expects it
    buttons = tuple(b for offer in usual for b in _buttons(offer, staked, unit))
    first = next((o for o in usual if o.amounts), usual[0] if usual else offers[0])
    extras = {x.wager: x for o in usual for x in o.extras}
    return Prompt(
        seat,
        f"Seat {seat}",
        _sentence(first, staked, unit),
        first.cite,
        buttons,
        tuple(t for offer in usual for t in _typed(offer, unit)),
        tuple(
            Extra(
                x.wager,
                x.label,
                tuple((tap, written(tap, unit)) for tap in x.amounts.taps),
                x.cite,
            )
            for x in extras.values()
        ),
        tuple(
            Button(o.label, "", _move(o), o.cite, needs_reason="grounds" in o.needs)
            for o in offers
            if Rank.DEALER < o.rank <= rank
        ),
    )


def _move(offer: Offer, amount: int | None = None) -> dict[str, Any]:
    """The move of an offer as JSON; what is left open is filled in by a tap."""
    move: dict[str, Any] = {"act": offer.act}
    if offer.seat is not None:
        move["seat"] = offer.seat
    if amount is not None:
        blind = "amounts" in offer.needs
        move |= {"amounts": [amount] * 3} if blind else {"amount": amount}
    if offer.spot is not None:
        move["spot"] = str(offer.spot)
    return move | ({"blind": True} if offer.blind else {})


def _buttons(offer: Offer, staked: Mapping[str, int], unit: str) -> Iterator[Button]:
    if offer.amounts is None:
        yield Button(offer.label, _small(offer, staked, unit), _move(offer), offer.cite)
        return
    ante = staked.get("ante", 0)
    for tap in offer.amounts.taps:
        small = offer.label if not ante or tap % ante else TIMES[tap // ante - 1]
        move = _move(offer, tap)
        yield Button(written(tap, unit), small, move, offer.cite)


def _small(offer: Offer, staked: Mapping[str, int], unit: str) -> str:
    if offer.act not in ("fold", "concede"):
        return ""
    lost = sum(stake for name, stake in staked.items() if name != "jackpot")
    return f"loses {written(lost, unit)}"


def _typed(offer: Offer, unit: str) -> Iterator[Typed]:
    amounts = offer.amounts
    if amounts is None or amounts.least == amounts.most:
        return
    hint = _range(amounts, unit)
    yield Typed(
        offer.label, _move(offer), amounts.least, amounts.most, amounts.step, hint
    )


def _range(amounts: Amounts, unit: str) -> str:
    least, most = (written(a, unit) for a in (amounts.least, amounts.most))
    step = f" in {written(amounts.step, unit)}" if amounts.step > 1 else ""
    return f"{least} to {most}{step}"


def _sentence(offer: Offer, staked: Mapping[str, int], unit: str) -> str:
    if offer.amounts is None:
        lies = sum(staked.values())
        return f"{written(lies, unit)} on the table" if lies else offer.label
    if offer.amounts.least == offer.amounts.most:
        return f"{offer.label}: {written(offer.amounts.least, unit)}"
    return f"{offer.label}, {_range(offer.amounts, unit)}"
