"""The Game Supervisor examines a form before its hand, or gives it back."""

from collections.abc import Iterator

from game.play import Move
from house.floor.acts import Act
from house.floor.rounds.play import Floor
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.path import steps
from tournaments.rules.secret_wagers import Written, faults
from tournaments.secret import forms, queries
from tournaments.secret.handing_in import move_in
from tournaments.secret.kept import layout
from tournaments.secret.models import ExaminationRow, SecretFormRow
from tournaments.secret.queries import SessionRound

EXAMINED: Cite = Cite("VIC99-N26-14.6.7")
ITS_OWN: Cite = HOUSE.at("TOURN-234")


def its_supervisor(here: SessionRound, act: Act) -> Iterator[Refusal]:
    """Forms are for the eyes of whoever watches over the table, and nobody else’s."""
    if act.by.id != queries.supervisor(here.session, here.table):
        wrong = f"{act.by.name} does not watch over table {here.table.number}."
        yield Refusal(ITS_OWN, wrong, "The supervisor of the table opens its forms.")


def _may_look(here: SessionRound, form: SecretFormRow, act: Act) -> Iterator[Refusal]:
    yield from its_supervisor(here, act)
    if queries.holding(here).get(form.seat) != form:
        wrong = "The form is not one of the hand that is played."
        yield Refusal(EXAMINED, wrong, "Look at the table again.")
    elif here.round.first_card_at is not None:
        wrong = "The first card is out."
        yield Refusal(EXAMINED, wrong, "The form is announced after the hand.")


def read(
    here: SessionRound, form: SecretFormRow, act: Act, floor: Floor
) -> Written | Refused:
    """What a form says, for the supervisor of its table alone."""
    if found := tuple(_may_look(here, form, act)):
        return Refused(found)
    return forms.opened(form, floor.seal).written


def wrong_with(
    here: SessionRound, form: SecretFormRow, written: Written
) -> tuple[Refusal, ...]:
    """What is wrong with a form beside what lies on the layout now."""
    return faults(written, queries.at_stake(here, form.seat, form.entry_id))


def examine(
    here: SessionRound, form: SecretFormRow, act: Act, floor: Floor
) -> ExaminationRow | Refused:
    """Find a form in order; what is wrong with it only the supervisor reads."""
    written = read(here, form, act, floor)
    if isinstance(written, Refused):
        verdict: ExaminationRow | Refused = written
        known: ExaminationRow | Refused = written
    elif found := wrong_with(here, form, written):
        verdict, wrong = Refused(found), "The form is not in order."
        known = Refused((Refusal(EXAMINED, wrong, "It goes back to its player."),))
    else:
        known = verdict = _found_in_order(here, form, act)
    _note(here, "examine secret wager", form, act, known)
    return verdict


def _found_in_order(
    here: SessionRound, form: SecretFormRow, act: Act
) -> ExaminationRow:
    lies = dict(layout(here.state, form.seat))
    row = ExaminationRow(form_id=form.pk, layout=lies, **steps.signed(act))
    here.session.add(row)
    here.session.flush()
    return row


def give_back(
    here: SessionRound, form: SecretFormRow, key: str, act: Act, floor: Floor
) -> Refused | None:
    """Give a form back that cannot stand: it is not used up."""
    found = tuple(_may_look(here, form, act))
    verdict = Refused(found) if found else None
    if not found:
        move = Move("hand_back", form.seat, promise=form.promise, cite=EXAMINED)
        verdict = move_in(here, [move], key, act, floor)
    _note(here, "give secret wager back", form, act, verdict)
    return verdict


def _note(
    here: SessionRound, name: str, form: SecretFormRow, act: Act, verdict: object
) -> None:
    after = {"table": here.table.number, "seat": form.seat, "promise": form.promise}
    known = (here.session, here.play.tournament, name, act)
    steps.note(*known, verdict, (EXAMINED,), None, after)
