"""The engine on the command line: `game settle`, `game rank` and what joins them."""

from importlib import import_module

import click

from game.wire.lines import answer_all
from game.wire.rank import rank as rank_of
from game.wire.settle import settle as settle_of

# Commands that live with their own part of the engine, by the module they are in.
ELSEWHERE = {
    "odds": "game.odds.cli",
    "rule": "game.irregularities.cli",
    "jackpot": "game.jackpots.cli",
    "simulate": "game.batch.cli",
}

SHOWN = "docs/command-line.md shows the lines this takes, and their answers."


class GameCommands(click.Group):
    """The commands here, and those that are read only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command by name."""
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command of this module, or of the module that has it."""
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        command = getattr(import_module(ELSEWHERE[cmd_name]), cmd_name)
        return command if isinstance(command, click.Command) else None


@click.group(cls=GameCommands)
def game() -> None:
    """Settle recorded hands, rank cards, and work out odds and jackpots."""


@game.command(epilog=SHOWN)
def settle() -> None:
    """Settle recorded rounds: JSON lines on standard input, one answer for each."""
    answer_all(settle_of)


@game.command(epilog=SHOWN)
def rank() -> None:
    """Rank hands of five or three cards: JSON lines in, one answer for each."""
    answer_all(rank_of)


if __name__ == "__main__":
    game()
