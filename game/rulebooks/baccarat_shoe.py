"""The cards of Baccarat, of which the notice says nothing: the house's own rules."""

from game.ranks import Rank
from game.rulebooks.decks import CutRules, DeckRules, SecondDeck, ShuffleRules
from game.rulebooks.devices import Device, Method
from rulebook import HOUSE, Cited

SHOE = DeckRules(
    size=Cited(52, HOUSE.at("CARDS-2")),
    second=SecondDeck(
        methods=Cited(frozenset(), HOUSE.at("CARDS-2")),
        complete=HOUSE.at("CARDS-2"),
        colours=HOUSE.at("CARDS-2"),
        waits=HOUSE.at("CARDS-2"),
        alternate=HOUSE.at("CARDS-2"),
        rack=HOUSE.at("CARDS-2"),
    ),
    checked=HOUSE.at("CARDS-2"),
    replace=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    count_ordered_by=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    shuffle=ShuffleRules(
        random=HOUSE.at("CARDS-2"),
        methods=Cited(frozenset(Method), HOUSE.at("CARDS-2")),
        before_play=HOUSE.at("CARDS-2"),
        each_round=None,
        after_vacancy=HOUSE.at("CARDS-2"),
        abnormal=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
        cause=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
    ),
    needs_cut={
        (Device.SHOE, Method.MANUAL): Cited(value=True, cite=HOUSE.at("CARDS-2")),
        (Device.SHOE, Method.MACHINE): Cited(value=True, cite=HOUSE.at("CARDS-2")),
        (Device.SHUFFLER, Method.CONTINUOUS): Cited(
            value=False, cite=HOUSE.at("CARDS-2")
        ),
    },
    pairing={},
    cut=CutRules(
        by=Cited(Rank.DEALER, HOUSE.at("CARDS-2")),
        once=HOUSE.at("CARDS-2"),
        again=Cited(Rank.SUPERVISOR, HOUSE.at("STUD-5")),
        under=Cited(value=True, cite=HOUSE.at("CARDS-2")),
        least=Cited(1, HOUSE.at("CARDS-2")),
    ),
)
