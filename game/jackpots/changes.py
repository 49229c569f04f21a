"""What goes with an option, and what a closing meter hands on: all above its seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.jackpots.meter import Meter, in_cents
from game.rulebooks.crown3_jackpots import OPTIONS
from rulebook import CROWN3, Cited, Refusal, Refused, refusing


@refusing
def pairing(option: str, pay_table: str) -> Iterator[Refusal]:
    """Whether a seed table goes with a prize table: each option has its own."""
    own = OPTIONS[option]
    if own.pays.name != pay_table:
        wrong = f"{pay_table} does not go with the seeds of {option}."
        yield Refusal(own.seeds, wrong, f"Use {own.pays.name}.", "pay_table")


@dataclass(frozen=True, slots=True)
class Receiver:
    """A meter that takes over money, of this game or of another in the casino."""

    meter: str
    game: str
    cents: int


def surplus(meter: Meter) -> Cited[int]:
    """What a closing meter must hand on: its value less the seed times the price."""
    above = meter.value_cents - meter.reseed_cents
    return Cited(max(0, int(above)), CROWN3.at("9.1.1(j)"))


def close_meter(meter: Meter, receivers: Sequence[Receiver]) -> Meter | Refused:
    """The closed meter, once everything above its seed has a receiver."""
    return _all_handed_on(surplus(meter), receivers) or meter.reset()


@refusing
def _all_handed_on(due: Cited[int], receivers: Sequence[Receiver]) -> Iterator[Refusal]:
    given = sum(receiver.cents for receiver in receivers)
    if given != due.value:
        right = f"Exactly {in_cents(due.value)} must go to other meters."
        yield Refusal(due.cite, f"{in_cents(given)} is handed on.", right, "receivers")
    right = "Name a meter of this game or another, and an amount."
    for each in receivers:
        if each.cents <= 0 or not (each.meter and each.game):
            wrong = f"“{each.meter}” cannot receive {in_cents(each.cents)}."
            yield Refusal(CROWN3.at("9.1.1(j)(i)"), wrong, right, "receivers")
