"""Lines as a floor records them, keyed at a table: what is kept is what they settle to.

Mississippi Stud and Caribbean Stud stand in `test_topics_settlement`; here are coups
of Baccarat and the side bets of Massachusetts.
"""

import json
from random import Random

import pytest

from game.cards import DECK, show
from game.rulebooks.devices import Device
from game.wire.settle import settle
from tests.house.floor_cast import open_table
from tests.house.rounds_cast import Console
from tests.house.topics_cast import Floor

SIDE_BETS = {"three_card_table": "3CS-01", "cover_all": True}
POINTS = {**{str(n): n for n in range(2, 10)}, "A": 1}  # whatever else counts nothing


def points(cards):
    """What a side of Baccarat counts."""
    return sum(POINTS.get(card[0], 0) for card in cards) % 10


def coup(rng):
    """A coup of punto banco as a table records it: both sides in the order drawn."""
    shoe = [show((card,)) for card in DECK] * 8
    rng.shuffle(shoe)
    cards = iter(shoe)
    player, banker = [next(cards), next(cards)], [next(cards), next(cards)]
    if max(points(player), points(banker)) < 8:
        third = None
        if points(player) < 6:
            player.append(next(cards))
            third = POINTS.get(player[2][0], 0)
        if draws(points(banker), third):
            banker.append(next(cards))
    return player, banker


def draws(has, third):
    """Whether the Banker draws, by the Player's third card or its lack."""
    if third is None:
        return has < 6
    return third in {3: {*range(10)} - {8}, 4: range(2, 8), 5: range(4, 8)}.get(
        has, range(6, 8) if has == 6 else range(10) if has < 3 else ()
    )


def settled(line):
    """What `flask game settle` answers to a line."""
    answer = settle(line)
    return json.loads(f"{{{answer}}}") if isinstance(answer, str) else answer


def recorded(answer):
    """Every line of an answer: stake, net and rule by seat and wager."""
    return {
        (seat["seat"], line["wager"]): (line["stake"], line["net"], line["rule"])
        for seat in answer["seats"]
        for line in seat["lines"]
    }


def kept(console):
    """What is kept of the last round, in the same way."""
    return {(line[0], line[1]): line[2:] for line in console.lines()}


@pytest.mark.rule("HOUSE-BACCARAT-9", "HOUSE-BACCARAT-10", "HOUSE-BACCARAT-12")
def test_recorded_coups_of_baccarat_are_kept_line_by_line(db):
    rng, results = Random(26), set()
    open_table(db, "VIC99", game="baccarat", seats=9, device=Device.SHOE)
    console = Console(db)
    console.sit(1, 2, 3)
    for _ in range(12):
        player, banker = coup(rng)
        bets = {
            1: {"banker": rng.randrange(10_00, 200_00, 5_00)},
            2: {"player": 15_00, "tie": rng.randrange(10_00, 50_00, 5_00)},
            3: {"tie": 10_00},
        }
        seats = [{"seat": seat, "bets": on} for seat, on in bets.items()]
        line = {"game": "baccarat", "seats": seats}
        line |= {"player": "".join(player), "banker": "".join(banker)}
        console.open(options={"cards": "keyed"})
        for seat, on in bets.items():
            for spot, amount in on.items():
                console.must("bet", seat=seat, spot=spot, amount=amount)
        console.must("no_more_bets")
        first = [player[0], banker[0], player[1], banker[1]]
        for card in (*first, *player[2:], *banker[2:]):
            console.must("deal", cards=[card])
        console.must("close")
        answer = settled(line)
        assert kept(console) == recorded(answer), line
        assert console.replayed().agrees
        results |= {seat["result"] for seat in answer["seats"]}
    assert results >= {"win", "lose", "push"}


@pytest.mark.rule("MASS-6(f):Table 1", "MASS-12(k):table")
def test_recorded_side_bets_of_massachusetts_are_kept_line_by_line(app, db):
    rng, wagers = Random(14), set()
    with app.app_context():
        console = Floor(db).table("MASS", (1, 3), any_stake=True, **SIDE_BETS)
        _play(console, rng, wagers)
    assert {wager for wager, won in wagers if won} >= {"three_card_bonus", "cover_all"}


def _play(console, rng, wagers):
    for number in range(25):
        deck = [show((card,)) for card in DECK]
        rng.shuffle(deck)
        holes, community = {1: deck[:2], 3: deck[2:4]}, deck[4:7]
        also = {"three_card_bonus": 5_00, "cover_all": 10_00}
        seats = [
            {
                "seat": seat,
                "hole": "".join(hole),
                "ante": 10_00,
                "streets": [10_00, 10_00, 30_00] if seat == 1 else [10_00, "fold"],
                **also,
            }
            for seat, hole in holes.items()
        ]
        line = {
            "rulebook": "MASS",
            "game": "mississippi_stud",
            "community": "".join(community),
            "three_card_table": SIDE_BETS["three_card_table"],
            "seats": seats,
        }
        if number:
            console.next_round(options=console.options)
        for seat in holes:
            console.must("ante", seat=seat, amount=10_00, also=also)
        console.deal_out()
        console.street(community[0], {1: 10_00, 3: 10_00})
        console.street(community[1], {1: 10_00, 3: "fold"})
        console.street(community[2], {1: 30_00})
        console.finish(holes)
        answer = settled(line)
        assert kept(console) == recorded(answer), (number, line)
        assert console.replayed().agrees
        lines = recorded(answer).items()
        wagers |= {(wager, net > 0) for (_, wager), (_, net, _) in lines}
