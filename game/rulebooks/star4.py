"""Mississippi Stud at The Star Sydney, version 4."""

from game.hands import StudHand
from game.ranks import Rank
from game.rulebooks.decks import CutRules, DeckRules, SecondDeck, ShuffleRules
from game.rulebooks.devices import Device, Method
from game.rulebooks.mississippi import (
    ODDS,
    Community,
    DealRules,
    FoldRules,
    HandRules,
    Medium,
    MississippiRules,
    Outcomes,
    Result,
    SettlementRules,
    Sizes,
    StreetRules,
    VoidRules,
    WagerRules,
    verdicts,
)
from rulebook import HOUSE, STAR4, Cited

_DECK = DeckRules(
    size=Cited(52, STAR4.at("3.1")),
    second=SecondDeck(
        methods=Cited(frozenset({Method.MACHINE}), STAR4.at("3.2")),
        complete=STAR4.at("3.1"),
        colours=STAR4.at("3.2.2"),
        waits=STAR4.at("3.2.1"),
        alternate=STAR4.at("3.2.1"),
        rack=STAR4.at("2.4.2"),
    ),
    checked=STAR4.at("3.4"),
    replace=Cited(Rank.SUPERVISOR, STAR4.at("3.7")),
    count_ordered_by=Cited(Rank.SUPERVISOR, STAR4.at("3.8")),
    shuffle=ShuffleRules(
        random=STAR4.at("4.1"),
        methods=Cited(frozenset({Method.MANUAL, Method.MACHINE}), STAR4.at("4.4")),
        before_play=STAR4.at("4.1.1"),
        each_round=STAR4.at("4.1.2"),
        after_vacancy=STAR4.at("4.1.3"),
        abnormal=Cited(Rank.SUPERVISOR, STAR4.at("4.4.5")),
        cause=Cited(Rank.SUPERVISOR, STAR4.at("4.4.5")),
        by_hand_first=STAR4.at("4.4.1"),
    ),
    needs_cut={
        (Device.SHOE, Method.MANUAL): Cited(value=True, cite=STAR4.at("4.2")),
        (Device.SHUFFLER, Method.MACHINE): Cited(value=False, cite=STAR4.at("4.4.3")),
    },
    pairing={Device.SHOE: STAR4.at("4.2"), Device.SHUFFLER: STAR4.at("4.4.4")},
    cut=CutRules(
        by=Cited(Rank.DEALER, STAR4.at("4.3")),
        once=STAR4.at("4.2"),
        again=Cited(Rank.SUPERVISOR, STAR4.at("4.4.5")),
        under=Cited(value=True, cite=STAR4.at("4.2")),
        least=Cited(1, STAR4.at("4.2")),
    ),
    inspector_counts=True,
)

_HANDS = HandRules(
    order=Cited("AKQJT98765432", STAR4.at("8.1")),
    small_straight=Cited("5432A", STAR4.at("3.3")),
    suits_rank=Cited(value=False, cite=STAR4.at("3.3")),
    hole=Cited(2, STAR4.at("1.1:Hole Cards")),
    community=Cited(3, STAR4.at("1.1:Community Cards")),
    combined=Cited(5, STAR4.at("1.1:Player’s Hand")),
    ranking=Cited(
        {
            StudHand.ROYAL_FLUSH: STAR4.at("8.1(a)"),
            StudHand.STRAIGHT_FLUSH: STAR4.at("8.1(b)"),
            StudHand.FOUR_OF_A_KIND: STAR4.at("8.1(c)"),
            StudHand.FULL_HOUSE: STAR4.at("8.1(d)"),
            StudHand.FLUSH: STAR4.at("8.1(e)"),
            StudHand.STRAIGHT: STAR4.at("8.1(f)"),
            StudHand.THREE_OF_A_KIND: STAR4.at("8.1(g)"),
            StudHand.TWO_PAIR: STAR4.at("8.1(h)"),
            StudHand.PAIR_J_A: STAR4.at("8.1(i)"),
            StudHand.PAIR_6_10: STAR4.at("8.1(j)"),
            StudHand.PAIR_2_5: STAR4.at("8.1"),
            StudHand.HIGH_CARD: STAR4.at("8.1"),
        },
        STAR4.at("8.1"),
    ),
)

_WAGERS = WagerRules(
    buys_cards=STAR4.at("1.1:Ante Wager"),
    media=Cited(frozenset({Medium.CHIPS, Medium.TOKENS}), STAR4.at("5.2")),
    paid_in_chips={Medium.TOKENS: STAR4.at("1.1:Casino Promotional Token")},
    spoken=None,
    before_first_card=STAR4.at("5.3"),
    window=STAR4.at("5.3"),
    untouched=STAR4.at("5.4"),
    hands_per_player=Cited(1, STAR4.at("5.5")),
    ante_offered=STAR4.at("1.1:Ante Wager"),
    jackpot_offered=STAR4.at("1.1:jackpot wager"),
    jackpot_price=STAR4.at("15.2.5.3"),
    one_to_an_area=STAR4.at("5.6"),
    kinds=Cited(frozenset({"ante", "3rd", "4th", "5th", "jackpot"}), STAR4.at("10.3")),
    no_other=STAR4.at("13.15"),
    may_refuse=Cited(Rank.SUPERVISOR, STAR4.at("13.16")),
)

_SHOE = DealRules(
    procedure=STAR4.at("7.2"),
    clockwise=STAR4.at("7.1"),
    at_once=Cited(1, STAR4.at("7.2.1")),
    second_pass=STAR4.at("7.2.2"),
    community=Cited(Community.BY_STREET, STAR4.at("7.2")),
    unseen=STAR4.at("7.2.3"),
    no_more_bets=Cited(value=False, cite=STAR4.at("7.1")),
    reveals=(STAR4.at("7.2.4"), STAR4.at("7.2.5"), STAR4.at("7.2.6")),
)
_SHUFFLER = DealRules(
    procedure=STAR4.at("7.3"),
    clockwise=STAR4.at("7.1"),
    at_once=Cited(2, STAR4.at("7.3.3")),
    second_pass=STAR4.at("7.3.3"),
    community=Cited(Community.FIRST, STAR4.at("7.3.1")),
    unseen=STAR4.at("7.3.4"),
    no_more_bets=Cited(value=False, cite=STAR4.at("7.1")),
    reveals=(STAR4.at("7.3.5"), STAR4.at("7.3.6"), STAR4.at("7.3.7")),
    stack=STAR4.at("7.3.2"),
)

_PAYS = Cited(ODDS, STAR4.at("10.3:Payout Table"))
_VERDICTS = verdicts(
    _HANDS.ranking.value,
    _PAYS,
    Outcomes(
        wins_from=Cited(StudHand.PAIR_J_A, STAR4.at("10.3")),
        stands_off=Cited(StudHand.PAIR_6_10, STAR4.at("1.1:Stand-off")),
        low_pair_loses=STAR4.at("10.3:Note"),
        nothing_loses=STAR4.at("10.2"),
    ),
)

RULES = MississippiRules(
    source=STAR4,
    seats=Cited(9, HOUSE.at("STUD-1")),
    deck=_DECK,
    hands=_HANDS,
    wagers=_WAGERS,
    blind=None,
    devices={Device.SHOE: _SHOE, Device.SHUFFLER: _SHUFFLER},
    device_is_known=STAR4.at("3.6"),
    burn=None,
    burnt=None,
    barred={},
    low_limit=Cited(Device.SHUFFLER, STAR4.at("6.7.2")),
    sizes_vary=None,
    bet_or_fold=None,
    streets=(
        StreetRules(
            called=Cited("3rd", STAR4.at("1.1:3rd Street")),
            decide=STAR4.at("9.1"),
            sizes=Cited(Sizes.ANY_AMOUNT, STAR4.at("1.1:3rd Street Wager")),
            times=Cited((1, 3), STAR4.at("9.1.2")),
            bet=STAR4.at("9.1.2"),
            fold=STAR4.at("9.1.1"),
        ),
        StreetRules(
            called=Cited("4th", STAR4.at("1.1:4th Street")),
            decide=STAR4.at("9.2"),
            sizes=Cited(Sizes.ANY_AMOUNT, STAR4.at("1.1:4th Street Wager")),
            times=Cited((1, 3), STAR4.at("9.2.2")),
            bet=STAR4.at("9.2.2"),
            fold=STAR4.at("9.2.1"),
        ),
        StreetRules(
            called=Cited("5th", STAR4.at("1.1:5th Street")),
            decide=STAR4.at("9.3"),
            sizes=Cited(Sizes.ANY_AMOUNT, STAR4.at("1.1:5th Street Wager")),
            times=Cited((1, 3), STAR4.at("9.3.2")),
            bet=STAR4.at("9.3.2"),
            fold=STAR4.at("9.3.1"),
        ),
    ),
    folding=FoldRules(
        final=STAR4.at("9.5"),
        jackpot_lost=Cited(value=False, cite=STAR4.at("1.1:Fold")),
        collected=STAR4.at("9.6"),
        discarded=STAR4.at("9.6.1"),
        held=STAR4.at("9.6.2"),
        absent=STAR4.at("11.11"),
        concede=STAR4.at("10.5"),
        forfeit=Cited(Rank.SUPERVISOR, STAR4.at("9.8")),
        paid_only_jackpot=STAR4.at("10.2.1"),
    ),
    void=VoidRules(hand=STAR4.at("1.1:Void"), misdeal=STAR4.at("1.1:Void")),
    settlement=SettlementRules(
        order=STAR4.at("10.1"),
        one_by_one=STAR4.at("10.4"),
        handling={
            Result.WIN: STAR4.at("10.3"),
            Result.PUSH: STAR4.at("1.1:Stand-off"),
            Result.LOSE: STAR4.at("10.2"),
        },
        winners_stay=None,
        jackpot_waits=STAR4.at("15.2.14"),
        discard=STAR4.at("10.2"),
        closed=STAR4.at("1.1:Round Of Play"),
        pays=_PAYS,
        ante=_VERDICTS,
        street=_VERDICTS,
        ante_folded=None,
    ),
)
