"""What the prize store asks: a thing is promised once, and stays while it is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from promotions.rules.clauses.prizes import Prize
from promotions.rules.goods import PrizeKind
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording

ONCE: Cite = HOUSE.at("PROMOTION-83")
STAYS: Cite = HOUSE.at("PROMOTION-84")
MOST = 500  # things entered together
LONGEST = 64
SHOWN = 5  # marks in a sentence
DEAREST = 10**12  # cents


@dataclass(frozen=True, slots=True)
class Count:
    """How many of one prize there are, and how they stand."""

    number: int
    prize: Prize
    planned: int = 0  # in all draws of the terms
    bought: int = 0  # in the store, or handed over from it
    cost_cents: int = 0
    promised: int = 0  # somebody won it and waits
    handed: int = 0  # as things; money instead leaves the thing where it is
    paid: int = 0  # in money
    unclaimed: int = 0  # nobody's by two signatures, and stays with the casino

    @property
    def is_money(self) -> bool:
        """Whether it is paid, and never lies in a store."""
        return self.prize.kind is PrizeKind.MONEY

    @property
    def held(self) -> int:
        """How many are in the store now."""
        return max(self.bought - self.handed, 0)

    @property
    def free(self) -> int:
        """How many nobody waits for."""
        return max(self.held - self.promised, 0)

    @property
    def short(self) -> int:
        """How many are still to be bought for what the terms promise."""
        settled = self.handed + self.paid + self.unclaimed
        return 0 if self.is_money else max(self.planned - settled - self.held, 0)


def listed(text: str) -> tuple[str, ...]:
    """The marks of things, one on each line, as they are compared."""
    return tuple(
        " ".join(line.split()).upper() for line in text.splitlines() if line.strip()
    )


def enterable(
    prize: Prize | None, things: Sequence[str], cost_cents: int, note: str
) -> Iterator[Refusal]:
    """Why things cannot be entered, whatever the store holds."""
    if prize is None:
        wrong = "The terms have no such prize."
        yield Refusal(ONCE, wrong, "Choose one of theirs.", "prize")
    elif prize.kind is PrizeKind.MONEY:
        wrong = f"“{prize.title}” is money."
        yield Refusal(ONCE, wrong, "Money is paid from the ledger.", "prize")
    if not 0 < len(things) <= MOST:
        wrong = f"{wording.capital(wording.many(len(things), 'thing'))} would come in."
        yield Refusal(ONCE, wrong, f"Enter from 1 to {MOST} at a time.", "things")
    for thing in dict.fromkeys(things):
        if len(thing) > LONGEST:
            wrong = f"The mark “{thing[:20]}…” has {len(thing)} characters."
            yield Refusal(ONCE, wrong, f"At most {LONGEST}.", "things")
        if things.count(thing) > 1:
            yield Refusal(ONCE, f"{thing} is written twice.", "Once each.", "things")
    if not 0 <= cost_cents <= DEAREST:
        wrong = f"One would cost {wording.dollars(cost_cents)}."
        yield Refusal(ONCE, wrong, "Enter what each cost, or 0.", "cost")
    if not note.strip():
        wrong = "It is not said where they came from."
        yield Refusal(ONCE, wrong, "Name the supplier or the invoice.", "note")


def removable(count: Count, thing: str, why: str) -> Iterator[Refusal]:
    """Why a thing stays in the store: somebody who won it waits for it."""
    if not count.free:
        waits = wording.many(count.promised, "winner waits", "winners wait")
        wrong = f"{thing} is promised: {waits} and {count.held} are held."
        yield Refusal(STAYS, wrong, "Enter another first.", "thing")
    if not why.strip():
        yield Refusal(STAYS, "It is not said why.", "Write why it leaves.", "why")


def which(count: Count, thing: str, free: Sequence[str]) -> Iterator[Refusal]:
    """Why it is not known which of the things in the store goes over the counter."""
    if count.bought and count.held and thing not in free:
        wrong = f"{thing or 'No thing'} is not in the store as “{count.prize.title}”."
        right = f"Name the one that goes: {wording.listed(free[:SHOWN], 'or')}."
        yield Refusal(STAYS, wrong, right, "thing")


def in_store(count: Count) -> Iterator[Refusal]:
    """Why no such thing can go over the counter: the store has none left."""
    if count.bought and not count.held:
        wrong = f"No “{count.prize.title}” is left: all {count.bought} went out."
        yield Refusal(STAYS, wrong, "Enter what was bought in the prize store.")
