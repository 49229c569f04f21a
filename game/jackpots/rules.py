"""What a document says of its jackpot, clause by clause, apart from the prizes."""

from dataclasses import dataclass

from rulebook import Cite, Cited


@dataclass(frozen=True, slots=True)
class MeterRules:
    """What the meter must show, and when it starts again."""

    floor: Cite
    seed: Cite
    increments: Cite
    prizes: Cite
    reset: Cite


@dataclass(frozen=True, slots=True)
class LinkRules:
    """What the tables of one meter must have in common."""

    joins: Cite  # a table joins only on the same terms
    pay_table: Cite
    rate_and_seed: Cite
    price: Cite
    serves: Cite | None = None  # a meter is for one table or one group of tables
    one_meter: Cite | None = None  # a table is on one meter only
    qualifying: Cite | None = None
    decks: Cite | None = None


@dataclass(frozen=True, slots=True)
class ManyMeters:
    """How several meters may run beside one another."""

    most: Cited[int | None]  # None: as many as the house likes
    different_price: Cite | None = None
    same_option: Cite | None = None
    linking: Cite | None = None  # several pools: every table's link is checked


@dataclass(frozen=True, slots=True)
class OpeningRules:
    """What must be in place before a jackpot opens at a table."""

    approval: Cite
    display: Cite
    feeds: Cite  # the meter shows what the stakes have fed
    price_sign: Cite
    bonus_sign: Cite
    folded_sign: Cite | None = None  # folded hands may still qualify
    spots: Cite | None = None  # areas or slots for jackpot wagers on the layout


@dataclass(frozen=True, slots=True)
class WageringRules:
    """When a jackpot wager is accepted."""

    needs_stake: Cite
    accepted: Cite
    price: Cite
    before_first_card: Cite
    on_anothers_box: Cite | None = None


@dataclass(frozen=True, slots=True)
class SharingRules:
    """How winners of one round share, and in which order jackpots are paid."""

    one_royal: Cite
    one_straight_flush: Cite
    several: Cite
    royals: Cite
    straight_flushes: Cite
    straight_flush_first: Cite
    right_to_left: Cite
    paid_apart: Cite
    bonus_needs_wager: Cite
    bonus_offered: Cite
    bonus_eligible: Cite
    bonus_paid_to: Cite
    bonus_not_to_winner: Cite
    bonus_first: Cite
    fixed: Cite  # what the document calls a fixed jackpot
    progressive: Cite
