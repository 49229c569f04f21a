"""The stage of a draw on a big screen: it asks again, and keeps its picture."""

import json
from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from house.floor.acts import by_itself
from house.floor.signs.models import DisplayRow
from house.floor.signs.shows import Shows
from house.floor.tables.pages import digest, polled
from house.web import now, reading
from promotions.drawing import room as rooms
from promotions.drawing import shown, staging, winners
from promotions.freezing import closing, headers
from promotions.freezing import reading as lists
from promotions.models import PromotionRow
from promotions.rules.terms import Terms


def _number(row: PromotionRow) -> int:
    """The draw on the stage: the last one held, until the next room is set up."""
    upcoming = shown.next_number(reading(), row)
    held = [
        draw.draw
        for draw in winners.draws(reading(), row)
        if not draw.aborted and winners.aside(reading(), draw) is None
    ]
    waits = winners.held(reading(), row, upcoming) is None
    about_to = waits and rooms.newest(reading(), row, upcoming) is not None
    return upcoming if about_to or not held else held[-1]


def _about(screen: DisplayRow, most: int | None = None) -> dict[str, Any]:
    session = reading()
    row = session.get_one(PromotionRow, screen.subject_id)
    number = _number(row)
    terms = rooms.terms_for(session, row, number)
    held = winners.held(session, row, number)
    frozen = closing.of(session, row, number)
    header = headers.of(session, frozen) if frozen else None
    said = staging.certificate(session, held) if held else {}
    planned = next(
        (d for d in lists.numbers(session, row, terms) if d.number == number), None
    )
    room = rooms.stands(session, row, number, by_itself(now()))
    aside = winners.aside(session, held) if held else None
    every = staging.shown(session, held) if held and not aside else 0
    count = every if most is None else min(every, most)
    drawn = len(winners.selections(session, held)) if held else 0
    told = max(len(said["reveals"]) - 1, 0) if held else 0
    return {
        "promotion": row,
        "number": number,
        "terms": terms,
        "room": room,
        "header": json.loads(header.content) if header else {},
        "frozen": frozen,
        "header_at": header.at if header else None,
        "drawn_at": planned.drawn_at if planned else None,
        "held": held,
        "aside": aside,
        "drawn": drawn,
        "more": every - count,
        "sealed": 0 if aside else max(terms.award.manner.reserves - told, 0),
        "said": said,
        "names": staging.names(session, held, count) if held else (),
        "prizes": _prizes(terms),
        "to_come": _to_come(terms, count),
        "at": now(),
    }


def _prizes(terms: Terms) -> dict[str, Any]:
    return {str(at): prize for at, prize in enumerate(terms.each_prize, start=1)}


def _to_come(terms: Terms, shown_: int) -> list[tuple[str, int, int]]:
    """The prizes that are not yet shown: what, how many, worth how much each."""
    found, gone = [], shown_
    for prize in terms.each_prize:
        taken = min(gone, prize.quantity)
        gone -= taken
        if prize.quantity > taken:
            worth = prize.value_cents or 0
            found.append((prize.title, prize.quantity - taken, worth))
    return found


def _picture(screen: DisplayRow, most: int | None = None) -> str:
    return render_template("promotions/drawing/_stage.html", **_about(screen, most))


def page(screen: DisplayRow) -> ResponseReturnValue:
    """The stage, filling a screen."""
    body = _picture(screen)
    about = {"screen": screen, "body": body, "tag": digest(body)}
    return render_template("promotions/drawing/stage.html", **about)


def part(screen: DisplayRow) -> ResponseReturnValue:
    """The stage alone: of names one more than the screen says it has shown.

    What it has shown of another draw counts for nothing.
    """
    seen, draw = (request.args.get(name, type=int) for name in ("seen", "draw"))
    if seen is None:
        return polled(_picture(screen))
    row = reading().get_one(PromotionRow, screen.subject_id)
    mine = max(seen, 0) if draw == _number(row) else 0
    return polled(_picture(screen, mine + 1))


SHOWS = Shows(page, part)
