"""After the hand the Game Supervisor announces what was wagered in secret.

In the last hand of the final, where everybody did, right before the deal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from game.games import GAMES
from game.play import Move
from game.play.sealed import waiting
from house.floor.acts import Act
from house.floor.rounds import corrections
from house.floor.rounds.corrections import Correction, Effect
from house.floor.rounds.play import Floor
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.path import steps
from tournaments.rules.secret_wagers import Deemed, Written, deemed
from tournaments.secret import forms, queries
from tournaments.secret.examining import its_supervisor
from tournaments.secret.handing_in import move_in
from tournaments.secret.last_hand import opens_early
from tournaments.secret.models import SecretFormRow, Way
from tournaments.secret.queries import SessionRound

ANNOUNCED: Cite = Cite("VIC99-N26-14.6.8")
BEFORE_DEAL: Cite = Cite("VIC99-N26-14.6.11.1")
LAST_HAND: Cite = Cite("VIC99-N26-14.6.11")
FOUND: Cite = HOUSE.at("TOURN-235")
TOLD = ("announce", "deduct")


def taken_for(here: SessionRound, form: SecretFormRow, written: Written) -> Deemed:
    """What a form counts for in its round."""
    stakes = GAMES[here.state.setup.game].secret_stakes
    held = queries.at_stake(here, form.seat, form.entry_id)
    return deemed(written, held, lambda ante: stakes(here.state, form.seat, ante))


def _move(form: SecretFormRow, counts: Deemed, cite: Cite) -> Move:
    return Move(
        "deduct" if counts.deducted else "announce",
        form.seat,
        counts.amount,
        spot=counts.spot,
        promise=form.promise,
        cite=cite if counts.cite == ANNOUNCED else counts.cite,
    )


def may_announce(here: SessionRound, act: Act) -> Iterator[Refusal]:
    """Why the secret wagers of a hand are not announced now, beside its own rules."""
    yield from its_supervisor(here, act)
    if not waiting(here.state):
        wrong = "No secret wager waits to be announced."
        yield Refusal(ANNOUNCED, wrong, "Go on with the hand.")
    elif here.round.first_card_at is None and not _early(here):
        wrong = "The hand is not played."
        right = "Before the deal they are announced in the last hand of the final only."
        yield Refusal(LAST_HAND, wrong, right)


def _early(here: SessionRound) -> bool:
    play = here.play
    return opens_early(here.at.plan, play.hand.number, here.state, play.playing)


def announce(
    here: SessionRound, key: str, act: Act, floor: Floor
) -> Sequence[SecretFormRow] | Refused:
    """Open and announce every secret wager of the hand; from then on all may know."""
    found = tuple(may_announce(here, act))
    early = here.round.first_card_at is None
    cite = BEFORE_DEAL if early else ANNOUNCED
    said: list[dict[str, Any]] = []
    verdict: Sequence[SecretFormRow] | Refused
    if found:
        verdict = Refused(found)
    else:
        holding = queries.holding(here)
        told = [holding[one.seat] for one in waiting(here.state)]
        moves = []
        for form in told:
            sheet = forms.opened(form, floor.seal)
            counts = taken_for(here, form, sheet.written)
            moves.append(_move(form, counts, cite))
            said.append(_said(form, sheet, counts))
        verdict = move_in(here, moves, key, act, floor) or told
    after = _about(here) | ({} if isinstance(verdict, Refused) else {"forms": said})
    _note(here, "announce secret wagers", act, verdict, cite, after)
    return verdict


def _said(form: SecretFormRow, sheet: forms.Sheet, counts: Deemed) -> dict[str, Any]:
    """What goes on the record, so that anybody can check the promise."""
    known = {"seat": form.seat, "sheet": sheet.plain.decode()}
    return known | {"amount": counts.amount, "rule": counts.cite.id}


def _about(here: SessionRound) -> dict[str, Any]:
    return {"table": here.table.number, "round": here.round.number}


def _note(  # noqa: PLR0913, PLR0917
    here: SessionRound,
    name: str,
    act: Act,
    verdict: object,
    cite: Cite,
    after: dict[str, Any],
) -> None:
    known = (here.session, here.play.tournament, name, act)
    steps.note(*known, verdict, (cite,), None, after)


# Paper that is found to say something else than was keyed from it.


def find_wrong(  # noqa: PLR0913, PLR0917
    here: SessionRound,
    form: SecretFormRow,
    reading: Written,
    key: str,
    act: Act,
    floor: Floor,
) -> Effect | Refused:
    """Settle a paper form as it is found to read after its hand, by a correction."""
    found = [*its_supervisor(here, act), *_is_paper(here, form)]
    verdict: Effect | Refused
    if found:
        verdict = Refused(tuple(found))
    else:
        wanted = _correction(here, form, reading, key)
        parts = (here.session, here.table, wanted, act, floor)
        verdict = corrections.correct(*parts)
    after = _about(here) | {"seat": form.seat, "reads": asdict(reading)}
    _note(here, "find secret wager wrong", act, verdict, FOUND, after)
    return verdict


def _is_paper(here: SessionRound, form: SecretFormRow) -> Iterator[Refusal]:
    if form.way is not Way.PAPER:
        wrong = "The form was not written on paper."
        yield Refusal(FOUND, wrong, "It says what was sealed.", "seat")
    if form not in queries.holding(here).values():
        wrong = "The form is not one of that hand."
        yield Refusal(FOUND, wrong, "Look at the table again.", "seat")


def _correction(
    here: SessionRound, form: SecretFormRow, reading: Written, key: str
) -> Correction:
    """Other moves in the place of the announcement."""
    move = _move(form, taken_for(here, form, reading), ANNOUNCED)
    instead: Mapping[int, Any] = {
        slot.seq: [
            here.now.game.write(move if m.promise == form.promise else m)
            for m in slot.moves
        ]
        for slot in here.now.slots
        if any(m.act in TOLD and m.promise == form.promise for m in slot.moves)
    }
    reason = "The paper was found to say something else"
    return Correction(key, here.round.number, here.now.seq, reason, instead)
