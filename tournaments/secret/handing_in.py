"""A form is handed in: sealed at once, promised on the record, marked at its seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.play import Move
from house.floor.acts import Act
from house.floor.rounds import services as rounds
from house.floor.rounds.play import Floor
from house.floor.rounds.taps import TableAct, Tap
from rulebook import HOUSE, Cite, Refusal, Refused
from tournaments.path import steps
from tournaments.play.play import TournamentPlay
from tournaments.rules.clauses.secret import SecretWagersClause
from tournaments.rules.secret_wagers import Written, faults
from tournaments.rules.session_gates import forms_sealed
from tournaments.secret import forms, queries
from tournaments.secret.models import SecretFormRow, Way
from tournaments.secret.queries import SessionRound

ALLOWANCE: Cite = Cite("VIC99-N26-14.6.1")
IN_TIME: Cite = Cite("VIC99-N26-14.6.2")
MARKED: Cite = Cite("VIC99-N26-14.6.6")
UNSAID: Cite = HOUSE.at("TOURN-233")
OWN_SEAT: Cite = HOUSE.at("TOURN-230")


@dataclass(frozen=True, slots=True)
class HandingIn:
    """A form that somebody hands in for the hand that is open."""

    seat: int
    written: Written
    way: Way
    key: str
    round: int | None = None  # the one it was written for, where that was said
    salt: str = ""  # of its promise; where none is given, salt nobody can guess


def hand_in(
    play: TournamentPlay, asked: HandingIn, act: Act, floor: Floor
) -> SecretFormRow | Refused:
    """Take a form: nobody reads it from now on but the supervisor of the table."""
    here = queries.look(play, floor.seal)
    found = tuple(against(play, here, asked, floor))
    verdict: SecretFormRow | Refused
    if here is None or found:
        verdict = Refused(found)
    else:
        with play.session.begin_nested() as all_or_none:
            verdict = _take(here, asked, act, floor)
            if isinstance(verdict, Refused):
                all_or_none.rollback()
    after = {"table": play.table.number, "seat": asked.seat, "way": asked.way.value}
    name, rules = "hand in secret wager", (MARKED, UNSAID)
    known = _unsaid(verdict) if isinstance(verdict, Refused) else verdict
    steps.note(play.session, play.tournament, name, act, known, rules, None, after)
    return verdict


def _unsaid(_refused: Refused) -> Refused:
    """A form that was not taken as the record has it: why would tell what it said."""
    wrong = "The form was not taken."
    return Refused((Refusal(UNSAID, wrong, "Whoever wrote it was told why."),))


def against(
    play: TournamentPlay, here: SessionRound | None, asked: HandingIn, floor: Floor
) -> Iterator[Refusal]:
    """Every reason why a form is not taken."""
    on_paper = tuple(forms_sealed(play.table.number, on_paper=play.plan.on_paper))
    yield from on_paper
    if on_paper:
        return
    if here is None or here.is_over:
        wrong = f"No hand is open at table {play.table.number}."
        yield Refusal(IN_TIME, wrong, "Hand it in when one is, before the cards.")
        return
    if asked.round is not None and asked.round != here.round.number:
        wrong = f"The form is for round {asked.round}; {here.round.number} is played."
        yield Refusal(IN_TIME, wrong, "Write one for this hand.", "round")
    entry_id = play.entries.get(asked.seat)
    if entry_id is None or asked.seat not in play.playing:
        wrong = f"Nobody at seat {asked.seat} takes part in this hand."
        yield Refusal(OWN_SEAT, wrong, "Only those who do may wager.", "seat")
        return
    yield from allowed(here, entry_id, floor)
    if asked.way is not Way.PAPER:
        yield from faults(asked.written, queries.at_stake(here, asked.seat, entry_id))


def allowed(here: SessionRound, entry_id: int, floor: Floor) -> Iterator[Refusal]:
    """Why an entrant has no further secret wager in this session."""
    each, takes = queries.allowance(here, entry_id), here.state.setup.secret
    clause = SecretWagersClause(allowed=bool(takes), per_session=each)
    why = clause.refuse(queries.used(here, entry_id, floor.seal))
    if why is not None:
        yield Refusal(ALLOWANCE, why.wrong, why.right, "kind")


def _take(
    here: SessionRound, asked: HandingIn, act: Act, floor: Floor
) -> SecretFormRow | Refused:
    sheet = forms.fresh(here.round.pk, asked.seat, asked.written, asked.salt)
    row = SecretFormRow(
        session_id=here.at.session.pk,
        round_id=here.round.pk,
        entry_id=here.play.entries[asked.seat],
        seat=asked.seat,
        way=asked.way,
        promise=sheet.promise,
        sealed=forms.sealed(sheet, floor.seal),
        **steps.signed(act),
    )
    here.session.add(row)
    here.session.flush()
    move = Move("seal", asked.seat, promise=row.promise, cite=MARKED)
    done = move_in(here, [move], asked.key, act, floor)
    return done if isinstance(done, Refused) else row


def move_in(
    here: SessionRound, moves: Sequence[Move], key: str, act: Act, floor: Floor
) -> Refused | None:
    """Make moves that follow from forms in the round under way, all or none."""
    at = TableAct(here.session, here.table, act, floor)
    tap = Tap(key, here.round.number, here.now.seq, {})
    done = rounds.rule(here.session, here.table, tap, moves, at)
    return done if isinstance(done, Refused) else None
