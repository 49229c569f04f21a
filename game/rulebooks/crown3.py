"""Mississippi Stud at Crown Melbourne, version 3.0."""

from game.hands import StudHand
from game.ranks import Rank
from game.rulebooks import mississippi as stud
from game.rulebooks.decks import CutRules, DeckRules, SecondDeck, ShuffleRules
from game.rulebooks.devices import Device, Method
from rulebook import CROWN3, HOUSE, Cite, Cited

_DECK = DeckRules(
    size=Cited(52, CROWN3.at("3.1")),
    second=SecondDeck(
        methods=Cited(
            frozenset({Method.MACHINE, Method.CONTINUOUS}), CROWN3.at("3.1.1")
        ),
        complete=CROWN3.at("3.1"),
        colours=CROWN3.at("3.1.1"),
        waits=CROWN3.at("3.1.1"),
        alternate=CROWN3.at("3.1.1"),
        rack=CROWN3.at("3.1.1"),
    ),
    checked=CROWN3.at("3.2"),
    replace=Cited(Rank.SUPERVISOR, CROWN3.at("3.4")),
    count_ordered_by=Cited(Rank.SUPERVISOR, CROWN3.at("3.3")),
    shuffle=ShuffleRules(
        random=CROWN3.at("4.1.1"),
        methods=Cited(frozenset(Method), CROWN3.at("4.1.3")),
        before_play=CROWN3.at("4.1.1(a)"),
        each_round=CROWN3.at("4.1.1(a)"),
        after_vacancy=CROWN3.at("4.1.1(a)"),
        abnormal=Cited(Rank.SUPERVISOR, CROWN3.at("4.1.1(b)")),
        cause=Cited(Rank.SUPERVISOR, CROWN3.at("4.1.1(c)")),
    ),
    needs_cut={
        (Device.SHOE, Method.MANUAL): Cited(value=True, cite=CROWN3.at("4.2.1")),
        (Device.SHOE, Method.MACHINE): Cited(value=True, cite=CROWN3.at("4.2.1")),
        (Device.SHUFFLER, Method.CONTINUOUS): Cited(
            value=False, cite=CROWN3.at("4.2.2")
        ),
    },
    pairing={Device.SHOE: CROWN3.at("4.1.3"), Device.SHUFFLER: CROWN3.at("4.2.2")},
    cut=CutRules(
        by=Cited(Rank.DEALER, CROWN3.at("4.2.1")),
        once=CROWN3.at("4.2.1"),
        again=Cited(Rank.SUPERVISOR, CROWN3.at("4.1.1(c)")),
        under=Cited(value=True, cite=CROWN3.at("4.2.1")),
        least=Cited(1, CROWN3.at("4.2.1")),
    ),
    counted_at_end=CROWN3.at("3.2"),
)

_HANDS = stud.HandRules(
    order=Cited("AKQJT98765432", CROWN3.at("3.5.1")),
    small_straight=Cited("5432A", CROWN3.at("3.6.1(e)")),
    suits_rank=Cited(value=False, cite=CROWN3.at("3.5")),
    hole=Cited(2, CROWN3.at("1.1:Hole-Cards")),
    community=Cited(3, CROWN3.at("1.1:Community-cards")),
    combined=Cited(5, CROWN3.at("1.1:Community-cards")),
    ranking=Cited(
        {
            StudHand.ROYAL_FLUSH: CROWN3.at("3.6.1(j)"),
            StudHand.STRAIGHT_FLUSH: CROWN3.at("3.6.1(i)"),
            StudHand.FOUR_OF_A_KIND: CROWN3.at("3.6.1(h)"),
            StudHand.FULL_HOUSE: CROWN3.at("3.6.1(g)"),
            StudHand.FLUSH: CROWN3.at("3.6.1(f)"),
            StudHand.STRAIGHT: CROWN3.at("3.6.1(e)"),
            StudHand.THREE_OF_A_KIND: CROWN3.at("3.6.1(d)"),
            StudHand.TWO_PAIR: CROWN3.at("3.6.1(c)"),
            StudHand.PAIR_J_A: CROWN3.at("3.6.1(b)"),
            StudHand.PAIR_6_10: CROWN3.at("3.6.1(b)"),
            StudHand.PAIR_2_5: CROWN3.at("3.6.1(b)"),
            StudHand.HIGH_CARD: CROWN3.at("3.6.1(a)"),
        },
        CROWN3.at("3.6.1"),
    ),
)

_WAGERS = stud.WagerRules(
    buys_cards=CROWN3.at("1.1:Ante"),
    media=Cited(frozenset({stud.Medium.CHIPS}), CROWN3.at("5.1")),
    paid_in_chips={},
    spoken=CROWN3.at("5.3"),
    before_first_card=CROWN3.at("5.2"),
    window=CROWN3.at("5.4"),
    untouched=CROWN3.at("5.6"),
    hands_per_player=Cited(None, CROWN3.at("5.10")),
    ante_offered=CROWN3.at("5.4.1"),
    jackpot_offered=CROWN3.at("5.4.2"),
    jackpot_price=CROWN3.at("9.2.3"),
    one_to_an_area=CROWN3.at("9.2.2"),
    kinds=Cited(
        frozenset({"ante", "3rd", "4th", "5th", "jackpot"}), CROWN3.at("1.4.1")
    ),
    no_other=CROWN3.at("13.12"),
    amount=CROWN3.at("1.4.2"),
    may_refuse=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
)


def _dealt(at_once: int, community: stud.Community) -> stud.DealRules:
    return stud.DealRules(
        procedure=CROWN3.at("7.3.1"),
        clockwise=CROWN3.at("7.3.2"),
        at_once=Cited(at_once, CROWN3.at("7.3.2(a)")),
        second_pass=CROWN3.at("7.3.2(b)"),
        community=Cited(community, CROWN3.at("7.3.1")),
        unseen=CROWN3.at("7.4.1"),
        no_more_bets=Cited(value=True, cite=CROWN3.at("7.2")),
        reveals=(CROWN3.at("7.4.4"), CROWN3.at("7.4.5"), CROWN3.at("7.4.6")),
        by_device=CROWN3.at("7.3.1"),
    )


def _street(name: str, decide: Cite, bet: Cite, fold: Cite) -> stud.StreetRules:
    sizes = Cited(stud.Sizes.WHOLE_MULTIPLES, CROWN3.at("5.5"))
    called, times = CROWN3.at("1.1:Street"), Cited((1, 3), CROWN3.at("5.5.1"))
    return stud.StreetRules(Cited(name, called), decide, sizes, times, bet, fold)


_PAYS = Cited(stud.ODDS, CROWN3.at("8.2:Table1"))

RULES = stud.MississippiRules(
    source=CROWN3,
    seats=Cited(9, CROWN3.at("2.1")),
    deck=_DECK,
    hands=_HANDS,
    wagers=_WAGERS,
    blind=stud.BlindRules(
        room_for_others=CROWN3.at("5.10.1"),
        unseen=CROWN3.at("5.10.2(a)"),
        all_streets=CROWN3.at("5.10.2(b)"),
    ),
    devices={
        Device.SHOE: _dealt(1, stud.Community.AFTER),
        Device.SHUFFLER: _dealt(2, stud.Community.FIRST),
    },
    device_is_known=CROWN3.at("7.1"),
    burn=Cited(Rank.ASSISTANT_CASINO_MANAGER, CROWN3.at("7.3.1(a)")),
    burnt=CROWN3.at("1.1:Burn"),
    barred={},
    low_limit=None,
    bet_or_fold=CROWN3.at("7.4.1"),
    # The document's range may be played in whole multiples or freely: a setting.
    sizes_vary=CROWN3.at("5.5"),
    streets=(
        _street("3rd", CROWN3.at("7.4.1"), CROWN3.at("7.4.3"), CROWN3.at("7.4.2(b)")),
        _street(
            "4th", CROWN3.at("7.4.4"), CROWN3.at("7.4.4(a)"), CROWN3.at("7.4.4(b)")
        ),
        _street(
            "5th", CROWN3.at("7.4.5"), CROWN3.at("7.4.5(a)"), CROWN3.at("7.4.5(b)")
        ),
    ),
    folding=stud.FoldRules(
        final=CROWN3.at("1.1:Fold"),
        jackpot_lost=Cited(value=True, cite=CROWN3.at("1.1:Fold")),
        collected=CROWN3.at("7.4.2(c)"),
        discarded=CROWN3.at("1.1:Fold"),
        held=None,
        absent=HOUSE.at("STUD-3"),
        concede=None,
        forfeit=Cited(Rank.ASSISTANT_CASINO_MANAGER, CROWN3.at("7.4.1(a)")),
        forfeit_spares_jackpot=CROWN3.at("7.4.1(a)"),
    ),
    void=stud.VoidRules(hand=CROWN3.at("1.1:Void"), misdeal=CROWN3.at("1.1:Misdeal")),
    settlement=stud.SettlementRules(
        order=CROWN3.at("8.1.1"),
        one_by_one=CROWN3.at("8.1"),
        handling={
            stud.Result.WIN: CROWN3.at("8.1.1(a)"),
            stud.Result.PUSH: CROWN3.at("8.1.1(a)"),
            stud.Result.LOSE: CROWN3.at("8.1.1(b)"),
        },
        winners_stay=None,
        jackpot_waits=CROWN3.at("8.1.1(c)"),
        discard=CROWN3.at("8.1.1(d)"),
        closed=CROWN3.at("1.1:Round-of-Play"),
        pays=_PAYS,
        ante=stud.verdicts(
            _HANDS.ranking.value,
            _PAYS,
            stud.Outcomes(
                wins_from=Cited(StudHand.PAIR_J_A, CROWN3.at("5.7.2")),
                stands_off=Cited(StudHand.PAIR_6_10, CROWN3.at("5.7.1")),
                low_pair_loses=CROWN3.at("5.7.3(b)"),
                nothing_loses=CROWN3.at("5.7.3(b)"),
            ),
        ),
        street=stud.verdicts(
            _HANDS.ranking.value,
            _PAYS,
            stud.Outcomes(
                wins_from=Cited(StudHand.PAIR_J_A, CROWN3.at("5.8.1")),
                stands_off=Cited(StudHand.PAIR_6_10, CROWN3.at("5.8:unnumbered")),
                low_pair_loses=CROWN3.at("5.8.2"),
                nothing_loses=CROWN3.at("5.8.2"),
            ),
        ),
        ante_folded=CROWN3.at("5.7.3(a)"),
    ),
)
