"""Until the next first card anybody at the table may look at the forms of a hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.play.sealed import at
from house.floor.rounds.play import Floor
from rulebook import Cite, Refusal, Refused
from tournaments.play.play import TournamentPlay
from tournaments.rules.secret_wagers import Written
from tournaments.secret import forms, queries
from tournaments.secret.models import Way
from tournaments.secret.queries import SessionRound

INSPECTED: Cite = Cite("VIC99-N26-14.6.9")


@dataclass(frozen=True, slots=True)
class Open:
    """A form that lies open: what was written, and what it counted for."""

    form_id: int
    seat: int
    player: str
    way: Way
    written: Written
    counted: int
    rule: Cite | None


def last_hand(play: TournamentPlay, floor: Floor) -> SessionRound | None:
    """The hand whose forms may be looked at: over, and no card dealt since."""
    newest = queries.look(play, floor.seal)
    if newest is None or newest.is_over:
        return newest
    if newest.round.first_card_at is not None:
        return None
    return queries.look(play, floor.seal, newest.round.number - 1)


def inspect(play: TournamentPlay, entry_id: int, floor: Floor) -> list[Open] | Refused:
    """The forms of the last hand, for an entrant who sits at the table."""
    here = last_hand(play, floor)
    found = tuple(_against(play, here, entry_id))
    if found or here is None:
        return Refused(found)
    return lying_open(here, floor)


def _against(
    play: TournamentPlay, here: SessionRound | None, entry_id: int
) -> Iterator[Refusal]:
    if entry_id not in play.entries.values():
        wrong = f"You do not sit at table {play.table.number}."
        yield Refusal(INSPECTED, wrong, "Those at the table may look.")
    if here is None:
        wrong = "No hand is over whose forms could be looked at."
        right = "They lie open from its end to the next first card."
        yield Refusal(INSPECTED, wrong, right)


def lying_open(here: SessionRound, floor: Floor) -> list[Open]:
    """The forms of a hand that is over."""
    found = []
    for seat, form in sorted(queries.holding(here).items()):
        one = at(here.state, seat)
        if one is None or one.stake is None:
            continue
        sits = here.now.game.seen(here.state)["seats"]
        player = next((s["player"] for s in sits if s["seat"] == seat), "")
        sheet = forms.opened(form, floor.seal)
        known = (form.pk, seat, player, form.way, sheet.written, one.stake)
        found.append(Open(*known, one.ruled or one.cite))
    return found
