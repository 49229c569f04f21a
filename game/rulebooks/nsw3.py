"""Mississippi Stud in New South Wales, the rules before version 4."""

from game.hands import StudHand
from game.ranks import Rank
from game.rulebooks import mississippi as stud
from game.rulebooks.decks import CutRules, DeckRules, SecondDeck, ShuffleRules
from game.rulebooks.devices import Device, Method
from rulebook import HOUSE, NSW3, Cited

_DECK = DeckRules(
    size=Cited(52, NSW3.at("3.1")),
    second=SecondDeck(
        methods=Cited(frozenset({Method.MACHINE}), NSW3.at("3.2")),
        complete=NSW3.at("3.1"),
        colours=NSW3.at("3.2.2"),
        waits=NSW3.at("3.2.1"),
        alternate=NSW3.at("3.2.1"),
        rack=NSW3.at("2.3.2"),
    ),
    checking_device=NSW3.at("1.1:Deck-Checking Device"),
    checked=NSW3.at("3.4"),
    replace=Cited(Rank.SUPERVISOR, NSW3.at("3.7")),
    count_ordered_by=Cited(Rank.SUPERVISOR, NSW3.at("3.8")),
    shuffle=ShuffleRules(
        random=NSW3.at("4.1"),
        methods=Cited(frozenset({Method.MANUAL, Method.MACHINE}), NSW3.at("4.4")),
        before_play=NSW3.at("4.1.1"),
        each_round=NSW3.at("4.1.2"),
        after_vacancy=NSW3.at("4.1.3"),
        abnormal=Cited(Rank.SUPERVISOR, NSW3.at("4.4.5")),
        cause=Cited(Rank.SUPERVISOR, NSW3.at("4.4.5")),
        by_hand_first=NSW3.at("4.4.1"),
    ),
    needs_cut={
        (Device.SHOE, Method.MANUAL): Cited(value=True, cite=NSW3.at("4.2")),
        (Device.SHUFFLER, Method.MACHINE): Cited(value=False, cite=NSW3.at("4.4.3")),
    },
    pairing={Device.SHOE: NSW3.at("4.2"), Device.SHUFFLER: NSW3.at("4.4.4")},
    cut=CutRules(
        by=Cited(Rank.DEALER, NSW3.at("4.3")),
        once=NSW3.at("4.2"),
        again=Cited(Rank.SUPERVISOR, NSW3.at("4.4.5")),
        under=Cited(value=True, cite=NSW3.at("4.2")),
        least=Cited(1, NSW3.at("4.2")),
    ),
    inspector=NSW3.at("1.1:Inspector"),
)

_HANDS = stud.HandRules(
    order=Cited("AKQJT98765432", NSW3.at("8.1")),
    small_straight=Cited("5432A", NSW3.at("3.3")),
    suits_rank=Cited(value=False, cite=NSW3.at("3.3")),
    hole=Cited(2, NSW3.at("1.1:Hole Cards")),
    community=Cited(3, NSW3.at("1.1:Community Cards")),
    combined=Cited(5, NSW3.at("1.1:Player’s Hand")),
    ranking=Cited(
        {
            StudHand.ROYAL_FLUSH: NSW3.at("8.1(a)"),
            StudHand.STRAIGHT_FLUSH: NSW3.at("8.1(b)"),
            StudHand.FOUR_OF_A_KIND: NSW3.at("8.1(c)"),
            StudHand.FULL_HOUSE: NSW3.at("8.1(d)"),
            StudHand.FLUSH: NSW3.at("8.1(e)"),
            StudHand.STRAIGHT: NSW3.at("8.1(f)"),
            StudHand.THREE_OF_A_KIND: NSW3.at("8.1(g)"),
            StudHand.TWO_PAIR: NSW3.at("8.1(h)"),
            StudHand.PAIR_J_A: NSW3.at("8.1(i)"),
            StudHand.PAIR_6_10: NSW3.at("8.1(j)"),
            StudHand.PAIR_2_5: NSW3.at("8.1"),
            StudHand.HIGH_CARD: NSW3.at("8.1"),
        },
        NSW3.at("8.1"),
    ),
)

_WAGERS = stud.WagerRules(
    buys_cards=NSW3.at("1.1:Ante Wager"),
    media=Cited(frozenset({stud.Medium.CHIPS, stud.Medium.TOKENS}), NSW3.at("5.1")),
    paid_in_chips={stud.Medium.TOKENS: NSW3.at("1.1:Casino Promotional Token")},
    spoken=None,
    before_first_card=NSW3.at("5.2"),
    window=NSW3.at("5.2"),
    untouched=NSW3.at("5.3"),
    hands_per_player=Cited(1, NSW3.at("5.4")),
    ante_offered=NSW3.at("1.1:Ante Wager"),
    jackpot_offered=NSW3.at("1.1:Jackpot Wager"),
    jackpot_price=NSW3.at("15.1.2.3"),
    one_to_an_area=NSW3.at("5.5"),
    kinds=Cited(frozenset({"ante", "3rd", "4th", "5th", "jackpot"}), NSW3.at("10.3")),
    no_other=NSW3.at("13.10"),
    may_refuse=Cited(Rank.SUPERVISOR, NSW3.at("13.11")),
)

_SHOE = stud.DealRules(
    procedure=NSW3.at("7.2"),
    clockwise=NSW3.at("7.1"),
    at_once=Cited(1, NSW3.at("7.2.1")),
    second_pass=NSW3.at("7.2.2"),
    community=Cited(stud.Community.BY_STREET, NSW3.at("7.2")),
    unseen=NSW3.at("7.2.3"),
    no_more_bets=Cited(value=False, cite=NSW3.at("7.1")),
    reveals=(NSW3.at("7.2.4"), NSW3.at("7.2.5"), NSW3.at("7.2.6")),
)
_SHUFFLER = stud.DealRules(
    procedure=NSW3.at("7.3"),
    clockwise=NSW3.at("7.1"),
    at_once=Cited(2, NSW3.at("7.3.3")),
    second_pass=NSW3.at("7.3.3"),
    community=Cited(stud.Community.FIRST, NSW3.at("7.3.1")),
    unseen=NSW3.at("7.3.4"),
    no_more_bets=Cited(value=False, cite=NSW3.at("7.1")),
    reveals=(NSW3.at("7.3.5"), NSW3.at("7.3.6"), NSW3.at("7.3.7")),
    stack=NSW3.at("7.3.2"),
)

_PAYS = Cited(stud.ODDS, NSW3.at("10.3:Payout Table"))
_VERDICTS = stud.verdicts(
    _HANDS.ranking.value,
    _PAYS,
    stud.Outcomes(
        wins_from=Cited(StudHand.PAIR_J_A, NSW3.at("10.3")),
        stands_off=Cited(StudHand.PAIR_6_10, NSW3.at("1.1:Stand off")),
        low_pair_loses=NSW3.at("10.3:Note"),
        nothing_loses=NSW3.at("10.2"),
    ),
)

RULES = stud.MississippiRules(
    source=NSW3,
    seats=Cited(9, HOUSE.at("STUD-1")),
    deck=_DECK,
    hands=_HANDS,
    wagers=_WAGERS,
    blind=None,
    devices={Device.SHOE: _SHOE, Device.SHUFFLER: _SHUFFLER},
    device_is_known=NSW3.at("3.6"),
    burn=None,
    burnt=None,
    barred={},
    low_limit=Cited(Device.SHUFFLER, NSW3.at("6.6.2")),
    sizes_vary=None,
    bet_or_fold=None,
    streets=(
        stud.StreetRules(
            called=Cited("3rd", NSW3.at("1.1:3rd Street")),
            decide=NSW3.at("9.1"),
            sizes=Cited(stud.Sizes.WHOLE_MULTIPLES, NSW3.at("1.1:3rd Street Wager")),
            times=Cited((1, 3), NSW3.at("9.1.2")),
            bet=NSW3.at("9.1.2"),
            fold=NSW3.at("9.1.1"),
        ),
        stud.StreetRules(
            called=Cited("4th", NSW3.at("1.1:4th Street")),
            decide=NSW3.at("9.2"),
            sizes=Cited(stud.Sizes.WHOLE_MULTIPLES, NSW3.at("1.1:4th Street Wager")),
            times=Cited((1, 3), NSW3.at("9.2.2")),
            bet=NSW3.at("9.2.2"),
            fold=NSW3.at("9.2.1"),
        ),
        stud.StreetRules(
            called=Cited("5th", NSW3.at("1.1:5th Street")),
            decide=NSW3.at("9.3"),
            sizes=Cited(stud.Sizes.WHOLE_MULTIPLES, NSW3.at("1.1:5th Street Wager")),
            times=Cited((1, 3), NSW3.at("9.3.2")),
            bet=NSW3.at("9.3.2"),
            fold=NSW3.at("9.3.1"),
        ),
    ),
    folding=stud.FoldRules(
        final=NSW3.at("9.5"),
        jackpot_lost=Cited(value=True, cite=NSW3.at("1.1:Fold")),
        collected=NSW3.at("9.6"),
        discarded=NSW3.at("9.6"),
        held=None,
        absent=NSW3.at("11.11"),
        concede=NSW3.at("10.5"),
        forfeit=Cited(Rank.SUPERVISOR, NSW3.at("9.8")),
    ),
    void=stud.VoidRules(hand=NSW3.at("1.1:Void"), misdeal=NSW3.at("1.1:Void")),
    settlement=stud.SettlementRules(
        order=NSW3.at("10.1"),
        one_by_one=NSW3.at("10.4"),
        handling={
            stud.Result.WIN: NSW3.at("10.3"),
            stud.Result.PUSH: NSW3.at("1.1:Stand off"),
            stud.Result.LOSE: NSW3.at("10.2"),
        },
        winners_stay=None,
        jackpot_waits=NSW3.at("15.2.14"),
        discard=NSW3.at("10.2"),
        closed=NSW3.at("1.1:Round Of Play"),
        pays=_PAYS,
        ante=_VERDICTS,
        street=_VERDICTS,
        ante_folded=None,
    ),
)
