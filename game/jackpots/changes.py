"""What goes with an option, and what a closing meter hands on: all above its seed."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.jackpots.meter import Meter, in_cents
from game.rulebooks.crown3_jackpots import OPTIONS
from rulebook import CROWN3, Cited, Refusal, Refused


def pairing(option: str, pay_table: str) -> Refused | None:
    """Whether a seed table goes with a prize table: each option has its own."""
    own = OPTIONS[option]
    if own.pays.name == pay_table:
        return None
    wrong = f"{pay_table} does not go with the seeds of {option}."
    right = f"Use {own.pays.name}."
    refusal = Refusal(own.seeds, wrong, right, "pay_table")
    return Refused((refusal,))


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
    due = surplus(meter)
    given = sum(receiver.cents for receiver in receivers)
    refusals: list[Refusal] = []
    if given != due.value:
        refusals.append(
            Refusal(
                due.cite,
                f"{in_cents(given)} is handed on.",
                f"Exactly {in_cents(due.value)} must go to other meters.",
                field="receivers",
            )
        )
    refusals += [
        Refusal(
            CROWN3.at("9.1.1(j)(i)"),
            f"“{receiver.meter}” cannot receive {in_cents(receiver.cents)}.",
            "Name a meter of this game or another, and an amount.",
            field="receivers",
        )
        for receiver in receivers
        if receiver.cents <= 0 or not (receiver.meter and receiver.game)
    ]
    return Refused(tuple(refusals)) if refusals else meter.reset()
