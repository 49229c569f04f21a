"""Caribbean Stud and Baccarat in Melbourne, by the casino rules notices of 1999."""

from game.hands import Category
from game.ranks import Rank
from game.rulebooks import caribbean as stud
from game.rulebooks.decks import CutRules, DeckRules, SecondDeck, ShuffleRules
from game.rulebooks.devices import Device, Method
from game.rulebooks.mississippi import Medium, VoidRules
from game.rulebooks.punto_banco import punto_banco
from rulebook import HOUSE, VIC99, Cited

_DECK = DeckRules(
    size=Cited(52, VIC99.at("N25-3.1")),
    second=SecondDeck(
        methods=Cited(frozenset({Method.MACHINE}), VIC99.at("N25-3.1.1")),
        complete=VIC99.at("N25-3.1"),
        colours=VIC99.at("N25-3.1.1"),
        waits=VIC99.at("N25-2.3"),
        alternate=VIC99.at("N25-3.1.1"),
        rack=VIC99.at("N25-3.1.1"),
        needed=Cited(Device.SHUFFLER, VIC99.at("N25-3.1.1")),
    ),
    checked=VIC99.at("N25-3.2"),
    replace=Cited(Rank.SUPERVISOR, VIC99.at("N25-3.2")),
    count_ordered_by=Cited(Rank.SUPERVISOR, VIC99.at("N25-3.3")),
    shuffle=ShuffleRules(
        random=VIC99.at("N25-4.1"),
        methods=Cited(frozenset({Method.MANUAL, Method.MACHINE}), VIC99.at("N25-2.3")),
        before_play=VIC99.at("N25-4.1"),
        each_round=VIC99.at("N25-4.1"),
        after_vacancy=VIC99.at("N25-4.1"),
        abnormal=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
        cause=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    ),
    needs_cut={
        (Device.SHOE, Method.MANUAL): Cited(value=True, cite=VIC99.at("N25-4.2")),
        (Device.SHUFFLER, Method.MACHINE): Cited(value=False, cite=VIC99.at("N25-4.2")),
    },
    pairing={Device.SHOE: VIC99.at("N25-2.3"), Device.SHUFFLER: VIC99.at("N25-2.3")},
    cut=CutRules(
        by=Cited(Rank.DEALER, VIC99.at("N25-4.3")),
        once=VIC99.at("N25-4.2"),
        again=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
        under=Cited(value=True, cite=VIC99.at("N25-4.2")),
        least=Cited(1, VIC99.at("N25-4.2")),
    ),
)

_HANDS = stud.HandRules(
    suits_rank=Cited(value=False, cite=VIC99.at("N25-3.4")),
    order=Cited("AKQJT98765432", VIC99.at("N25-3.4.1")),
    ranking={
        Category.ROYAL_FLUSH: VIC99.at("N25-13.1.10"),
        Category.STRAIGHT_FLUSH: VIC99.at("N25-13.1.9"),
        Category.FOUR_OF_A_KIND: VIC99.at("N25-13.1.8"),
        Category.FULL_HOUSE: VIC99.at("N25-13.1.7"),
        Category.FLUSH: VIC99.at("N25-13.1.6"),
        Category.STRAIGHT: VIC99.at("N25-13.1.5"),
        Category.THREE_OF_A_KIND: VIC99.at("N25-13.1.4"),
        Category.TWO_PAIR: VIC99.at("N25-13.1.3"),
        Category.PAIR: VIC99.at("N25-13.1.2"),
        Category.HIGH_CARD: VIC99.at("N25-13.1.1"),
    },
    order_of_hands=VIC99.at("N25-13.1"),
    within_a_class=VIC99.at("N25-13.2"),
    best_value=VIC99.at("N25-9.7"),
)

_WAGERS = stud.WagerRules(
    ante=Cited("ante", VIC99.at("N25-1.1.1")),
    bet=Cited("bet", VIC99.at("N25-1.1.2")),
    jackpot_needs_ante=VIC99.at("N25-1.1.7"),
    media=Cited(frozenset({Medium.CHIPS}), VIC99.at("N25-5.1")),
    buys_cards=VIC99.at("N25-5.2.1"),
    before_first_card=VIC99.at("N25-5.2.1"),
    jackpot_offered=VIC99.at("N25-5.2.2"),
    jackpot_registered=VIC99.at("N25-11.1"),
    jackpot_price=VIC99.at("N25-11.2"),
    untouched=VIC99.at("N25-5.4"),
    spoken=VIC99.at("N25-5.6"),
    hands_per_player=Cited(1, VIC99.at("N25-5.7")),
    wagers_per_box=Cited(1, VIC99.at("N25-5.8")),
    no_more_bets=VIC99.at("N25-7.1"),
)

_SHOE = stud.DealRules(
    clockwise=VIC99.at("N25-7.2"),
    at_once=Cited(1, VIC99.at("N25-7.2.1")),
    to_dealer=VIC99.at("N25-7.2.2"),
    further=VIC99.at("N25-7.2.3"),
    up_card=Cited(4, VIC99.at("N25-7.2.3")),
    turned=False,
)
_SHUFFLING_SHOE = stud.DealRules(
    clockwise=VIC99.at("N25-7.3"),
    at_once=Cited(5, VIC99.at("N25-7.3.1")),
    to_dealer=VIC99.at("N25-7.3.2"),
    further=VIC99.at("N25-7.3.1"),
    up_card=Cited(0, VIC99.at("N25-7.3.3")),
    turned=True,
)

_DECISIONS = stud.DecisionRules(
    choices=VIC99.at("N25-5.3"),
    times=Cited(2, VIC99.at("N25-5.3.1")),
    place_bet=VIC99.at("N25-8.3"),
    looks=VIC99.at("N25-8.1"),
    fold=VIC99.at("N25-5.3.2"),
    folded=VIC99.at("N25-1.1.5"),
    counted=Cited(5, VIC99.at("N25-8.4")),
)

_SETTLEMENT = stud.SettlementRules(
    reveal=VIC99.at("N25-8.5"),
    qualifies=Cited(("A", "K"), VIC99.at("N25-9.1")),
    no_hand=VIC99.at("N25-9.2"),
    antes_paid=VIC99.at("N25-9.3.1"),
    order=VIC99.at("N25-9.4"),
    wins=VIC99.at("N25-9.4.1.1"),
    loses=VIC99.at("N25-9.4.1.2"),
    equal=VIC99.at("N25-9.4.1.3"),
    void=Cited(0, VIC99.at("N25-1.1.8")),
    ante_pays=Cited(1, VIC99.at("N25-10.1")),
    bet_pays=Cited(
        {
            Category.ROYAL_FLUSH: 250,
            Category.STRAIGHT_FLUSH: 50,
            Category.FOUR_OF_A_KIND: 20,
            Category.FULL_HOUSE: 7,
            Category.FLUSH: 5,
            Category.STRAIGHT: 4,
            Category.THREE_OF_A_KIND: 3,
            Category.TWO_PAIR: 2,
            Category.PAIR: 1,
            Category.HIGH_CARD: 1,
        },
        VIC99.at("N25-10.2"),
    ),
    maximum=VIC99.at("N25-10.11"),
    jackpot_waits=VIC99.at("N25-9.5"),
    no_hand_by_error=VIC99.at("N25-14.6.2"),
    reinstated=VIC99.at("N25-14.6.2.1"),
    all_checked=VIC99.at("N25-14.6.2.2"),
)

CARIBBEAN_STUD = stud.CaribbeanRules(
    source=VIC99,
    seats=Cited(9, HOUSE.at("CARIBBEAN-1")),
    one_hand_to_a_seat=HOUSE.at("CARIBBEAN-2"),
    deck=_DECK,
    two_decks=VIC99.at("N25-3.1.1"),
    hands=_HANDS,
    wagers=_WAGERS,
    device_is_known=VIC99.at("N25-2.3"),
    devices={Device.SHOE: _SHOE, Device.SHUFFLER: _SHUFFLING_SHOE},
    decisions=_DECISIONS,
    settlement=_SETTLEMENT,
    # The notice does not say when a hand or a round is void: its rulings do.
    void=VoidRules(hand=HOUSE.at("STEP-1"), misdeal=HOUSE.at("STEP-1")),
)

BACCARAT = punto_banco(places=Cited((5, 14), VIC99.at("N26-2.1")))
