"""Mississippi Stud in Massachusetts."""

from game.hands import StudHand
from game.ranks import Rank
from game.rulebooks import decks
from game.rulebooks import mississippi as stud
from game.rulebooks.devices import Device, Method
from rulebook import HOUSE, MASS, Cite, Cited

_DECK = decks.DeckRules(
    size=Cited(52, MASS.at("2(a)")),
    second=decks.SecondDeck(
        methods=Cited(frozenset({Method.MACHINE}), MASS.at("2(b)")),
        complete=MASS.at("2(b)(1)"),
        colours=MASS.at("2(b)(2)"),
        waits=MASS.at("2(b)(3)"),
        alternate=MASS.at("2(b)(4)"),
        rack=MASS.at("2(b)(5)"),
    ),
    checked=MASS.at("3(b)"),
    replace=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    count_ordered_by=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    shuffle=decks.ShuffleRules(
        random=MASS.at("4(a)"),
        methods=Cited(frozenset({Method.MANUAL, Method.MACHINE}), MASS.at("4(a)")),
        before_play=MASS.at("4(a)"),
        each_round=MASS.at("4(a)"),
        after_vacancy=MASS.at("4(e)"),
        abnormal=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
        cause=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
        washed=MASS.at("3(c)"),
    ),
    needs_cut={
        (Device.SHOE, Method.MANUAL): Cited(value=True, cite=MASS.at("4(b)(2)")),
        (Device.SHOE, Method.MACHINE): Cited(value=False, cite=MASS.at("4(b)(1)")),
        (Device.HAND, Method.MACHINE): Cited(value=False, cite=MASS.at("4(b)(1)")),
        (Device.AUTOMATED_SHOE, Method.MANUAL): Cited(
            value=True, cite=MASS.at("4(b)(2)")
        ),
        (Device.AUTOMATED_SHOE, Method.MACHINE): Cited(
            value=False, cite=MASS.at("4(b)(1)")
        ),
    },
    pairing={Device.HAND: MASS.at("8(b)(1)")},
    cut=decks.CutRules(
        by=Cited(Rank.DEALER, MASS.at("4(c)(1)")),
        once=MASS.at("4(c)(1)"),
        again=Cited(Rank.SUPERVISOR, MASS.at("4(d)")),
        under=Cited(value=True, cite=MASS.at("4(c)(1)(iii)")),
        least=Cited(10, MASS.at("4(c)(1)(ii)")),
    ),
    count=decks.CountRules(
        every={
            Device.SHOE: Cited(5, MASS.at("7(f)")),
            Device.HAND: Cited(5, MASS.at("8(e)")),
            Device.AUTOMATED_SHOE: Cited(5, MASS.at("9(e)")),
        },
        stub=MASS.at("1:Stub"),
        adds_up=MASS.at("7(f)(1)"),
        by_machine=MASS.at("9(f)"),
    ),
)

_HANDS = stud.HandRules(
    order=Cited("AKQJT98765432", MASS.at("1:Rank")),
    small_straight=Cited("5432A", MASS.at("5(a)")),
    suits_rank=Cited(value=False, cite=MASS.at("1:Suit")),
    hole=Cited(2, MASS.at("7(d)(1)")),
    community=Cited(3, MASS.at("1:Community card")),
    combined=Cited(5, MASS.at("1:Community card")),
    ranking=Cited(
        {
            StudHand.ROYAL_FLUSH: MASS.at("5(b)(1)"),
            StudHand.STRAIGHT_FLUSH: MASS.at("5(b)(2)"),
            StudHand.FOUR_OF_A_KIND: MASS.at("5(b)(3)"),
            StudHand.FULL_HOUSE: MASS.at("5(b)(4)"),
            StudHand.FLUSH: MASS.at("5(b)(5)"),
            StudHand.STRAIGHT: MASS.at("5(b)(6)"),
            StudHand.THREE_OF_A_KIND: MASS.at("5(b)(7)"),
            StudHand.TWO_PAIR: MASS.at("5(b)(8)"),
            StudHand.PAIR_J_A: MASS.at("5(b)(9)"),
            StudHand.PAIR_6_10: MASS.at("5(b)(9)"),
            StudHand.PAIR_2_5: MASS.at("5(b)(9)"),
            StudHand.HIGH_CARD: MASS.at("5(b)"),
        },
        MASS.at("5(b)"),
    ),
)

_WAGERS = stud.WagerRules(
    buys_cards=MASS.at("1:Ante wager"),
    media=Cited(
        frozenset({stud.Medium.CHIPS, stud.Medium.PLAQUES, stud.Medium.COUPON}),
        MASS.at("6(a)"),
    ),
    paid_in_chips={},
    spoken=None,
    before_first_card=MASS.at("6(b)"),
    window=MASS.at("6(b)"),
    untouched=MASS.at("6(b)"),
    hands_per_player=Cited(1, MASS.at("6(d)")),
    ante_offered=MASS.at("1:Ante wager"),
    jackpot_offered=MASS.at("11P(c)"),
    jackpot_price=MASS.at("11P(c)"),
    one_to_an_area=MASS.at("6(d)"),
    kinds=Cited(
        frozenset(
            {"ante", "3rd", "4th", "5th", "jackpot", "three_card_bonus", "cover_all"}
        ),
        MASS.at("6(a)"),
    ),
    no_other=MASS.at("6(a)"),
    may_refuse=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    seated=MASS.at("6(e)"),
)
_REVEALS = (MASS.at("10(d)"), MASS.at("10(f)"), MASS.at("10(h)"))

_SHOE = stud.DealRules(
    procedure=MASS.at("7(d)"),
    clockwise=MASS.at("7(d)"),
    at_once=Cited(2, MASS.at("7(d)(1)")),
    second_pass=MASS.at("7(d)(1)"),
    community=Cited(stud.Community.AFTER, MASS.at("7(d)(2)")),
    unseen=MASS.at("7(d)(3)"),
    no_more_bets=Cited(value=True, cite=MASS.at("7(b)")),
    reveals=_REVEALS,
    call_before_reveal=MASS.at("7(b)"),
)
_HAND = stud.DealRules(
    procedure=MASS.at("8(c)"),
    clockwise=MASS.at("8(c)"),
    at_once=Cited(2, MASS.at("8(c)(1)")),
    second_pass=MASS.at("8(c)(1)"),
    community=Cited(stud.Community.AFTER, MASS.at("8(c)(2)")),
    unseen=MASS.at("8(c)(3)"),
    no_more_bets=Cited(value=True, cite=MASS.at("8(b)(3)")),
    reveals=_REVEALS,
    call_before_reveal=MASS.at("7(b)"),
)
_AUTOMATED_SHOE = stud.DealRules(
    procedure=MASS.at("9(c)"),
    clockwise=MASS.at("9(c)"),
    at_once=Cited(2, MASS.at("9(c)")),
    second_pass=MASS.at("9(c)"),
    community=Cited(stud.Community.AFTER, MASS.at("9(d)")),
    unseen=MASS.at("9(c)"),
    no_more_bets=Cited(value=True, cite=MASS.at("9(b)(2)")),
    reveals=_REVEALS,
    call_before_reveal=MASS.at("7(b)"),
)

_PAYS = Cited(stud.ODDS, MASS.at("11(b):table"))
_VERDICTS = stud.verdicts(
    _HANDS.ranking.value,
    _PAYS,
    stud.Outcomes(
        wins_from=Cited(StudHand.PAIR_J_A, MASS.at("11(b)")),
        stands_off=Cited(StudHand.PAIR_6_10, MASS.at("10(i)(2)")),
        low_pair_loses=MASS.at("10(i)(1)"),
        nothing_loses=MASS.at("10(i)(1)"),
    ),
)


def _street(name: str, sizes: Cite, decided: Cite) -> stud.StreetRules:
    return stud.StreetRules(
        called=Cited(name, MASS.at("1:Bet wager")),
        decide=MASS.at("6(c)"),
        sizes=Cited(stud.Sizes.WHOLE_MULTIPLES, sizes),
        times=Cited((1, 3), MASS.at("1:Bet wager")),
        bet=decided,
        fold=decided,
    )


RULES = stud.MississippiRules(
    source=MASS,
    seats=Cited(7, MASS.at("11P(c)")),
    deck=_DECK,
    hands=_HANDS,
    wagers=_WAGERS,
    blind=None,
    devices={
        Device.SHOE: _SHOE,
        Device.HAND: _HAND,
        Device.AUTOMATED_SHOE: _AUTOMATED_SHOE,
    },
    device_is_known=MASS.at("4(c)(2)"),
    burn=None,
    burnt=None,
    barred={Device.HAND: MASS.at("8(a)")},
    low_limit=None,
    sizes_vary=None,
    bet_or_fold=None,
    streets=(
        _street("3rd", MASS.at("1:3rd street wager"), MASS.at("10(a)")),
        _street("4th", MASS.at("1:4th street wager"), MASS.at("10(e)")),
        _street("5th", MASS.at("1:5th street wager"), MASS.at("10(g)")),
    ),
    folding=stud.FoldRules(
        final=MASS.at("1:Fold"),
        jackpot_lost=Cited(value=True, cite=MASS.at("1:Fold")),
        collected=MASS.at("10(a)"),
        discarded=MASS.at("10(a)"),
        held=None,
        absent=HOUSE.at("STUD-3"),
        concede=None,
        forfeit=Cited(Rank.SUPERVISOR, MASS.at("10(c)")),
        envy=MASS.at("11P(h)"),
    ),
    void=stud.VoidRules(hand=MASS.at("14(d)"), misdeal=MASS.at("14(a)")),
    settlement=stud.SettlementRules(
        order=MASS.at("10(i)"),
        one_by_one=MASS.at("10(i)"),
        handling={
            stud.Result.WIN: MASS.at("10(i)(3)"),
            stud.Result.PUSH: MASS.at("1:Push"),
            stud.Result.LOSE: MASS.at("10(i)(1)"),
        },
        winners_stay=MASS.at("10(i)(3)"),
        jackpot_waits=MASS.at("10(i)(3)"),
        discard=MASS.at("10(j)"),
        closed=MASS.at("1:Round of play"),
        pays=_PAYS,
        ante=_VERDICTS,
        street=_VERDICTS,
        ante_folded=None,
    ),
)
