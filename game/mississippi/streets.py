"""Bet or fold on each of the three streets, and how large a bet may be."""

from collections.abc import Iterator

from game.mississippi.round import Box, Round, Status
from game.play.checks import amount_refusals, is_whole
from game.play.moves import UNRULED, Move
from game.play.phases import Phase
from game.ranks import Rank, beyond
from game.rulebooks.mississippi import Sizes, StreetRules
from game.stud.antes import no_box
from rulebook import Refusal

_WHOLE_MULTIPLES = Sizes.WHOLE_MULTIPLES  # at hand, as every street bet asks


def step_of(ante: int, sizes: Sizes, unit: int) -> int:
    """The steps in which a street bet grows."""
    return ante if sizes is _WHOLE_MULTIPLES else unit


def fits(
    street: StreetRules, ante: int, amount: object, sizes: Sizes, unit: int = 1
) -> bool:
    """Whether a street bet stands in an allowed ratio to the ante."""
    if type(amount) is not int:
        return False
    least, most = street.times.value
    above = amount - least * ante
    if above < 0 or amount > most * ante:
        return False
    return above % step_of(ante, sizes, unit) == 0


def street_refusals(
    street: StreetRules, ante: int, amount: object, sizes: Sizes, unit: int = 1
) -> Iterator[Refusal]:
    """Refuse a street bet that stands in no allowed ratio to the ante."""
    if fits(street, ante, amount, sizes, unit):
        return
    if not is_whole(amount):
        yield from amount_refusals(amount, street.name)
        return
    wrong = f"A {street.name} street bet of {amount} on an ante of {ante}."
    right = _allowed(street, ante, sizes, unit)
    yield Refusal(street.sizes.cite, wrong, right, street.name)


def _allowed(street: StreetRules, ante: int, sizes: Sizes, unit: int) -> str:
    """The amounts a street bet may take, in a sentence."""
    least, most = street.times.value
    if sizes is Sizes.ANY_AMOUNT:
        steps = "" if unit == 1 else f" in steps of {unit}"
        return f"Bet from {least * ante} to {most * ante}{steps}, or fold."
    amounts = [str(ante * times) for times in range(least, most + 1)]
    return f"Bet {', '.join(amounts[:-1])} or {amounts[-1]}, or fold."


def _may_decide(now: Round, box: Box | None, seat: int) -> Iterator[Refusal]:
    rules = now.table.rules
    if box is None:
        yield from no_box(now, seat)
    elif box.out:
        wrong, right = "The hand is out.", "It stays out for the round."
        yield Refusal(rules.folding.final, wrong, right)
    elif now.phase is not Phase.DECIDING:
        cite = rules.streets[min(now.shown, 2)].decide
        if now.phase in (Phase.BETTING, Phase.DEALING):
            cite = now.table.dealing.unseen
        wrong, right = f"The round is {now.phase}.", "Decide at each street."
        yield Refusal(cite, wrong, right)
    elif box not in now.undecided:
        wrong, right = "This street is bet already.", "The stake stays as it is."
        yield Refusal(rules.wagers.untouched, wrong, right)


def _may_act_yet(now: Round, seat: int) -> Iterator[Refusal]:
    """Whoever was directed to act first decides before anybody else."""
    if before := now.acts_before(seat):
        first, cite = before
        wrong = f"Seat {first} was directed to act first."
        yield Refusal(cite, wrong, f"Wait for seat {first}.", "seat")


def may_bet(now: Round, move: Move) -> Iterator[Refusal]:
    """A street bet comes at its street, once, in an allowed ratio to the ante."""
    box = now.box(move.seat)
    yield from _may_decide(now, box, move.number)
    yield from _may_act_yet(now, move.number)
    if box is None or now.shown == 3:
        return
    blind, street = now.table.rules.blind, now.table.rules.streets[now.shown]
    if box.blind and blind:
        wrong, right = "This hand is played blind.", "Stake all three streets at once."
        yield Refusal(blind.unseen, wrong, right, street.name)
    if now.phase is Phase.DECIDING and now.stage_closed:
        wrong, right = "No more bets was called.", "Only a fold is left."
        yield Refusal(now.table.rules.wagers.window, wrong, right, street.name)
    sizes, unit = now.table.sizes, now.setup.street_step
    yield from street_refusals(street, box.ante, move.amount, sizes, unit)


def bet(now: Round, move: Move) -> Round:
    """Stay in with one to three antes."""
    return _staked(now, move.number, (move.stake,))


def _staked(now: Round, seat: int, amounts: tuple[int, ...]) -> Round:
    box = now.box(seat)
    before = box.streets if box else ()
    return now.changed(seat, streets=(*before, *amounts))


def may_bet_blind(now: Round, move: Move) -> Iterator[Refusal]:
    """A blind hand stakes every street before the first community card shows."""
    box, rules = now.box(move.seat), now.table.rules
    blind = rules.blind
    yield from no_box(now, move.number)
    if len(move.amounts) != len(rules.streets):
        wrong, right = "A blind hand stakes three streets.", "Key three amounts."
        yield Refusal(rules.streets[0].decide, wrong, right, "amounts")
        return
    if blind is None or box is None or not box.blind:
        wrong, right = "This hand is not played blind.", "Bet street by street."
        yield Refusal(blind.unseen if blind else UNRULED, wrong, right)
        return
    if now.shown or now.phase not in (Phase.DEALING, Phase.DECIDING) or box.streets:
        wrong, right = "Its stakes are frozen.", "They are posted once, in time."
        yield Refusal(blind.all_streets, wrong, right)
    sizes, unit = now.table.sizes, now.setup.street_step
    for street, amount in zip(rules.streets, move.amounts, strict=True):
        yield from street_refusals(street, box.ante, amount, sizes, unit)


def bet_blind(now: Round, move: Move) -> Round:
    """Stake all three streets of a hand nobody looks at."""
    return _staked(now, move.number, move.amounts)


def may_fold(now: Round, move: Move) -> Iterator[Refusal]:
    """A hand is given up instead of a street bet; a blind hand never is."""
    box, rules = now.box(move.seat), now.table.rules
    yield from _may_decide(now, box, move.number)
    yield from _may_act_yet(now, move.number)
    if box and box.blind and rules.blind:
        wrong, right = "A blind hand is not folded.", "It stakes all three streets."
        yield Refusal(rules.blind.all_streets, wrong, right)


def fold(now: Round, move: Move) -> Round:
    """Give the hand up, and with it every stake on the table."""
    return now.changed(move.number, status=Status.FOLDED).at_its_end()


def may_deem_folded(now: Round, move: Move) -> Iterator[Refusal]:
    """A player who is away when it is time to decide is deemed to fold."""
    yield from may_fold(now, move)
    cite = now.table.rules.folding.absent
    yield from beyond(move.rank, Rank.SUPERVISOR, cite, "deem a player folded")


def deem_folded(now: Round, move: Move) -> Round:
    """Take an absent player's hand for folded."""
    return now.changed(move.number, status=Status.ABSENT).at_its_end()
