"""What conduct has to say about the hands of a table: who sits out, and why."""

from collections.abc import Mapping

from rulebook import Refusal
from rulebook.terms import wording
from tournaments.conduct import chips, lowest
from tournaments.conduct import standing as conduct
from tournaments.play.parts import Part, TableInPlay


def sits_out(asked: TableInPlay) -> Mapping[int, str]:
    """The seats that take no part: away, or sitting out a penalty."""
    rows = conduct.at_table(asked.session, asked.at)
    if not rows:
        return {}
    away = conduct.away_now(rows)
    owed = conduct.hands_owed(rows, asked.hand)
    said = {entry: f"sits out {wording.figure(n, 'hand')}" for entry, n in owed.items()}
    said |= {entry: row.verb.value for entry, row in away.items()}
    return {seat: said[entry] for seat, entry in asked.seated.items() if entry in said}


def against(asked: TableInPlay) -> tuple[Refusal, ...]:
    """After an elimination hand whoever is lowest goes before the next."""
    return lowest.against(asked.session, asked.at, asked.table)


PART = Part(sits_out=sits_out, against=against, room=chips.ROOM)
