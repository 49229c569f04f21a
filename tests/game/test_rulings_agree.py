"""On any round of any document: what a ruling says of a wager is what its lines say."""

from random import Random

import pytest

from game.fates import Fate
from game.games import GAMES
from game.irregularities.answers import Answer
from game.irregularities.effects import applied
from game.irregularities.possible import possible
from game.irregularities.proposing import Proposed, decide, propose
from game.irregularities.ruling import Ruling
from game.irregularities.scene import Scene
from game.ranks import Rank
from rulebook import Refused
from tests.game.play.test_replay import TABLES, picker
from tests.game.play_rounds import a_setup, walk

CARDS = ("Ah", "Kd", "7s", "7c", "2c")


def scene_of(state):
    """A round as it is ruled on."""
    game, facts = GAMES[state.setup.game], GAMES[state.setup.game].facts(state, None)
    return Scene(
        facts,
        state.setup.seats,
        shown=game.shown(state),
        table="7",
        jackpot=state.setup.jackpot is not None,
        covered=state.setup.game != "baccarat",
        game=game,
        state=state,
    )


def answered(rng, question):
    """An answer that can be true."""
    values = [value for value, _ in question.options]
    match question.answer:
        case Answer.SEATS:
            return rng.sample(values, rng.randint(1, len(values)))
        case Answer.SEAT | Answer.ONE_OF:
            return rng.choice(values)
        case Answer.NUMBER:
            usual = [n for n in (0, 1, 3, 4, 51, 52, 53) if n >= question.least]
            return rng.choice([n for n in usual if n <= question.most])
        case Answer.AMOUNT:
            return max(question.least, rng.randint(0, 30))
        case Answer.YES_OR_NO:
            return rng.random() < 0.5
        case Answer.CARDS:
            return "".join(rng.sample(CARDS, min(question.most, 4)))
        case _:
            return "Somebody saw it"


def ways(ruling):
    """Every way to decide it, one choice at a time."""
    return [(c.name,) for c in ruling.choices] or [()]


def settled(game, state):
    """What every wager of a round came to, as far as it is decided."""
    lines = game.settle(state)
    if isinstance(lines, Refused):
        lines = game.decided(state)
    return {(line.seat, line.wager): line for line in lines}


def agrees(state, ruling):
    """Each effect beside the stakes and lines of the round after the moves."""
    game = GAMES[state.setup.game]
    after = applied(game, state, ruling.moves)
    assert not isinstance(after, Refused), str(after)
    was, now = settled(game, state), settled(game, after)
    left = game.staked(after)
    said = {(e.seat, e.wager, e.fate): e for e in ruling.effects}
    assert len(said) == len(ruling.effects)
    for (seat, wager, fate), effect in said.items():
        line, stays = now.get((seat, wager)), left.get(seat, {}).get(wager, 0)
        if fate is Fate.CARRIED:
            assert line is None
            assert game.carried(after)[seat, wager] == effect.cite
        elif fate is Fate.COLLECTED:
            assert (line.net, line.cite) == (-effect.amount, effect.cite)
        elif fate is Fate.RETURNED and (seat, wager, Fate.STANDS) in said:
            assert stays == said[seat, wager, Fate.STANDS].amount
        elif fate is Fate.RETURNED and stays:
            assert (line.stake, line.net, line.cite) == (effect.amount, 0, effect.cite)
        elif fate is Fate.STANDS and line:
            before = was.get((seat, wager))
            assert line.stake == effect.amount
            same = before is None or (before.net < 0) == (line.net < 0)
            assert same or line.net == effect.won
    carried = {(e.seat, e.wager) for e in ruling.effects if e.fate is Fate.CARRIED}
    assert {
        at for at in game.carried(after) if at not in game.carried(state)
    } == carried
    staked = sum(w.amount for _, w in game.facts(state, None).stakes())
    assert sum(e.amount for e in ruling.effects) == staked
    return after


def made_again(state, ruling, after):
    """Undone and made again it gives the same; made twice it is refused."""
    game = GAMES[state.setup.game]
    again = game.replay(state.setup, (*state.moves, *ruling.moves))
    assert again == after
    if ruling.moves and game.started(state):
        assert isinstance(applied(game, after, ruling.moves), Refused)


@pytest.mark.rule("HOUSE-RULING-7")
@pytest.mark.parametrize(("game", "code", "device", "cards"), TABLES)
@pytest.mark.parametrize("seed", range(12))
def test_a_ruling_says_what_its_lines_say(game, code, device, cards, seed):
    rng = Random(f"{game} {code} {device} {cards} {seed}")
    setup = a_setup(code, game, device=device, cards=cards)
    state = walk(setup, picker(rng), steps=rng.randint(2, 60), seed=seed)
    if GAMES[game].over(state):
        return
    scene = scene_of(state)
    for one in possible(scene):
        given_now = {q.name: answered(rng, q) for q in one.questions}
        proposed = propose(scene, one.name, given_now)
        if isinstance(proposed, Refused):  # the answers contradict each other
            assert {r.field for r in proposed.refusals} - {""}, (one.name, proposed)
            continue
        check(scene, proposed)


def check(scene: Scene, proposed: Proposed) -> None:
    """Every way to decide a ruling, and with players who take their wagers back."""
    for chosen in ways(proposed.ruling):
        for leaving in ((), proposed.ruling.may_retract[:1]):
            parts = (scene, proposed.ruling, Rank.CASINO_MANAGER, chosen, leaving)
            ruling = decide(*parts)
            assert isinstance(ruling, Ruling), str(ruling)
            after = agrees(scene.state, ruling)
            made_again(scene.state, ruling, after)
