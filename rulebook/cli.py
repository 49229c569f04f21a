"""Ask the rulebook from the command line."""

import click


@click.group()
def rules() -> None:
    """The rules: what they say and where they are held."""
