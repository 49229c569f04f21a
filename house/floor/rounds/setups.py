"""Under what a round is played: the table, its limits now, and what it offers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from game.games import GAMES
from game.play import Setup, read_setup, write_setup
from game.play.setup import KEYED
from house.floor.editions import services as editions
from house.floor.models import TableRow
from house.floor.rounds.models import AnyRound
from house.floor.rounds.play import Play
from house.floor.signs.models import EditionRow
from rulebook import HOUSE, SOURCES, Refusal, Refused

OFFERED = HOUSE.at("ROUNDS-4")
# What the house may choose for a table; a round takes it over from the one before.
OPTIONS = frozenset(
    {
        "cards",
        "three_card_table",
        "cover_all",
        "coupons",
        "sizes",
        "street_step",
        "community_first",
        "at_once",
        "maximum_payout",
        "payout_scope",
        "smallest_chip",
        "decks",
        "seconds",
    }
)


def setup_for(  # noqa: PLR0913, PLR0917
    session: Session,
    table: TableRow,
    play: Play,
    hand: int,
    now: datetime,
    options: Mapping[str, Any],
) -> Setup | Refused:
    """The setup of a round that opens now, or everything that is wrong with it."""
    unknown = tuple(_unknown(options))
    if unknown:
        return Refused(unknown)
    plain = {
        "game": table.game.value,
        "document": table.rulebook,
        "edition": edition_of(table, now, editions.entries_of(session, table.rulebook)),
        "device": table.device.value,
        "seats": table.seats,
        "limits": asdict(play.limits(hand)),
        "unit": play.unit,
        "own_limits": [],
        "jackpot": play.jackpot_price(),
        "low_limit": table.low_limit,
        "secret": play.secret(),
        **options,
    }
    setup = read_setup(plain)
    if isinstance(setup, Refused):
        return setup
    setup = replace(setup, own_limits=play.own_limits())
    opened = GAMES[setup.game].open(setup)
    return opened if isinstance(opened, Refused) else setup


def _unknown(options: Mapping[str, Any]) -> Iterator[Refusal]:
    for name in sorted(options.keys() - OPTIONS):
        wrong = f"“{name}” is nothing a table can offer."
        yield Refusal(OFFERED, wrong, "Leave it out.", name)


def taken_over(last: AnyRound | None, table: TableRow) -> dict[str, Any]:
    """What the table offered in the round before, while it plays the same game."""
    if last is None:
        return {"cards": KEYED}
    setup = last.setup
    same = (setup["game"], setup["document"]) == (table.game.value, table.rulebook)
    kept = {name: setup[name] for name in OPTIONS if name in setup}
    return kept if same else {"cards": setup["cards"]}


def edition_of(table: TableRow, at: datetime, entered: Sequence[EditionRow]) -> str:
    """The edition in force at an instant, or the only one where none was entered."""
    found = editions.edition_at(table.rulebook, table.game, at, entered)
    if not isinstance(found, Refused):
        return found.edition
    return SOURCES[table.rulebook].editions[-1].name


def with_limits(setup: Setup, play: Play, hand: int) -> Setup:
    """The same setup under the limits that are in force now."""
    return replace(setup, limits=play.limits(hand), own_limits=play.own_limits())


def plain(setup: Setup) -> dict[str, Any]:
    """A setup as it is kept beside its round."""
    return write_setup(setup)
