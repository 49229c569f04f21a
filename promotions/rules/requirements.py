"""What each step of a promotion requires: guards over the facts, each with its rule."""

from collections.abc import Iterator
from enum import StrEnum

from promotions.rules import deadlines, gates, material, scrutineer
from promotions.rules.clauses.prizes import prescribed
from promotions.rules.facts import Facts
from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from rulebook.terms.checklist import checklist
from rulebook.terms.path import Gate

SECOND: Cite = HOUSE.at("PROMOTION-13")
BY_ITSELF: Cite = HOUSE.at("PROMOTION-22")
ORDER: Cite = HOUSE.at("PROMOTION-12")
KEPT: Cite = HOUSE.at("PROMOTION-25")
REASON: Cite = HOUSE.at("PROMOTION-21")
PUT_OFF: Cite = HOUSE.at("PROMOTION-24")
DONE: Cite = HOUSE.at("PROMOTION-79")
LONGEST = 400


class Remedy(StrEnum):
    """The act that settles a gate, for the button beside it."""

    EDIT_TERMS = "edit-terms"
    KEEP_FILES = "keep-files"
    FIX_MATERIAL = "fix-material"
    ANOTHER_APPROVES = "another-approves"
    LODGE = "lodge"
    WAIT = "wait"
    NOMINATE = "nominate"
    GIVE_REASON = "give-reason"
    VALIDATE = "validate"
    GIVE_PRIZES = "give-prizes"
    DECIDE = "decide"


def terms_complete(facts: Facts) -> Iterator[Refusal]:
    """Every item the document asks for is there and stands."""
    yield from checklist(facts.terms).refusals


def nothing_prescribed(facts: Facts) -> Iterator[Refusal]:
    """No prize is on the house's list of prescribed things."""
    terms = facts.terms
    yield from prescribed(terms.each_prize, terms.regime, facts.prescribed)


def files_kept(facts: Facts) -> Iterator[Refusal]:
    """Plans and contracts that terms name are kept here under their hash."""
    for at, prize in enumerate(facts.terms.each_prize):
        for field in ("plans", "contract"):
            named = getattr(prize.estate, field) if prize.estate else ""
            if named.strip() and named.strip() not in facts.files:
                wrong = f"The {field} of “{prize.title}” are not a file kept here."
                place = f"prizes.prizes.prizes.{at}.estate.{field}"
                yield Refusal(KEPT, wrong, "Put the file on record first.", place)


def still_ahead(facts: Facts) -> Iterator[Refusal]:
    """Closing and draw are still to come."""
    closes = facts.terms.entry.closing.closes_at
    if closes is not None and closes <= facts.now:
        wrong = "The closing time has passed."
        right = "Give a time still to come."
        yield Refusal(ORDER, wrong, right, "entry.closing.closes_at")


def material_leads_to_terms(facts: Facts) -> Iterator[Refusal]:
    """Every piece on file leads its reader to the terms."""
    for piece in facts.pieces:
        for refusal in material.against(piece, facts.channels, facts.terms.regime):
            yield Refusal(refusal.cite, refusal.wrong, refusal.right)


def second_person(facts: Facts) -> Iterator[Refusal]:
    """Neither whoever began it nor anybody who wrote on this version approves it."""
    if not facts.actor:
        return
    if facts.actor == facts.began:
        wrong = "You began this promotion."
        yield Refusal(SECOND, wrong, "Somebody who did not write it approves it.")
    elif facts.actor in facts.writers:
        wrong = "You wrote on this version of the terms."
        yield Refusal(SECOND, wrong, "Somebody who did not write it approves it.")


def lodged_whole(facts: Facts) -> Iterator[Refusal]:
    """What goes to the regulator contains every item that the document lists."""
    for lack in checklist(facts.terms).refusals:
        every = facts.terms.regime.items.all
        yield Refusal(every, lack.wrong, lack.right, lack.field)


def lodged(facts: Facts) -> Iterator[Refusal]:
    """The terms as they stand have reached the regulator."""
    regime = facts.terms.regime
    if facts.terms.promotion.scope.is_exempt or facts.lodged_at is not None:
        return
    draft = "The notice is drafted: send it." if facts.lodging_drafted else ""
    wrong = f"The full terms as they stand have not reached {regime.regulator}."
    yield Refusal(regime.terms_lodged.cite, wrong, draft or "Lodge them.")


def lodged_in_time(facts: Facts) -> Iterator[Refusal]:
    """They were there a day before the start: as planned, or now if that is later."""
    planned = facts.terms.starts_at
    if facts.terms.promotion.scope.is_exempt or planned is None:
        return
    starts = max(planned, facts.now)
    for refusal in gates.check_start(facts.terms.regime, starts, facts.lodged_at):
        right = refusal.right
        if facts.lodged_at is not None:
            earliest = facts.lodged_at + facts.terms.regime.terms_lodged.value
            right = f"It can start from {wording.when(earliest, facts.terms.zone)} on."
        yield Refusal(refusal.cite, refusal.wrong, right)


def start_has_come(facts: Facts) -> Iterator[Refusal]:
    """Nothing counts before entries open or play counts."""
    planned = facts.terms.starts_at
    if planned is not None and facts.now < planned:
        when = wording.when(planned, facts.terms.zone)
        wrong = f"The promotion starts {when}."
        yield Refusal(BY_ITSELF, wrong, "It starts by itself then.")


def closing_has_come(facts: Facts) -> Iterator[Refusal]:
    """Entries stay open until the closing time of the terms, for the last draw."""
    closes, regime = facts.terms.last_close_at, facts.terms.regime
    if closes is not None and facts.now < closes:
        wrong = f"Entries close {wording.when(closes, facts.terms.zone)}."
        yield Refusal(regime.items.closing, wrong, "They close by themselves then.")


def scrutineer_named(facts: Facts) -> Iterator[Refusal]:
    """A draw with a single prize over the sum has a scrutineer, who is independent."""
    if not facts.terms.promotion.scope.is_exempt:
        yield from scrutineer.check_named(
            facts.terms.regime, facts.terms.largest_prize_cents, facts.scrutineer
        )


def without_doubt(facts: Facts) -> Iterator[Refusal]:
    """Every doubt was validated in writing."""
    yield from gates.check_draw(facts.terms.regime, facts.doubts)


def prizes_given(facts: Facts) -> Iterator[Refusal]:
    """Every prize is handed over, or nobody's as the terms say."""
    for left in facts.after.prizes:
        right = "Hand it over, or let two people sign that it is vacant."
        yield Refusal(DONE, left, right)


def winners_told(facts: Facts) -> Iterator[Refusal]:
    """Every winner was told."""
    for left in facts.after.untold:
        right = "Tell them by one of the means that count."
        yield Refusal(facts.terms.regime.winners_told.cite, left, right)


def disputes_decided(facts: Facts) -> Iterator[Refusal]:
    """Every dispute about the promotion is decided, and its right told."""
    for left in facts.after.disputes:
        right = "Decide it, and tell the person of their right to complain."
        yield Refusal(facts.terms.regime.disputes, left, right)


def reason_given(facts: Facts) -> Iterator[Refusal]:
    """Everybody may read why."""
    yield from _reason(facts, REASON)


def reason_to_put_off(facts: Facts) -> Iterator[Refusal]:
    """It is written down why, and why it goes on."""
    yield from _reason(facts, PUT_OFF)


def _reason(facts: Facts, cite: Cite) -> Iterator[Refusal]:
    reason = facts.reason.strip()
    if not reason:
        yield Refusal(cite, "No reason is given.", "Write it down.", "reason")
    elif len(reason) > LONGEST:
        wrong = f"The reason has {len(reason):,} characters."
        yield Refusal(cite, wrong, f"Say it in {LONGEST}.", "reason")


def items(facts: Facts) -> str:
    """How many items are complete."""
    found = checklist(facts.terms)
    return f"{found.done} of {found.total}"


def lodged_when(facts: Facts) -> str:
    """When they were lodged."""
    at = facts.lodged_at
    return wording.when(at, facts.terms.zone) if at else ""


def lodged_by(facts: Facts) -> str:
    """The last moment for the planned start."""
    planned = facts.terms.starts_at
    if planned is None:
        return ""
    duty = deadlines.lodge_terms(facts.terms.regime, planned)
    return f"by {wording.when(duty.due_at, facts.terms.zone)}"


def who_scrutinises(facts: Facts) -> str:
    """Who it is, or that nobody is needed."""
    if facts.scrutineer is not None:
        return facts.scrutineer.name
    over = facts.terms.regime.scrutineer_over_cents.value
    return "" if facts.terms.largest_prize_cents > over else "not needed"


TERMS = (
    Gate(
        "Every item of the terms complete",
        HOUSE.at("PROMOTION-10"),
        terms_complete,
        Remedy.EDIT_TERMS,
        items,
    ),
    Gate(
        "No prize is prescribed",
        HOUSE.at("PROMOTION-27"),
        nothing_prescribed,
        Remedy.EDIT_TERMS,
    ),
    Gate("Files of prizes kept", KEPT, files_kept, Remedy.KEEP_FILES),
    Gate(
        "Marketing material leads to the terms",
        HOUSE.at("PROMOTION-20"),
        material_leads_to_terms,
        Remedy.FIX_MATERIAL,
    ),
    Gate("A second person", SECOND, second_person, Remedy.ANOTHER_APPROVES),
)
APPROVE = (*TERMS, Gate("Still to come", ORDER, still_ahead, Remedy.EDIT_TERMS))
LODGE = (
    Gate(
        "Full terms",
        HOUSE.at("PROMOTION-10"),
        lodged_whole,
        Remedy.EDIT_TERMS,
    ),
    Gate(
        "Terms lodged with the regulator",
        HOUSE.at("PROMOTION-3"),
        lodged,
        Remedy.LODGE,
        lodged_when,
    ),
)
START = (
    Gate(
        "Lodged 24 hours before the start",
        HOUSE.at("PROMOTION-2"),
        lodged_in_time,
        Remedy.WAIT,
        lodged_by,
    ),
    Gate("The start has come", BY_ITSELF, start_has_come, Remedy.WAIT),
)
CLOSE = (Gate("Closing time", ORDER, closing_has_come, Remedy.WAIT),)
DRAW = (
    Gate(
        "A scrutineer for a prize over the sum",
        HOUSE.at("PROMOTION-19"),
        scrutineer_named,
        Remedy.NOMINATE,
        who_scrutinises,
    ),
    Gate("No doubt", HOUSE.at("PROMOTION-4"), without_doubt, Remedy.VALIDATE),
)
COMPLETE = (
    Gate("Prizes handed over or accounted for", DONE, prizes_given, Remedy.GIVE_PRIZES),
    Gate("Winners told", HOUSE.at("PROMOTION-72"), winners_told, Remedy.GIVE_PRIZES),
    Gate("Disputes decided", HOUSE.at("PROMOTION-80"), disputes_decided, Remedy.DECIDE),
    Gate("No doubt", HOUSE.at("PROMOTION-4"), without_doubt, Remedy.VALIDATE),
)
CANCEL = (Gate("A reason", REASON, reason_given, Remedy.GIVE_REASON),)
POSTPONE = (Gate("A reason", PUT_OFF, reason_to_put_off, Remedy.GIVE_REASON),)
