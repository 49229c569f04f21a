"""Where seats, tables and second chances do not suffice, with the figures."""

from collections.abc import Iterator
from math import ceil

from rulebook import HOUSE, Cite, Refusal
from rulebook.terms import wording
from tournaments.rules import second_chances
from tournaments.rules.clauses.chances import Qualifies
from tournaments.rules.seats import (
    StagePlan,
    run,
)
from tournaments.rules.terms import Terms
from tournaments.rules.timetable import (
    STAGES,
)


def shortfalls(terms: Terms, stages: tuple[StagePlan, ...]) -> Iterator[Refusal]:
    """Everything that is short when second chances are taken, or when nobody does."""
    found: list[Refusal] = []
    for at, r in enumerate(stages):
        found += _stage_shortfalls(terms, stages[:at], r)
    if any(r.is_second_chance for r in stages):
        declined = run(terms, stages[0].players, take_up=False)
        for at, r in enumerate(declined):
            if not r.is_second_chance:
                found += _stage_shortfalls(terms, declined[:at], r)
    yield from dict.fromkeys(found)


def _stage_shortfalls(
    terms: Terms, before: tuple[StagePlan, ...], r: StagePlan
) -> Iterator[Refusal]:
    if r.is_second_chance:
        yield from _second_chance(terms, before, r)
    elif r.unseated:
        come = "enter" if not before else "come to it"
        yield Refusal(
            Cite("CROWN3-12.4.3(a)(ii)"),
            f"{wording.capital(wording.does(r.called, 'seats'))} {r.places:,}; "
            f"{wording.figure(r.players, 'player')} {come}.",
            _more_sessions(terms, r),
            f"{STAGES}.{r.at}.tables",
        )
    if r.players:
        yield from _tables(terms, r)
    elif not r.is_second_chance:
        yield _none_left(r)


def _second_chance(
    terms: Terms, before: tuple[StagePlan, ...], r: StagePlan
) -> Iterator[Refusal]:
    chance = second_chances.of(terms, r.at)
    if not before:
        yield Refusal(
            chance.cite,
            f"{wording.capital(wording.does(r.called, 'comes'))} first, and nobody is "
            "eliminated yet.",
            "Put it after the stage whose losers may play it.",
            f"{STAGES}.{r.at}.kind",
        )
        return
    limited = chance.director_decides or chance.qualifies in (
        Qualifies.HIGHEST_STACKS,
        Qualifies.FIRST_TO_ENTER,
    )
    if r.unseated and not limited:
        lost = wording.listed(p.called for p in _losing(before))
        yield Refusal(
            chance.cite,
            f"{wording.figure(r.eligible, 'player')} "
            f"{'loses' if r.eligible == 1 else 'lose'} {lost}; "
            f"{wording.does(r.called, 'seats')} {r.places:,}.",
            f"{_more_sessions(terms, r)[:-1]}, or let only the {r.places:,} highest "
            "stacks qualify, or take fewer players.",
            f"{STAGES}.{r.at}.tables",
        )


def _losing(before: tuple[StagePlan, ...]) -> tuple[StagePlan, ...]:
    """The last main stage and the second chances since."""
    last = max(at for at, p in enumerate(before) if not p.is_second_chance)
    return before[last : last + 1]


def _more_sessions(terms: Terms, r: StagePlan) -> str:
    """How many sessions would seat everybody."""
    planned = terms.format.stages.stages[r.at]
    seats = (planned.tables or 0) * (planned.seats or 0)
    needed = ceil(r.eligible / seats) if seats else 0
    return f"Plan {wording.many(needed, 'session')} of {seats} seats."


def _none_left(r: StagePlan) -> Refusal:
    return Refusal(
        Cite("CROWN3-12.4.3(a)(iii)"),
        f"Nobody reaches {r.called}.",
        "Let players go on from the stage before it.",
        f"{STAGES}.{r.at}.goes_on",
    )


def _tables(terms: Terms, r: StagePlan) -> Iterator[Refusal]:
    """Tables large enough, and somebody to lose at each."""
    fewest = terms.house.short_tables.fewest_seated
    if r.smallest < fewest:
        yield Refusal(
            HOUSE.at("TOURN-5"),
            f"{wording.capital(wording.does(r.called, 'has'))} "
            f"{wording.figure(r.players, 'player')} at "
            f"{wording.figure(r.tables, 'table')}: the smallest seats {r.smallest}.",
            f"The terms need {fewest} at every table; change seats or numbers.",
            f"{STAGES}.{r.at}.seats",
        )
    yield from _elimination_hands(terms, r)
    if r.is_final:
        return
    rule = terms.format.stages.stages[r.at].goes_on
    if r.through >= r.players or any(s.through >= s.seated for s in r.sizes):
        yield Refusal(
            Cite("CROWN3-12.4.3(a)(iii)"),
            f"From {r.called} go on {r.through} of {r.players} players, and its "
            f"smallest table seats {r.smallest}: somebody cannot lose.",
            "Let fewer go on, or seat more at a table.",
            f"{STAGES}.{r.at}.goes_on",
        )
    elif rule.best_others + rule.drawn > r.best + r.drawn:
        yield Refusal(
            Cite("CROWN3-12.4.3(a)(iii)"),
            f"{rule.best_others + rule.drawn} more players go on from {r.called} than "
            f"by table; {r.players - r.by_place} are left.",
            "Let fewer go on.",
            f"{STAGES}.{r.at}.goes_on",
        )


def _elimination_hands(terms: Terms, r: StagePlan) -> Iterator[Refusal]:
    gone = len(terms.elimination.elimination.lowest_after_hands)
    for size in r.sizes:
        left = size.seated - gone
        if gone and left < max(1, size.through):
            yield Refusal(
                Cite("CROWN3-12.5(a)"),
                f"{wording.figure(gone, 'elimination hand')} leave {max(0, left)} of "
                f"{size.seated} players at a table of {r.called}; "
                + ("one has to win." if r.is_final else f"{size.through} go on."),
                "Plan fewer elimination hands, or seat more at a table.",
                "elimination.elimination.lowest_after_hands",
            )
