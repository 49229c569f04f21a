"""What each document asks of its meters, gathered from its own jackpot rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from game.bonus_hand import CardsUsed
from game.hands import Category
from game.jackpots import caribbean
from game.jackpots.crown_round import SEQUENTIAL, may_fix
from game.jackpots.equipment import Equipment, may_take_wagers
from game.jackpots.meter import CROWN3_METER
from game.jackpots.payment import Payment
from game.jackpots.prizes import PrizeTable
from game.jackpots.rules import (
    LinkRules,
    ManyMeters,
    MeterRules,
    OpeningRules,
    SharingRules,
)
from game.jackpots.seat_by_seat import CARDS_USED, LINK_CARDS_USED
from game.jackpots.shares import card_alarm, own_cards_alarm
from game.ranks import Rank
from game.rulebooks import (
    crown3_jackpots,
    mass_side_bets,
    nsw3_jackpots,
    star4_jackpots,
    vic99_jackpots,
)
from game.rulebooks.crown3_jackpots import OPTIONS, Option
from rulebook import (
    CROWN3,
    HOUSE,
    MASS,
    STAR4,
    VIC99,
    Cite,
    Cited,
    Refusal,
    Refused,
)

SERVES = HOUSE.at("METERS-5")
HANDS_ON = HOUSE.at("METERS-3")
NOTICE = Cited(timedelta(minutes=20), HOUSE.at("METERS-2"))
CONFIRMS = Cited(Rank.SUPERVISOR, HOUSE.at("METERS-7"))
SET_FIRST = HOUSE.at("JACKPOT-2")
FLOOR = HOUSE.at("METERS-15")
APPROVED = VIC99.at("N25-11.3")
CLAIMED = HOUSE.at("METERS-16")
SET_BY_THE_HOUSE = frozenset({"seed_cents", "rate", "approval", "sign", "bonus"})


class Pays(StrEnum):
    """How a document shares a jackpot out among the hands that win."""

    BY_OPTION = "each hand by the table of the option"
    SEAT_BY_SEAT = "seat by seat, with what others win beside"
    AS_DISPLAYED = "each hand what is displayed"
    SHARED = "hands of one class share"


Prizes = Callable[[str, Mapping[Category, int]], PrizeTable | Refused | None]


def _of_option(option: str, _sign: Mapping[Category, int]) -> PrizeTable | None:
    found = OPTIONS.get(option)
    return found.pays if found else None


def _on_sign(_option: str, sign: Mapping[Category, int]) -> PrizeTable | Refused:
    return nsw3_jackpots.pays(nsw3_jackpots.JackpotSign(sign))


def _approved(approval: str) -> Refused | None:
    return caribbean.may_open(approval, None)


@dataclass(frozen=True, slots=True)
class System:
    """The meters of one document."""

    code: str
    game: str
    pays: Pays
    prizes: Prizes  # by the option and the amounts on the sign
    asks: frozenset[str]  # what is left to the terms of a meter
    display: Cite  # the rule that puts the meter on display
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
    in_order: Cite = CLAIMED  # an earlier claim is settled first
    pay_table: str = ""  # what its only pay table is called
    # Options that all its meters share, each with seeds and prizes of its own.
    options: Mapping[str, Option] = field(default_factory=dict)
    sharing: SharingRules | None = None
    promised: PrizeTable | None = None  # its sign shows no less than this
    may_stand_still: bool = False  # a fixed jackpot does not grow
    cards_used: Mapping[bool, Cited[CardsUsed]] | None = None  # linked or not
    time_fixed: Cite | None = None  # who says when a hand was keyed, if nothing does
    faults_told: Cite | None = None  # equipment that fails is told to the inspectors
    approved: Callable[[str], Refused | None] | None = None  # by this reference
    takes_wagers: Callable[[Equipment], Refused | None] | None = None
    equipped: Cite | None = None  # the rule of its equipment, where it has one
    fixes: Callable[[Payment, Rank], Refused | None] | None = None

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
            Pays.BY_OPTION,
            _of_option,
            asks=frozenset({"option", "seed"}),
            display=CROWN3.at("9.1.1(k)"),
            options=OPTIONS,
            in_order=SEQUENTIAL,
            takes_wagers=may_take_wagers,
            equipped=CROWN3.at("9.2.1"),
            fixes=may_fix,
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
            Pays.SEAT_BY_SEAT,
            lambda *_: None,  # its progressives have tables of another kind
            asks=frozenset({"seed_cents", "rate", "pay_table", "multi_game"}),
            display=MASS.at("11P(e)"),
            cards_used={False: CARDS_USED, True: LINK_CARDS_USED},
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
            Pays.SHARED,
            _on_sign,
            asks=SET_BY_THE_HOUSE,
            display=nsw3_jackpots.OPENING.display,
            pay_table="table sign",
            sharing=nsw3_jackpots.SHARING,
            links=nsw3_jackpots.LINKS,
            many=nsw3_jackpots.MANY_METERS,
            meter=nsw3_jackpots.METER,
            alarm=card_alarm,
            opening=nsw3_jackpots.OPENING,
        ),
        System(
            "STAR4",
            "mississippi_stud",
            Pays.SHARED,
            lambda *_: star4_jackpots.PAYS,
            asks=SET_BY_THE_HOUSE | {"folded"},
            display=star4_jackpots.OPENING.display,
            pay_table="Rule 15.2.9",
            sharing=star4_jackpots.SHARING,
            promised=star4_jackpots.PAYS,
            faults_told=STAR4.at("11.12"),
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
            Pays.AS_DISPLAYED,
            lambda *_: vic99_jackpots.PAYS,
            asks=frozenset({"seed_cents", "rate", "approval", "sharing"}),
            display=VIC99.at("N25-12.1"),
            pay_table="Rule 12.1",
            may_stand_still=True,
            time_fixed=VIC99.at("N25-12.4"),
            approved=_approved,
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
