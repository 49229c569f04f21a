"""What is done to a player does to the stack, the place and the money, in words."""

from collections.abc import Callable, Mapping

from rulebook import Cite
from rulebook.terms import wording
from tournaments.rules.clauses.conduct import ChipsLeft, LateEffect
from tournaments.rules.clauses.consequences import RetiredPlace
from tournaments.rules.conducting import (
    ABSENT,
    AWAY,
    LATE,
    PENALISED,
    SHORT,
    Deed,
    Effect,
    Player,
    Verb,
)
from tournaments.rules.eliminating import LOWEST
from tournaments.rules.terms import Terms

THROWN_OUT: Cite = Cite("CROWN3-12.5.3(b)(v)")
RETIRED: Cite = Cite("CROWN3-12.5.3(b)(vi)")
MONEY = "Nothing of what was paid comes back."
STAYS = "Stack, place and money stay as they are."
WAITING = "Chips that were paid for and wait are not handed over any more."


def effect(deed: Deed, player: Player, terms: Terms) -> Effect:
    """What an act does to the stack, the place and the money, as the terms say."""
    return EFFECTS[deed.verb](deed, player, terms)


def _warned(deed: Deed, player: Player, _terms: Terms) -> Effect:
    count = wording.many(player.warnings, "warning")
    before = f"{wording.capital(count)} for “{wording.phrase(deed.ground)}”"
    says = (f"{before} until now in this tournament.", STAYS)
    return Effect(PENALISED, says=says)


def _fined(deed: Deed, player: Player, _terms: Terms) -> Effect:
    left = player.stack_chips - deed.size
    says = [f"The stack goes from {player.stack_chips:,} to {left:,} chips."]
    if left < player.ante_chips:
        says.append("That is too few for the Ante.")
    says.append("The chips go to the tray and are shared out to nobody.")
    return Effect(PENALISED, takes=deed.size, says=tuple(says))


def _benched(deed: Deed, player: Player, _terms: Terms) -> Effect:
    hands = wording.figure(deed.size, "hand")
    says = [f"They sit out the next {hands} at this table and keep their chips."]
    if player.hands_left is not None and player.hands_left < deed.size:
        left = wording.figure(player.hands_left, "hand")
        says.append(f"Only {left} of the session are left; the rest lapses.")
    return Effect(PENALISED, sits_out=deed.size, says=tuple(says))


def _removed(player: Player) -> str:
    chips = wording.chips(player.stack_chips)
    return f"Their {chips} go to the tray and are shared out to nobody."


def _antes(player: Player) -> str:
    ante = wording.chips(player.ante_chips)
    return f"In every hand the least Ante, {ante} now, goes from stack to tray."


def _disqualified(_deed: Deed, player: Player, terms: Terms) -> Effect:
    left = terms.conduct.disqualified.stack_after(player.stack_chips)
    chips = _antes(player) + " What is left goes at the end of the session."
    says = (
        chips if left else _removed(player),
        "They have no place and can win nothing.",
        MONEY,
        WAITING,
    )
    return Effect(
        THROWN_OUT,
        takes=player.stack_chips - left,
        takes_antes=bool(left),
        keeps_seat=bool(left),
        place=RetiredPlace.NO_PLACE.value,
        says=says,
    )


def _retired(_deed: Deed, player: Player, terms: Terms) -> Effect:
    clause = terms.conduct.retirement
    place = clause.place or RetiredPlace.NO_PLACE
    said = {
        RetiredPlace.BY_STACK_THEN: "They are placed by these chips, among those "
        "eliminated in the same stage.",
        RetiredPlace.LAST_OF_STAGE: "They are placed last of those eliminated in the "
        "same stage.",
        RetiredPlace.NO_PLACE: "They have no place and can win nothing.",
    }[place]
    return _out(RETIRED, player, place, said)


def _out(rule: Cite, player: Player, place: RetiredPlace, said: str) -> Effect:
    """Somebody leaves the tournament with their chips removed."""
    says = (_removed(player), said, MONEY, WAITING)
    takes = player.stack_chips
    return Effect(rule, takes, keeps_seat=False, place=place.value, says=says)


def _too_late(_deed: Deed, player: Player, _terms: Terms) -> Effect:
    said = "They are placed last of their stage."
    return _out(LATE, player, RetiredPlace.LAST_OF_STAGE, said)


def _broke(_deed: Deed, player: Player, _terms: Terms) -> Effect:
    said = "They are placed by these chips."
    return _out(SHORT, player, RetiredPlace.BY_STACK_THEN, said)


def _lowest(_deed: Deed, player: Player, _terms: Terms) -> Effect:
    said = "They are placed by these chips."
    return _out(LOWEST, player, RetiredPlace.BY_STACK_THEN, said)


def _late(_deed: Deed, player: Player, terms: Terms) -> Effect:
    taken = terms.conduct.late.effect is LateEffect.ANTE_TAKEN
    chips = _antes(player) if taken else "They miss hands and lose no chips."
    lost = terms.conduct.late.lost_at(player.starts)
    until = "The place is kept to the end of the session."
    if lost is not None:
        until = f"The place is lost {wording.when(lost, player.zone)}."
    return Effect(LATE, takes_antes=taken, says=(chips, until))


def _absent(_deed: Deed, player: Player, terms: Terms) -> Effect:
    stays = terms.conduct.absence.chips is ChipsLeft.STAY_IN_PLAY
    end = "At the end of the session they are out of the tournament."
    money = f"Of what was paid: {terms.conduct.refunds.absent.text()}."
    says = (_antes(player) if stays else _removed(player), end, money)
    takes = 0 if stays else player.stack_chips
    return Effect(ABSENT, takes, takes_antes=stays, keeps_seat=stays, says=says)


def _back(_deed: Deed, _player: Player, _terms: Terms) -> Effect:
    return Effect(AWAY, says=("They take part from the next hand on.",))


EFFECTS: Mapping[Verb, Callable[[Deed, Player, Terms], Effect]] = {
    Verb.WARNING: _warned,
    Verb.CHIPS: _fined,
    Verb.HANDS: _benched,
    Verb.DISQUALIFIED: _disqualified,
    Verb.RETIRED: _retired,
    Verb.LATE: _late,
    Verb.OUT: _too_late,
    Verb.ABSENT: _absent,
    Verb.BROKE: _broke,
    Verb.LOWEST: _lowest,
    Verb.BACK: _back,
}
