"""docs/command-line.md: every command is there, every example answers as printed."""

import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from game.cli import game

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
EXAMPLES = re.findall(r"```sh\n(.+?)```\n```json\n(.+?)```\n", PAGE, re.DOTALL)

pytestmark = pytest.mark.exhaustive


@pytest.mark.parametrize(("asked", "printed"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_answers_as_printed(asked, printed):
    command, *lines = asked.splitlines()
    flask, _game, *words = shlex.split(command.partition("<<")[0])
    assert flask == "flask"
    told = CliRunner().invoke(game, words, input="\n".join(lines[:-1]))
    assert told.exit_code == ('"error"' in printed), told.stderr
    whole, cut, _ = printed.partition(" …")
    assert (told.output[: len(whole)] if cut else told.output) == whole


def test_no_example_stands_without_its_answer():
    assert PAGE.count("```sh") == PAGE.count("```json") == len(EXAMPLES)


def test_every_command_has_its_part_of_the_page():
    headings = {*re.findall(r"^## (\w+)$", PAGE, re.MULTILINE)}
    assert {*game.list_commands(click.Context(game))} <= headings
