"""Jackpot hands judged when a round is settled, and again when it is corrected."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from game.games import GAMES
from game.hands import category
from game.jackpots.payment import Paid
from game.jackpots.prizes import is_metered
from house.floor.at_table import jackpots
from house.floor.at_table.jackpot_wagers import has_jackpot, lines_of
from house.floor.at_table.models import JackpotLineRow
from house.floor.at_table.who import backers
from house.floor.meters import claims, ledger, line
from house.floor.meters.models import ClaimState, MeterClaimRow, MeterRow
from house.floor.meters.queries import meter_of
from house.floor.meters.valuing import Box, value
from house.floor.rounds.hooks import Room, Settled
from house.money import dollars
from rulebook import HOUSE, Refused

JUDGED = HOUSE.at("ATTABLE-4")
AGAIN = HOUSE.at("ATTABLE-5")


@dataclass(frozen=True, slots=True)
class Judged:
    """The jackpot hands of a round as they were judged, and as they are now."""

    meter: MeterRow
    before: Sequence[JackpotLineRow]
    boxes: tuple[Box, ...]
    stakes: Mapping[int, tuple[int, str]]
    claim: MeterClaimRow | None  # that the earlier judgement entered, if it stands

    @property
    def number(self) -> int:
        """Which judgement of the round this is."""
        return self.before[0].settlement + 1 if self.before else 1

    @property
    def metered(self) -> bool:
        """Whether a hand wins from the meter now."""
        return any(is_metered(box.hand) for box in self.boxes)

    @property
    def keeps_claim(self) -> bool:
        """Whether the earlier claim says what a new one would say."""
        said = [box.plain() for box in self.boxes]
        return self.claim is not None and self.claim.boxes == said and self.metered

    @property
    def is_paid(self) -> bool:
        """Whether the earlier claim was paid."""
        return self.claim is not None and self.claim.state is ClaimState.PAID

    @property
    def withdraws(self) -> bool:
        """Whether the earlier claim waits and says something else than is so now."""
        return self.claim is not None and not self.is_paid and not self.keeps_claim


def _judged(settled: Settled) -> Judged | None:
    """How the hands are to be judged, unless that is how they were judged already."""
    if not has_jackpot(settled.state):
        return None
    meter = meter_of(settled.session, settled.table)
    alive = GAMES[settled.state.setup.game].claims(settled.state)
    before = lines_of(settled.session, settled.round)
    boxes = tuple(
        Box(c.seat, category(c.rank) if c.rank else None, c.folded) for c in alive
    )
    now = [(b.seat, str(b.hand) if b.hand else "", b.folded) for b in boxes]
    was = [(x.seat, x.hand, x.folded) for x in before if x.stake or x.folded]
    if meter is None or now == was:
        return None
    claimed = next((x.claim_id for x in before if x.claim_id is not None), None)
    claim = settled.session.get(MeterClaimRow, claimed) if claimed else None
    if claim is not None and claim.state is ClaimState.WITHDRAWN:
        claim = None
    stakes = {c.seat: (c.stake, c.cite.id) for c in alive}
    return Judged(meter, before, boxes, stakes, claim)


def hands_judged(settled: Settled) -> None:
    """Judge each jackpot wager alive; what the meter pays is claimed of it.

    A correction may have changed the wagers themselves: a claim that no longer says
    what the hands say is withdrawn, the meter counts the wagers, a new one is entered.
    """
    if not has_jackpot(settled.state):
        return
    judged = _judged(settled)
    meter = None
    if judged is not None:
        meter = ledger.hold(settled.session, [judged.meter.pk])[judged.meter.pk]
        _withdraw(settled, judged, meter)
    parts = (settled.session, settled.table, settled.round)
    jackpots.follow(*parts, settled.state, settled.act)
    if judged is not None and meter is not None:
        _write(settled, judged, meter, _claim(settled, judged, meter))


def _withdraw(settled: Settled, judged: Judged, meter: MeterRow) -> None:
    """Withdraw a claim that waits and says something else now."""
    if judged.withdraws and judged.claim is not None:
        reason = f"The hands of round {settled.name} were judged again."
        parts = (settled.session, meter, judged.claim)
        gone = claims.withdraw(*parts, reason, settled.act)
        if isinstance(gone, Refused):
            what = f"Claim {judged.claim.pk} could not be withdrawn"
            ledger.unable(settled.session, meter, what, gone, settled.act)


def _claim(settled: Settled, judged: Judged, meter: MeterRow) -> MeterClaimRow | None:
    """Enter a royal or a straight flush as a claim, in the order it was keyed.

    What was paid on one is not undone: the difference is posted, and registered.
    """
    if judged.is_paid or judged.keeps_claim:
        return judged.claim
    return _enter(settled, judged, meter) if judged.metered else None


def _enter(settled: Settled, judged: Judged, meter: MeterRow) -> MeterClaimRow | None:
    """Enter a claim, in the place of the one that was withdrawn for it."""
    again = f"-{judged.number}" if judged.number > 1 else ""
    earlier = judged.claim
    claim = claims.Claim(
        settled.table,
        judged.boxes,
        earlier.shown_at if earlier else settled.act.now,
        f"round-{settled.round.pk}{again}",
        settled.name,
        earlier,
        (JUDGED,),
    )
    entered = claims.enter(settled.session, meter, claim, settled.act)
    if isinstance(entered, Refused):
        what = f"The claim of round {settled.name} could not be entered"
        ledger.unable(settled.session, meter, what, entered, settled.act)
        return None
    return entered


def _then(judged: Judged, claim: MeterClaimRow) -> Paid:
    """What a paid claim had come to, had the hands been judged as they are now."""
    terms = ledger.terms_of(judged.meter)
    stood = terms.meter(received=claim.meter_used_cents - terms.reseed_cents)
    return value(terms, stood, judged.boxes)


def _differences(
    judged: Judged, claim: MeterClaimRow
) -> Iterator[tuple[int, int, int]]:
    """The seats that were paid something else than they are due: paid, and due."""
    now = _then(judged, claim).payments
    were = (paid["seat"] for paid in claim.payments)
    seats = dict.fromkeys([*were, *(payment.seat for payment in now)])
    for seat in seats:
        paid = sum(p["cents"] for p in claim.payments if p["seat"] == seat)
        due = sum(p.cents for p in now if p.seat == seat)
        if paid != due:
            yield seat, paid, due


def _write(
    settled: Settled, judged: Judged, meter: MeterRow, claim: MeterClaimRow | None
) -> None:
    """One line for each wager alive, and one for each that no longer is."""
    paid = _worth(settled.session, judged, meter, claim)
    owners = _owners(settled)
    gone = [x.seat for x in judged.before if x.seat not in judged.stakes]
    boxes = (*judged.boxes, *(Box(seat, None) for seat in gone))
    for place, box in enumerate(boxes, 1):
        mine = [payment for payment in paid.payments if payment.seat == box.seat]
        stake, rule = judged.stakes.get(box.seat, (0, AGAIN.id))
        player, patron_id = owners.get(box.seat, ("", None))
        settled.session.add(
            JackpotLineRow(
                round_id=settled.round.pk,
                settlement=judged.number,
                place=place,
                seat=box.seat,
                player=player[:80],
                patron_id=patron_id,
                hand=str(box.hand) if box.hand else "",
                folded=box.folded,
                stake=stake,
                award=sum(payment.cents for payment in mine),
                claim_id=claim.pk if claim else None,
                rule_id=mine[0].cite.id if mine else rule,
                at=settled.act.now,
            )
        )
    settled.session.flush()


def _worth(
    session: Session, judged: Judged, meter: MeterRow, claim: MeterClaimRow | None
) -> Paid:
    if claim is None:
        return value(ledger.terms_of(meter), ledger.state(meter), judged.boxes)
    if claim.state is ClaimState.PAID:
        return _then(judged, claim)
    return line.worth(session, meter, claim)


def _owners(settled: Settled) -> Mapping[int, tuple[str, int | None]]:
    """Whose each jackpot wager is: the seat's own player, or who backed it."""
    found = {
        seat: (sits.player, sits.patron_id) for seat, sits in settled.players.items()
    }
    for seat, row in backers(settled.session, settled.round).items():
        found[seat] = (row.backer, row.backer_patron_id)
    return found


def jackpots_foreseen(settled: Settled) -> Iterator[str]:
    """What a correction changes about the jackpot hands of a round."""
    judged = _judged(settled)
    if judged is not None:
        yield from _hands_foreseen(judged)
    if judged is not None and judged.claim is not None and judged.withdraws:
        yield f"Claim {judged.claim.pk} on {judged.meter.name} is withdrawn."
    parts = (settled.session, settled.table, settled.round, settled.state)
    yield from jackpots.foreseen(*parts)
    if judged is not None and not judged.keeps_claim:
        yield from _claims_foreseen(judged)


def _claims_foreseen(judged: Judged) -> Iterator[str]:
    claim = judged.claim
    if claim is not None and judged.is_paid:
        for seat, paid, due in _differences(judged, claim):
            word = "too much" if paid > due else "too little"
            yield (
                f"Seat {seat} was paid {dollars(abs(paid - due))} {word} on claim "
                f"{claim.pk}: this goes into the register."
            )
    elif judged.metered:
        place = " in its place" if claim else ""
        yield f"A new claim on {judged.meter.name} is entered{place}."


def _hands_foreseen(judged: Judged) -> Iterator[str]:
    was = {x.seat: x.hand for x in judged.before if x.stake}
    now = {box.seat: str(box.hand) if box.hand else "" for box in judged.boxes}
    for seat in sorted(was.keys() | now.keys()):
        if was.get(seat) != now.get(seat):
            old = was.get(seat, "").replace("_", " ") or "no jackpot hand"
            new = now.get(seat, "").replace("_", " ") or "no jackpot hand"
            yield f"Seat {seat} has {new} for the jackpot instead of {old}."


ROOM = Room(after_settlement=(hands_judged,), foresees=(jackpots_foreseen,))
