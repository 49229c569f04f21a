"""`flask game` is found before the app, from the folder that `flask` is run in."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GROUP = "flask.commands"
# What `.venv/bin/flask` does, and then what it had to read for it.
FLASK = (
    "import sys; from flask.cli import cli\n"
    "try: cli.main()\n"
    "finally: print(*sorted({'app', 'house', 'sqlmodel'} & {*sys.modules}))"
)
ODDS = ["game", "odds", "--rulebook", "MASS", "--side-bet", "3CS-02"]


@pytest.fixture
def installed(tmp_path):
    """A folder that has the house installed in place, and nothing else."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    commands = declared["entry-points"][GROUP]
    about = tmp_path / "house_rules-0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Name: house-rules\nVersion: 0\n")
    lines = [f"[{GROUP}]", *(f"{name} = {where}" for name, where in commands.items())]
    (about / "entry_points.txt").write_text("\n".join(lines))
    return tmp_path


def flask(arguments, paths, folder):
    command = [sys.executable, "-P", "-c", FLASK, *arguments]
    around = {"PYTHONPATH": os.pathsep.join(str(path) for path in paths)}
    return subprocess.run(
        command, cwd=folder, env=around, check=False, capture_output=True, text=True
    )


def test_the_odds_start_without_the_app(installed):
    done = flask(ODDS, [installed, ROOT], ROOT)
    answer, read = done.stdout.splitlines()
    assert (done.returncode, json.loads(answer)["ev"]) == (0, "-308/5525"), done.stderr
    assert read == ""


def test_a_command_comes_from_the_folder_it_is_asked_in(installed, tmp_path):
    other = tmp_path / "another checkout"
    (other / "game").mkdir(parents=True)
    (other / "app.py").touch()
    (other / "game" / "__init__.py").touch()
    (other / "game" / "cli.py").write_text(
        "import click\n@click.command()\ndef game(): print('from over there')\n"
    )
    assert "from over there" in flask(["game"], [installed, ROOT], other).stdout
    elsewhere = flask([*ODDS], [installed, ROOT], tmp_path)
    assert elsewhere.returncode == 0, elsewhere.stderr
