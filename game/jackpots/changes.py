"""Changes to a Crown meter: tables that move, options that change, a meter that closes.

Each waits for its sign. A meter that closes hands on all it holds above its seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from game.jackpots.meter import Meter, in_cents
from game.rulebooks.crown3_jackpots import (
    CLOSURE_NOTICE,
    OPTION_CHANGE_NOTICE,
    OPTIONS,
    TABLE_CHANGE_NOTICE,
)
from game.signs import Sign, too_early
from rulebook import CROWN3, Cited, Refusal, Refused


def may_move_table(sign: Sign, now: datetime) -> Refused | None:
    """Whether a table may be added, removed or transferred now."""
    return _refused(too_early([sign], TABLE_CHANGE_NOTICE, now, "the table's move"))


def may_close_meter(signs: Mapping[str, Sign], now: datetime) -> Refused | None:
    """Whether the meter may close now: the wait runs from the last table's sign."""
    return _refused(too_early(signs.values(), CLOSURE_NOTICE, now, "closing the meter"))


def may_change_option(
    sign: Sign, now: datetime, notice: timedelta | None = None
) -> Refused | None:
    """Whether the option may change now; how long is reasonable is a setting."""
    wait = Cited(notice or OPTION_CHANGE_NOTICE.value, OPTION_CHANGE_NOTICE.cite)
    return _refused(too_early([sign], wait, now, "the change of option"))


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


def _refused(refusal: Refusal | None) -> Refused | None:
    return Refused((refusal,)) if refusal else None
