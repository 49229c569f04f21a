"""Factories for Mississippi Stud: a table, a round at any point, a finished box."""

from game.cards import replayed
from game.mississippi.round import Announce, Ante, Bet, Box, Call, Round, Status, Table
from game.mississippi.tables import Settings, open_table
from game.mississippi_stud import apply, deal_from, play, turn_from
from game.rulebooks import mississippi_rules
from game.rulebooks.devices import Device
from rulebook import Refused

DECK = replayed(1)
NO_MORE_BETS = Announce(Call.NO_MORE_BETS)
BET_OR_FOLD = Announce(Call.BET_OR_FOLD)


def a_table(code="CROWN3", device=Device.SHOE, **settings) -> Table:
    table = open_table(mississippi_rules(code), Settings(device, **settings))
    assert isinstance(table, Table), str(table)
    return table


def code_of(rule: str) -> str:
    """The document a rule is in."""
    return rule.partition("-")[0]


def empty(code="CROWN3", **settings) -> Round:
    """A round in which nobody has anted yet."""
    return Round(a_table(code, **settings))


def done(verdict):
    """What an action gave; a refusal would be a surprise."""
    assert not isinstance(verdict, Refused), str(verdict)
    return verdict


def act(now: Round, *actions) -> Round:
    for action in actions:
        now = done(apply(now, action))
    return now


def refused(now: Round, action) -> set[str]:
    """The rules an action is refused under."""
    verdict = apply(now, action)
    assert isinstance(verdict, Refused), f"{action} was accepted"
    assert all(r.wrong and r.right for r in verdict.refusals)
    return {cite.id for cite in verdict.cites}


def anted(code="CROWN3", device=Device.SHOE, seats=(1, 3), ante=10, **settings):
    """A round with antes down and betting closed."""
    table = a_table(code, device, **settings)
    return done(play(table, [*(Ante(s, ante) for s in seats), NO_MORE_BETS]))


def dealt(code="CROWN3", device=Device.SHOE, deck=DECK, start=None, **more) -> Round:
    """A round at its first decision."""
    now = done(deal_from(start or anted(code, device, **more), deck))
    return act(now, BET_OR_FOLD) if now.table.rules.bet_or_fold else now


def turn(now: Round, deck=DECK) -> Round:
    """The round after its next community card, once everybody has decided."""
    if now.table.dealing.call_before_reveal:
        now = act(now, NO_MORE_BETS)
    return done(turn_from(now, deck))


def played(code="CROWN3", device=Device.SHOE, deck=DECK, start=None, **more) -> Round:
    """A round in which everybody stayed in with one ante on each street."""
    now = dealt(code, device, deck, start, **more)
    for _ in range(3):
        bets = [Bet(b.seat, b.ante) for b in now.undecided if not b.blind]
        now = turn(act(now, *bets), deck)
    return now


def a_box(streets=(10, 10, 10), *, ante=10, status=Status.PLAYING, **more) -> Box:
    return Box(1, ante, streets=streets, status=status, **more)
