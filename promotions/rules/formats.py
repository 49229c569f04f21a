"""Ready terms for common promotions, complete but for what only marketing knows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from promotions.rules.clauses.again import AgainClause
from promotions.rules.clauses.award import (
    AwardedClause,
    ClaimClause,
    Manner,
    MannerClause,
    NotifiedClause,
    PublishedClause,
    SeriesClause,
)
from promotions.rules.clauses.details import (
    AvailableClause,
    Channel,
    Chosen,
    HeldClause,
    NamesClause,
    ScopeClause,
)
from promotions.rules.clauses.earning import EarningClause
from promotions.rules.clauses.entry import (
    ClosingClause,
    EligibilityClause,
    WagerClause,
)
from promotions.rules.clauses.kinds_of_prizes import Travel, Vehicle
from promotions.rules.clauses.prizes import Prize, PrizesClause
from promotions.rules.earning import Rate, Source
from promotions.rules.goods import Given, PrizeKind
from promotions.rules.means import Means
from promotions.rules.regimes import NSW3_14, STAR4_14
from promotions.rules.series import EVERY_WEEK, on_the_wall
from promotions.rules.terms import Award, Entry, Prizes, Promotion, Terms
from rulebook import SOURCES, STAR4
from rulebook.terms.wording import zone_named

BEFORE_THE_DRAW = timedelta(minutes=30)
AFTER_THE_DRAW = timedelta(days=30)
NONE = "none"


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a template needs to know: what it is called, where, and when."""

    name: str
    opens_at: datetime
    drawn_at: datetime
    place: str
    venue: str
    zone: str = STAR4.zone.key
    regime: str = STAR4_14.code


@dataclass(frozen=True, slots=True)
class Template:
    """Ready terms under a name, with a sentence on what they are for."""

    key: str
    title: str
    sentence: str
    terms: Callable[[Occasion], Terms]


def usual(occasion: Occasion, *prizes: Prize) -> Terms:
    """What most promotions of this house say; every item is complete."""
    closes = max(occasion.drawn_at - BEFORE_THE_DRAW, occasion.opens_at)
    return Terms(
        promotion=Promotion(
            names=NamesClause(
                promotion=occasion.name,
                venue=occasion.venue,
                operator=SOURCES[occasion.regime].operator,
                regime=occasion.regime,
                zone=occasion.zone,
            ),
            scope=ScopeClause(chosen_by=Chosen.DRAW, with_play=True),
            held=HeldClause(
                occasion.place, occasion.opens_at, occasion.drawn_at + AFTER_THE_DRAW
            ),
            available=AvailableClause((Channel.CASINO, Channel.SITE)),
        ),
        entry=Entry(
            eligibility=EligibilityClause(
                "each patron who earned at least one ticket before the closing time",
                members_only=True,
            ),
            wager=WagerClause(required=False),
            closing=ClosingClause(occasion.opens_at, None, closes),
            earning=EarningClause(rates=(Rate(Source.PLAY, 10_00, 1),)),
        ),
        award=Award(
            manner=MannerClause(Manner.TICKETS),
            awarded=AwardedClause(occasion.drawn_at, occasion.place),
            again=AgainClause(said=True),
            claiming=ClaimClause(
                presence_required=False,
                within_days=30,
                how="come to the promotions desk with a photo identity document",
            ),
            notified=NotifiedClause((Means.TELEPHONE, Means.EMAIL)),
            published=PublishedClause("on the page of this promotion"),
        ),
        prizes=Prizes(PrizesClause(prizes=prizes)),
    )


def car_draw(occasion: Occasion) -> Terms:
    """A car, and vouchers for others."""
    car = Prize(
        title="A new car",
        kind=PrizeKind.VEHICLE,
        value_cents=38_990_00,
        nature="A new hatchback, delivered to a dealer near the winner",
        qualification="the maker’s guarantee",
        conditions="the winner holds, or names somebody with, a driver licence",
        given=(Given.HANDED_OVER,),
        vehicle=Vehicle("Tasman", "Coast 1.8", "mats and towbar", on_road=True),
    )
    dining = Prize(
        title="Dining voucher",
        kind=PrizeKind.VOUCHER,
        quantity=10,
        value_cents=250_00,
        nature="A voucher for any restaurant of the house",
        qualification=NONE,
        conditions="used within a year; not for liquor alone",
        given=(Given.HANDED_OVER, Given.SENT),
    )
    return usual(occasion, car, dining)


def cash_weekend(occasion: Occasion) -> Terms:
    """Money, paid as the document lets it be paid."""
    money = Prize(
        title="$1,000",
        kind=PrizeKind.MONEY,
        quantity=5,
        value_cents=1_000_00,
        nature="Money",
        qualification=NONE,
        conditions="paid once the winner’s identity is proved",
        given=_money_ways(occasion.regime),
    )
    terms = usual(occasion, money)
    claim = ClaimClause(
        presence_required=True,
        within_minutes=2,
        how="come forward to the stage with a photo identity document",
    )
    return replace(terms, award=replace(terms.award, claiming=claim))


def _money_ways(regime: str) -> tuple[Given, ...]:
    noncash = (Given.CHEQUE, Given.TRANSFER)
    return (Given.CASH, *noncash) if regime == NSW3_14.code else noncash


def weekly_hot_seat(occasion: Occasion) -> Terms:
    """Twelve draws among those playing, and a prize that grows while unclaimed."""
    dollars = Prize(
        title="Casino dollars",
        kind=PrizeKind.CASINO_DOLLARS,
        value_cents=500_00,
        nature="Casino dollars to be played at the tables",
        qualification=NONE,
        conditions="played within 30 days; not exchanged for money",
        given=(Given.ACCOUNT,),
    )
    terms = usual(occasion, dollars)
    times = 12
    zone = zone_named(occasion.zone) or STAR4.zone
    days = (times - 1) * EVERY_WEEK
    last = on_the_wall(occasion.drawn_at, days, zone) + AFTER_THE_DRAW
    held = replace(terms.promotion.held, ends_at=last)
    return replace(
        terms,
        promotion=replace(terms.promotion, held=held),
        award=replace(
            terms.award,
            manner=MannerClause(Manner.HOT_SEAT, one_win_each=False, reserves=2),
            series=SeriesClause(times=times, grows_cents=250_00),
            claiming=ClaimClause(
                presence_required=True,
                within_minutes=5,
                how="be at the seat that was drawn, with the player card",
            ),
        ),
    )


def travel(occasion: Occasion) -> Terms:
    """A journey for two."""
    journey = Prize(
        title="Four nights in Hobart for two",
        kind=PrizeKind.TRAVEL,
        value_cents=6_400_00,
        nature="A journey for two to Hobart",
        qualification="subject to seats being free on the chosen days",
        conditions="booked within six months and made within a year",
        given=(Given.BOOKED,),
        travel=Travel(
            persons=2,
            flights="return, economy class",
            transfers="airport to hotel and back",
            other_transport=NONE,
            length="four nights",
            lodging="a hotel of four stars",
            meals="breakfast",
            restriction="not from 24 December to 4 January",
            spending_money=False,
        ),
    )
    return usual(occasion, journey)


def blank(occasion: Occasion) -> Terms:
    """Nothing but the frame: every prize is written by hand."""
    return usual(occasion)


TEMPLATES = (
    Template("car-draw", "Car draw", "A car, and ten vouchers besides", car_draw),
    Template(
        "cash-weekend",
        "Cash weekend",
        "Money for who is there then",
        cash_weekend,
    ),
    Template(
        "hot-seat",
        "Weekly hot seat",
        "Twelve weekly draws; the prize grows while nobody claims it",
        weekly_hot_seat,
    ),
    Template("travel", "Travel", "A journey for two, with all its details", travel),
)
BLANK = Template("blank", "Without prizes", "The frame alone; you add prizes", blank)
