"""Settings come from the environment, and say loudly what is missing."""

import os
import random
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest

from house.config import ROOT, Config, Incomplete, Mode
from house.database_url import normal_url
from house.secret_keys import weakness

PRODUCTION = {
    "HOUSE_MODE": "production",
    "DATABASE_URL": "postgresql://app@db/house",
    "SECRET_KEY": "4f0c9a1be77d52c3a86e1f9b03d4c7e2",
    "HOUSE_URL": "https://house.example",
    "HOUSE_NAME": "Southbank House",
    "HOUSE_ZONE": "Australia/Sydney",
}


def test_a_house_for_trying_out_needs_no_settings(tmp_path: Path):
    config = Config.from_env({}, tmp_path)
    assert config.mode is Mode.DEMO
    assert config.database_url == f"sqlite:///{tmp_path}/house.sqlite3"
    assert not config.behind_tls


def test_every_process_of_the_demo_house_shares_one_kept_secret(tmp_path: Path):
    first = Config.from_env({}, tmp_path)
    assert Config.from_env({}, tmp_path).secret_key == first.secret_key
    assert len(first.secret_key) == 64
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_production_is_behind_tls_and_in_its_own_zone(tmp_path: Path):
    config = Config.from_env(PRODUCTION, tmp_path)
    assert config.behind_tls
    assert config.zone.key == "Australia/Sydney"
    assert config.database_url == "postgresql+psycopg://app@db/house"


@pytest.mark.parametrize("name", sorted(PRODUCTION.keys() - {"HOUSE_MODE"}))
def test_production_without_a_setting_does_not_start(name: str, tmp_path: Path):
    env = {key: value for key, value in PRODUCTION.items() if key != name}
    with pytest.raises(Incomplete, match=name):
        Config.from_env(env, tmp_path)


def test_the_public_address_is_always_known(tmp_path: Path):
    assert Config.from_env({}, tmp_path).public_url == "http://127.0.0.1:8000"
    assert Config.from_env({"PORT": "81"}, tmp_path).public_url.endswith(":81")
    assert Config.from_env({}, tmp_path).hosts == ()
    given = PRODUCTION | {"HOUSE_URL": "https://house.example/club/"}
    assert Config.from_env(given, tmp_path).public_url == "https://house.example/club"
    named = Config.from_env(given | {"HOUSE_HOSTS": "floor.example"}, tmp_path)
    assert named.hosts == ("house.example", "floor.example")


@pytest.mark.parametrize(
    "value", ["house.example", "ftp://x", "https://", "https://a b"]
)
def test_a_public_address_that_is_none_is_refused(value: str, tmp_path: Path):
    with pytest.raises(Incomplete, match="HOUSE_URL"):
        Config.from_env(PRODUCTION | {"HOUSE_URL": value}, tmp_path)


def test_everything_missing_is_said_at_once(tmp_path: Path):
    with pytest.raises(Incomplete) as caught:
        Config.from_env({"HOUSE_MODE": "production", "IDLE_MINUTES": "soon"}, tmp_path)
    assert len(caught.value.reasons) == 6


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("SECRET_KEY", PRODUCTION["SECRET_KEY"][:31]),
        ("OLD_SECRET_KEYS", PRODUCTION["SECRET_KEY"] + " short"),
        ("OLD_SECRET_KEYS", "o" * 40),
        ("HOUSE_ZONE", "Melbourne"),
        ("HOUSE_MODE", "staging"),
        ("TRUSTED_PROXIES", "-1"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(setting, value, tmp_path):
    with pytest.raises(Incomplete, match=setting):
        Config.from_env({**PRODUCTION, setting: value}, tmp_path)


def test_a_setting_printed_by_accident_gives_no_secret_away(tmp_path: Path):
    shown = repr(Config.from_env(PRODUCTION, tmp_path))
    assert PRODUCTION["SECRET_KEY"] not in shown
    assert "app@db" not in shown


@pytest.mark.parametrize(
    "secret",
    [
        "a" * 40,
        "password" * 4,
        "Password1!Password2!Password3!!!",
        "0123456789abcdef0123456789abcdef",
        "abcdefghijklmnopqrstuvwxyz012345",
        "aabbccddeeffgghhiijjkkllmmnnoopp",
        "qwertyuiopasdfghjklzxcvbnm123456",
        "changeme-changeme-changeme-changeme",
        "xyz" * 12,
    ],
)
def test_a_secret_that_can_be_guessed_is_refused_with_the_reason(secret):
    assert "easy to guess" in weakness(secret)


def test_a_secret_drawn_by_chance_is_taken():
    chance = random.Random(5)
    for letters, length in (("0123456789abcdef", 32), (string.digits, 40)):
        drawn = ("".join(chance.choices(letters, k=length)) for _ in range(500))
        assert not any(map(weakness, drawn))
    assert weakness("4f0c9a1be77d52c3a86e1f9b03d4c7e") == (
        "has 31 characters; it needs at least 32"
    )


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("mysql://h/d", "begins with “mysql”"),
        ("postgresql+psycopg2://h/d", "begins with “postgresql+psycopg2”"),
        ("house", "is no address"),
        ("postgresql://h:port/d", "is no address"),
        ("sqlite://", "names no file"),
        ("sqlite:///{folder}", "leads to the folder"),
        ("sqlite:///{folder}/file/house.sqlite3", "file cannot be written"),
    ],
)
def test_an_address_of_no_database_is_refused_with_one_that_would_be(
    url, wrong, tmp_path
):
    (tmp_path / "file").touch()
    env = PRODUCTION | {"DATABASE_URL": url.format(folder=tmp_path)}
    with pytest.raises(Incomplete, match=re.escape(wrong)) as caught:
        Config.from_env(env, tmp_path)
    assert len(caught.value.reasons) == 1


@pytest.mark.parametrize("url", ["postgres://h/d", "postgresql://h/d"])
def test_a_database_address_gets_the_driver_we_use(url):
    assert normal_url(url) == "postgresql+psycopg://h/d"


def test_the_command_line_says_it_without_a_traceback():
    env = {**os.environ, "HOUSE_MODE": "production", "DATABASE_URL": ""}
    run = subprocess.run(
        [sys.executable, "-m", "flask", "migrate"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "DATABASE_URL is not set" in run.stderr
    assert "Traceback" not in run.stderr
