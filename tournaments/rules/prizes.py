"""The prize pool and the prizes, to the cent; prizes always add up to the pool."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules.clauses.prizes import PrizeSplitClause, Remainder, SplitBy
from tournaments.rules.facts import Facts
from tournaments.rules.terms import Terms

SPLIT = "winners.split"
MOST_LINES = 20  # of printed prizes that are wrong


@dataclass(frozen=True, slots=True)
class Takings:
    """How often each payment was made."""

    entries: int
    rebuys: int = 0
    add_ons: int = 0
    buy_backs: int = 0
    repechage_fees: int = 0


def pool_cents(terms: Terms, paid_in_cents: int) -> int:
    """The prize pool: what of payments went into it, and what the operator adds."""
    clause = terms.winners.pool
    return max(clause.at_least_cents, paid_in_cents + (clause.added_cents or 0))


def planned_pool_cents(terms: Terms, takings: Takings) -> int:
    """The pool that so many payments would make, each shared in whole cents."""
    counts = (
        takings.entries,
        takings.entries,
        takings.rebuys,
        takings.add_ons,
        takings.buy_backs,
        takings.repechage_fees,
    )
    paid_in = sum(
        count * part.shared(part.cents).pool_cents
        for count, part in zip(counts, terms.winners.pool.parts(terms), strict=True)
    )
    return pool_cents(terms, paid_in)


def prizes_cents(terms: Terms, pool: int, players: int) -> tuple[int, ...]:
    """The prize of each place, the winner's first."""
    split = terms.winners.split
    if split.by is SplitBy.SEATS:
        return _seats(pool, split.seat_cents, players)
    table = split.table_for(players)
    if table is None:
        return ()
    if split.by is SplitBy.AMOUNTS:
        return table.amounts_cents
    # A step of nothing is refused by the clause; until then a cent is reckoned with.
    step = max(split.step_cents, 1)
    return shared_out(pool, table.shares, step, split.remainder)


def shared_out(
    pool: int, shares: Sequence[Fraction], step: int, remainder: Remainder
) -> tuple[int, ...]:
    """A pool shared out in steps; what is left goes where the terms say."""
    exact = [pool * share / step for share in shares]
    steps = [part.numerator // part.denominator for part in exact]
    left = pool // step - sum(steps)
    if remainder is Remainder.LARGEST:
        by_size = sorted(range(len(exact)), key=lambda at: (steps[at] - exact[at], at))
        for at in by_size[:left]:
            steps[at] += 1
    amounts = [count * step for count in steps]
    if amounts:
        amounts[0] += pool - sum(amounts)
    return tuple(amounts)


def _seats(pool: int, seat_cents: int, players: int) -> tuple[int, ...]:
    """As many seats as the pool buys, what is left over to the next place."""
    count = min(pool // seat_cents, players) if seat_cents else 0
    seats = [seat_cents] * count
    left = pool - sum(seats)
    if left and count < players:
        return (*seats, left)
    return (seats[0] + left, *seats[1:]) if seats else ()


def prize_refusals(terms: Terms, players: int, pool: int) -> Iterator[Refusal]:
    """Why the prizes do not add up for this many players."""
    prizes, seat = prizes_cents(terms, pool, players), terms.winners.split.seat_cents
    if prizes and sum(prizes) != pool:
        yield Refusal(
            Cite("CROWN3-12.5.2(c)"),
            f"The prizes add up to {wording.dollars(sum(prizes))}; the pool is "
            f"{wording.dollars(pool)}.",
            "Let them agree, or share the pool by percentages.",
            f"{SPLIT}.tables",
        )
    if len(prizes) > players:
        yield Refusal(
            Cite("CROWN3-12.5.2(c)"),
            f"{len(prizes)} places win a prize and {players} players take part.",
            "Give fewer prizes, or a split of their own to so few players.",
            f"{SPLIT}.tables",
        )
    if terms.winners.split.by is SplitBy.SEATS and pool < seat:
        yield Refusal(
            Cite("CROWN3-12.5.2(c)"),
            f"The pool is {wording.dollars(pool)} and does not buy one seat of "
            f"{wording.dollars(seat)}.",
            "Raise the fewest players, or guarantee a seat.",
            f"{SPLIT}.seat_cents",
        )


def seats_named(facts: Facts) -> Iterator[Refusal]:
    """Where seats are won, there is a tournament that they are in, at that price."""
    split = facts.terms.winners.split if facts.terms else PrizeSplitClause()
    costs = facts.seat_costs
    if split.by is not SplitBy.SEATS or not split.seat_in:
        return
    if costs is None:
        yield Refusal(
            HOUSE.at("TOURN-390"),
            f"There is no tournament at /t/{split.seat_in} to win a seat in.",
            "Enter the last part of its address.",
            f"{SPLIT}.seat_in",
        )
    elif costs != split.seat_cents:
        yield Refusal(
            HOUSE.at("TOURN-390"),
            f"A seat in it costs {wording.dollars(costs)}; the prize is worth "
            f"{wording.dollars(split.seat_cents)}.",
            f"Let a seat be worth {wording.dollars(costs)}.",
            f"{SPLIT}.seat_cents",
        )


def example_refusals(terms: Terms) -> tuple[Refusal, ...]:
    """Printed prizes that are not what the split gives, place by place."""
    return tuple(
        Refusal(
            HOUSE.at("TOURN-12"),
            _line(terms, place, example.players, (right, said)),
            f"Print {wording.dollars(right)}.",
            f"{SPLIT}.examples.{at}.amounts_cents.{place}",
        )
        for at, example in enumerate(terms.winners.split.examples)
        for pool in [planned_pool_cents(terms, Takings(example.players))]
        for place, (right, said) in enumerate(
            _side_by_side(
                prizes_cents(terms, pool, example.players), example.amounts_cents
            )
        )
        if right != said
    )[:MOST_LINES]


def _side_by_side(right: Sequence[int], said: Sequence[int]) -> list[tuple[int, int]]:
    longest = max(len(right), len(said))
    return [
        (right[at] if at < len(right) else 0, said[at] if at < len(said) else 0)
        for at in range(longest)
    ]


def _line(terms: Terms, place: int, players: int, figures: tuple[int, int]) -> str:
    (right, said), pool = figures, planned_pool_cents(terms, Takings(players))
    table = terms.winners.split.table_for(players)
    share = ""
    if table and terms.winners.split.by is SplitBy.SHARES and place < len(table.shares):
        share = (
            f"{wording.per_cent(table.shares[place])} of {wording.dollars(pool)} is "
        )
    return (
        f"{wording.capital(wording.ordinal(place + 1))} place with {players} players: "
        f"{share}{wording.dollars(right)}; the terms print {wording.dollars(said)}."
    )
