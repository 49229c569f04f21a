"""Sealed wagers in the engine: nothing of them is known before they are announced."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.games import GAMES
from game.play import Limits, Move, Setup, write_setup
from game.play.moves import write
from game.play.setup import KEYED
from game.rulebooks.devices import Device
from game.rulebooks.punto_banco import Spot
from rulebook import VIC99, Refused

PROMISE = sha256(b"a form").hexdigest()
CITE = VIC99.at("N26-14.6.8")
LIMITS = Limits(10, 500)
COUP = Setup(
    "baccarat", "VIC99", "Notice 26", Device.SHOE, 7, LIMITS, "chips", secret="areas"
)
STUD = Setup(
    "mississippi_stud",
    "CROWN3",
    "3.0",
    Device.SHUFFLER,
    6,
    LIMITS,
    "chips",
    cards=KEYED,
    secret="ante",
)
CARIBBEAN = replace(
    STUD,
    game="caribbean_stud",
    document="VIC99",
    edition="Notice 25",
    device=Device.SHOE,
    maximum_payout=100_000,
)


def seal(seat=1, promise=PROMISE):
    return Move("seal", seat, promise=promise, cite=VIC99.at("N26-14.6.6"))


def announce(amount, spot=None, seat=1, act="announce"):
    known = {"promise": PROMISE, "cite": CITE, "spot": spot}
    return Move(act, seat, amount, **known)


def played(setup, *moves):
    """A round after these moves, none of which is refused."""
    state = GAMES[setup.game].replay(setup, moves)
    assert not isinstance(state, Refused), state
    return state


def against(state, move):
    """The rules against a move."""
    verdict = GAMES[state.setup.game].apply(state, move)
    return [r.cite.id for r in verdict.refusals] if isinstance(verdict, Refused) else []


def cards(text):
    from game.cards import parse  # noqa: PLC0415

    return tuple(card for each in text.split() for card in parse(each))


DEALT = Move("deal", cards=cards("2c 9d Tc Kd"))


@pytest.mark.rule("HOUSE-TOURN-230")
@pytest.mark.parametrize("setup", [COUP, STUD, CARIBBEAN], ids=lambda s: s.game)
def test_no_other_table_takes_a_secret_wager(setup):
    game = GAMES[setup.game]
    assert against(game.open(replace(setup, secret=None)), seal()) == [
        "HOUSE-TOURN-230"
    ]
    assert against(game.open(setup), seal()) == []
    assert against(played(setup, seal()), seal()) == ["HOUSE-TOURN-231"]


@pytest.mark.rule("HOUSE-TOURN-233")
@pytest.mark.parametrize("setup", [COUP, STUD, CARIBBEAN], ids=lambda s: s.game)
def test_a_round_with_a_sealed_wager_differs_by_its_mark_alone(setup):
    game = GAMES[setup.game]
    bare, with_form = game.open(setup), played(setup, seal())
    seen = dict(game.seen(with_form))
    assert seen.pop("secret") == {"seats": [1], "told": []}
    assert seen == game.seen(bare)
    assert game.staked(with_form) == game.staked(bare) == {}
    assert game.so_far(with_form) == game.so_far(bare)
    assert game.offers(with_form)[:-1] == game.offers(bare)[:-1]
    kept = json.dumps([write(move) for move in with_form.moves])
    assert set(json.loads(kept)[0]) == {"act", "seat", "promise", "cite"}


@pytest.mark.rule("VIC99-N26-14.6.8", "VIC99-N26-14.6.5")
@pytest.mark.parametrize(
    ("spot", "net"), [(Spot.BANKER, 190), (Spot.PLAYER, -200), (Spot.TIE, -200)]
)
def test_an_announced_wager_is_settled_like_any_on_its_area(spot, net):
    over = played(COUP, seal(), Move("no_more_bets"), DEALT)
    assert against(over, Move("close")) == ["VIC99-N26-14.6.8"]
    told = played(COUP, *over.moves, announce(200, spot), Move("close"))
    [line] = GAMES["baccarat"].settle(told)
    assert (line.wager, line.stake, line.net) == (f"secret {spot}", 200, net)


@pytest.mark.rule("VIC99-N26-14.6.10.4")
def test_a_deduction_is_lost_whatever_the_result():
    over = played(COUP, seal(), Move("no_more_bets"), DEALT)
    told = played(COUP, *over.moves, announce(10, act="deduct"), Move("close"))
    [line] = GAMES["baccarat"].settle(told)
    assert (line.stake, line.net, line.cite) == (10, -10, CITE)


def test_a_void_coup_gives_a_form_back_unopened():
    dealt = played(COUP, seal(), Move("no_more_bets"), DEALT)
    void = played(COUP, *dealt.moves, Move("void_round", cite=CITE))
    assert GAMES["baccarat"].settle(void) == ()
    assert against(void, Move("close")) == []


HOLES = ("Ah Kd", "7c 7d")
STREETS = ("As", "2c", "9h")


def stud(secret, *, times=(1, 2, 3), fold_at=None):
    """A hand of Mississippi Stud with an open Ante of 100 and a form for 50."""
    setup = replace(STUD, secret=secret)
    moves = [Move("ante", 1, 100), seal(), Move("no_more_bets"), Move("deal")]
    for street, card in enumerate(STREETS):
        if fold_at == street:
            moves.append(Move("fold", 1))
            break
        moves.append(Move("bet", 1, 100 * times[street]))
        moves.append(Move("reveal", cards=cards(card)))
    if fold_at is None:
        moves.append(Move("settle", 1, cards=cards(HOLES[0])))
    return setup, _fitting(setup, moves)


def _fitting(setup, moves):
    """These moves, without calls that the document does not ask for."""
    game, state, kept = GAMES[setup.game], GAMES[setup.game].open(setup), []
    for move in moves:
        after = game.apply(state, move)
        if isinstance(after, Refused):
            assert move.act in {"no_more_bets", "bet_or_fold", "reveal"}, after
            continue
        kept.append(move)
        state = after
        call = next((o for o in game.offers(state) if o.act == "bet_or_fold"), None)
        if call is not None:
            kept.append(Move("bet_or_fold"))
            state = game.apply(state, kept[-1])
    return kept


@pytest.mark.rule("HOUSE-TOURN-232")
@pytest.mark.parametrize(
    ("secret", "stakes"),
    [
        ("ante", {"secret ante": 50}),
        (
            "ante-and-streets",
            {
                "secret ante": 50,
                "secret 3rd": 50,
                "secret 4th": 100,
                "secret 5th": 150,
            },
        ),
    ],
)
def test_a_secret_ante_plays_the_open_hand_and_is_followed_as_the_terms_say(
    secret, stakes
):
    setup, moves = stud(secret)
    told = played(setup, *moves, announce(50), Move("close"))
    lines = GAMES["mississippi_stud"].settle(told)
    mine = {line.wager: line for line in lines if line.wager.startswith("secret")}
    assert {name: line.stake for name, line in mine.items()} == stakes
    open_ = {line.wager: line for line in lines}
    for name, line in mine.items():
        beside = open_[name.removeprefix("secret ")]
        assert line.net * beside.stake == beside.net * line.stake
        assert line.cite == beside.cite


@pytest.mark.rule("HOUSE-TOURN-232")
def test_a_folded_hand_loses_its_secret_ante_with_what_followed_it():
    setup, moves = stud("ante-and-streets", fold_at=1)
    told = played(setup, *moves, announce(50), Move("close"))
    lines = GAMES["mississippi_stud"].settle(told)
    mine = {x.wager: x.net for x in lines if x.wager.startswith("secret")}
    assert mine == {"secret ante": -50, "secret 3rd": -50}


@pytest.mark.rule("HOUSE-TOURN-232")
@pytest.mark.parametrize("setup", [STUD, CARIBBEAN], ids=lambda s: s.game)
def test_no_card_is_dealt_to_a_form_without_an_open_ante(setup):
    state = played(setup, Move("ante", 2, 100), seal(), Move("no_more_bets"))
    assert against(state, Move("deal")) == ["HOUSE-TOURN-232"]
    assert all(offer.act != "deal" for offer in GAMES[setup.game].offers(state))


@pytest.mark.rule("HOUSE-TOURN-232", "HOUSE-TOURN-237")
@pytest.mark.parametrize("secret", ["ante", "ante-and-streets"])
def test_at_caribbean_stud_the_bet_follows_the_secret_ante_where_terms_say_so(secret):
    setup, game = replace(CARIBBEAN, secret=secret), GAMES["caribbean_stud"]
    moves = [Move("ante", 1, 100), seal(), Move("no_more_bets"), Move("deal")]
    state = played(setup, *_fitting(setup, moves))
    while state.phase != "deciding":
        offer = game.offers(state)[0]
        wanted = offer.cards
        keyed = cards("9s") if wanted else ()
        state = game.apply(state, Move(offer.act, cards=keyed))
        assert not isinstance(state, Refused), state
    moves = (*state.moves, Move("bet", 1, 200))
    moves = (*moves, Move("reveal", cards=_dealers(game, setup, moves)))
    moves = (*moves, Move("settle", 1, cards=cards("Ah Kd Qc Jh 9h")))
    told = played(setup, *moves, announce(50), Move("close"))
    mine = {x.wager: x.stake for x in game.settle(told) if "secret" in x.wager}
    follows = {"secret bet": 100} if secret == "ante-and-streets" else {}
    assert mine == {"secret ante": 50} | follows


def _dealers(game, setup, moves):
    """The Dealer's cards that are still to be keyed: a pair of sevens at best."""
    state = played(setup, *moves)
    offer = next(o for o in game.offers(state) if o.act == "reveal")
    return cards("7c 7d 2h 3s 4c")[: offer.cards.count]


@given(
    on=st.sampled_from([Spot.BANKER, Spot.PLAYER, Spot.TIE]),
    amount=st.integers(0, 500),
    shoe=st.permutations(range(52)),
    bets=st.dictionaries(st.integers(1, 7), st.integers(10, 500), max_size=4),
)
def test_a_secret_wager_comes_to_what_an_open_one_would(on, amount, shoe, bets):
    """The same coup, with the wager open or in secret: the same chips, other lines."""
    game = GAMES["baccarat"]
    open_ = [Move("bet", s, n, spot=Spot.TIE) for s, n in bets.items() if s != 1]

    def finished(*first):
        state = played(COUP, *open_, *first, Move("no_more_bets"))
        while move := game.deal_next(state, shoe):
            state = game.apply(state, move)
        return state

    sealed = finished(seal())
    hidden = game.seen(sealed)
    hidden.pop("secret")
    assert hidden == game.seen(finished())
    told = played(COUP, *sealed.moves, announce(amount, on), Move("close"))
    won = {(x.seat, x.net) for x in game.settle(told) if x.seat == 1}
    if amount >= 10:
        plain = finished(Move("bet", 1, amount, spot=on))
        openly = {(x.seat, x.net) for x in game.settle(plain) if x.seat == 1}
        assert won == openly
    again = game.replay(COUP, [game.read(write(move)) for move in told.moves])
    assert again == told


def test_a_setup_keeps_what_may_be_wagered_in_secret():
    assert write_setup(COUP)["secret"] == "areas"
