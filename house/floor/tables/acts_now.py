"""What may be done at a table now, and why the rest may not: pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from house.floor.acts import Act
from house.floor.limits.rules import CLOSING, ONE_AT_A_TIME
from house.floor.tables import closing, shutting
from house.floor.tables.queries import OnTheFloor
from house.floor.tables.standing import Standing
from rulebook import HOUSE, Cite, Refusal

OPEN = HOUSE.at("FLOOR-7")
AGAIN = HOUSE.at("SIGNS-2")
PERSONAL = HOUSE.at("SIGNS-11")


@dataclass(frozen=True, slots=True)
class Offered:
    """One act of a table's page: possible, or shown with every reason against it."""

    endpoint: str
    label: str
    cite: Cite
    reasons: tuple[Refusal, ...] = ()
    is_page: bool = False  # a form of its own, rather than done with one touch
    primary: bool = False


# What a clock that was moved back stops: whatever puts a sign up or takes it down.
SIGNED = {"put_up_sign", "limits", "for_everyone", "closing", "take_down_sign"}


def offered(
    one: OnTheFloor,
    not_open: Iterable[Refusal],
    act: Act,
    back: Refusal | None = None,
) -> Iterator[Offered]:
    """The acts of a table in the order in which they are needed."""
    for each in _offered(one, not_open, act):
        if back is not None and each.endpoint in SIGNED:
            yield replace(each, reasons=(*each.reasons, back), primary=False)
        else:
            yield each


def _offered(
    one: OnTheFloor, not_open: Iterable[Refusal], act: Act
) -> Iterator[Offered]:
    stands = one.stands
    if not one.is_open:
        reasons = tuple(not_open)
        yield Offered("open_table", "Open the table", OPEN, reasons, primary=True)
        return
    if one.lacks_sign or _sign_missing(stands):
        yield Offered("put_up_sign", "The sign is up again", AGAIN, primary=True)
    waiting = tuple(_in_the_way(one))
    label = "Change the limits"
    yield Offered("limits", label, ONE_AT_A_TIME, waiting, is_page=True)
    if stands.waits(one.now) is not None:
        yield Offered("call_off_limits", "Call the change off", ONE_AT_A_TIME)
    elif stands.kept:
        label = "Raise for everyone"
        yield Offered("for_everyone", label, ONE_AT_A_TIME, waiting, is_page=True)
    yield Offered("personal", "Agree personal limits", PERSONAL, (), is_page=True)
    yield from _closing(one, act)
    if not one.lacks_sign:
        yield Offered("take_down_sign", "The sign is down", AGAIN, is_page=True)


def _sign_missing(stands: Standing) -> bool:
    waits = (stands.change, stands.closing)
    return any(row is not None and row.sign_id is None for row in waits)


def _in_the_way(one: OnTheFloor) -> Iterator[Refusal]:
    if one.changing:
        wrong = "A change of the limits waits for its time."
        yield Refusal(ONE_AT_A_TIME, wrong, "Wait for it, or call it off.")
    if one.closing:
        yield Refusal(CLOSING, "The table is about to close.", "Keep it open first.")


def _closing(one: OnTheFloor, act: Act) -> Iterator[Offered]:
    stands = one.stands
    cite = closing.cite_of(stands.table)
    if stands.closing is None:
        yield Offered("closing", "Announce closing", cite, is_page=True)
    elif stands.closing.hands_needed is not None:
        first = stands.closing.hand_under_way
        label = "The hand under way is over" if first else "Hand played"
        ready = one.hands_left == 0
        yield Offered("hand_played", label, cite, primary=not ready)
    if stands.closing is not None:
        now = tuple(shutting.check_close(stands, act, nobody=False))
        label = "Close after notice"
        yield Offered("close_noticed", label, cite, now, is_page=True, primary=not now)
        yield Offered("keep_open", "Keep the table open", cite)
    empty = tuple(shutting.check_close(stands, act, nobody=True))
    label = "Nobody plays: close now"
    yield Offered("close_table", label, closing.NOBODY, empty, is_page=True)
