"""What each document asks of its meters, gathered from its own jackpot rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta

from game.jackpots.meter import CROWN3_METER
from game.jackpots.rules import LinkRules, ManyMeters, MeterRules, OpeningRules
from game.jackpots.shares import card_alarm, own_cards_alarm
from game.ranks import Rank
from game.rulebooks import (
    crown3_jackpots,
    mass_side_bets,
    nsw3_jackpots,
    star4_jackpots,
)
from rulebook import (
    CROWN3,
    HOUSE,
    MASS,
    STAR4,
    VIC99,
    Cite,
    Cited,
    Refusal,
)

SERVES = HOUSE.at("METERS-5")
HANDS_ON = HOUSE.at("METERS-3")
NOTICE = Cited(timedelta(minutes=20), HOUSE.at("METERS-2"))
CONFIRMS = Cited(Rank.SUPERVISOR, HOUSE.at("METERS-7"))
SET_FIRST = HOUSE.at("JACKPOT-2")
FLOOR = HOUSE.at("METERS-15")
APPROVED = VIC99.at("N25-11.3")
CLAIMED = HOUSE.at("METERS-16")


@dataclass(frozen=True, slots=True)
class System:
    """The meters of one document."""

    code: str
    game: str
    links: LinkRules
    many: ManyMeters
    meter: MeterRules
    alarm: Callable[[int, int], Refusal | None]
    confirms: Cited[Rank] = CONFIRMS
    table_notice: Cited[timedelta] = NOTICE
    closure_notice: Cited[timedelta] = NOTICE
    hands_on: Cite = HANDS_ON
    opening: OpeningRules | None = None
    every_wager: Cite | None = None  # each wager is a row of its own
    settled_when: Cite = CLAIMED  # a claim counts from when it is entered

    @property
    def serves(self) -> Cite:
        """Why an open meter has at least one table."""
        return self.links.serves or SERVES


SYSTEMS: Mapping[str, System] = {
    system.code: system
    for system in (
        System(
            "CROWN3",
            "mississippi_stud",
            links=crown3_jackpots.LINKS,
            many=crown3_jackpots.MANY_METERS,
            meter=CROWN3_METER,
            alarm=card_alarm,
            confirms=crown3_jackpots.DECIDES_METERED,
            table_notice=crown3_jackpots.TABLE_CHANGE_NOTICE,
            closure_notice=crown3_jackpots.CLOSURE_NOTICE,
            hands_on=CROWN3.at("9.1.1(j)"),
            settled_when=CROWN3.at("10.2.2"),
        ),
        System(
            "MASS",
            "mississippi_stud",
            links=mass_side_bets.LINKS,
            many=ManyMeters(most=Cited(None, MASS.at("11P(k)"))),
            meter=MeterRules(
                floor=FLOOR,
                seed=SET_FIRST,
                increments=SET_FIRST,
                prizes=MASS.at("11P(e)"),
                reset=SET_FIRST,
            ),
            alarm=card_alarm,
        ),
        System(
            "NSW3",
            "mississippi_stud",
            links=nsw3_jackpots.LINKS,
            many=nsw3_jackpots.MANY_METERS,
            meter=nsw3_jackpots.METER,
            alarm=card_alarm,
            opening=nsw3_jackpots.OPENING,
        ),
        System(
            "STAR4",
            "mississippi_stud",
            links=star4_jackpots.LINKS,
            many=star4_jackpots.MANY_METERS,
            meter=star4_jackpots.METER,
            alarm=card_alarm,
            opening=star4_jackpots.OPENING,
            every_wager=STAR4.at("2.3"),
        ),
        System(
            "VIC99",
            "caribbean_stud",
            links=LinkRules(
                joins=APPROVED,
                pay_table=VIC99.at("N25-12.1"),
                rate_and_seed=APPROVED,
                price=VIC99.at("N25-11.2"),
                one_meter=APPROVED,
            ),
            many=ManyMeters(most=Cited(None, APPROVED)),
            meter=MeterRules(
                floor=FLOOR,
                seed=SET_FIRST,
                increments=APPROVED,
                prizes=VIC99.at("N25-12.1"),
                reset=SET_FIRST,
            ),
            alarm=own_cards_alarm,
        ),
    )
}
