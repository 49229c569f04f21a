"""The engine on the command line; each command lives with its part of the engine."""

from importlib import import_module

import click

# The module of each command; it is read when the command is called, and no other.
COMMANDS = {
    "jackpot": "game.jackpots.cli",
    "odds": "game.odds.cli",
    "rank": "game.wire.cli",
    "rule": "game.irregularities.cli",
    "settle": "game.wire.cli",
    "simulate": "game.batch.cli",
}


class GameCommands(click.Group):
    """Commands that are read only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Every command by name."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, from the module that has it."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command if isinstance(command, click.Command) else None


@click.group(cls=GameCommands)
def game() -> None:
    """Settle recorded hands, rank cards, and work out odds and jackpots."""


if __name__ == "__main__":
    game()
