"""Migrations: one line of them, from empty, to exactly what the models say."""

from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, make_url, text

from house import migrate
from house.models import metadata


def test_there_is_one_head_and_no_way_back():
    scripts = ScriptDirectory.from_config(migrate.settings())
    assert len(scripts.get_heads()) == 1
    for script in scripts.walk_revisions():
        assert not hasattr(script.module, "downgrade")


def test_the_models_equal_the_tables(database_url):
    with migrate.connection_to(database_url) as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "target_metadata": metadata}
        )
        assert compare_metadata(context, metadata) == []


def test_a_second_migration_changes_nothing(database_url):
    assert migrate.upgrade(database_url) is False


def test_a_migration_that_fails_leaves_the_database_as_it_was(database_url):
    def half() -> None:
        with migrate.connection_to(database_url) as connection:
            connection.execute(text("CREATE TABLE half_done (id INTEGER)"))
            raise RuntimeError("the plug was pulled")

    with pytest.raises(RuntimeError, match="pulled"):
        half()
    with migrate.connection_to(database_url) as connection:
        assert not inspect(connection).has_table("half_done")


def test_a_database_that_is_behind_is_refused_in_a_sentence(
    config, database_url, open_house
):
    with migrate.connection_to(database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    client = open_house(config).test_client()
    for path in ("/healthz", "/sign-in"):
        response = client.get(path)
        assert response.status_code == 503
        assert "make migrate" in response.text
        assert "0000" in response.text


def test_a_database_without_tables_is_refused_too(config, open_house, tmp_path):
    empty = replace(config, database_url=f"sqlite:///{tmp_path}/empty.sqlite3")
    response = open_house(empty).test_client().get("/healthz")
    assert response.status_code == 503
    assert not response.json["ok"]
    assert "version none" in response.json["missing"][0]


def test_a_database_newer_than_the_release_is_told_as_such_everywhere(
    config, database_url, open_house
):
    with migrate.connection_to(database_url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    house = open_house(config)
    client, run = house.test_client(), house.test_cli_runner().invoke
    commands = (
        ["migrate"],
        ["staff", "list"],
        ["tick", "--once"],
        ["serve", "--port", "14999"],
    )
    for said in (
        *(client.get(path).text for path in ("/healthz", "/sign-in")),
        *(run(args=args).output for args in commands),
    ):
        assert "at version 9999, made by a newer release" in said
        assert "Install the release that made it, or restore a backup" in said


def test_sqlite_is_copied_aside_before_an_existing_house_is_migrated(
    sqlite_url, monkeypatch
):
    monkeypatch.setattr(migrate, "head", lambda: "a later one")
    monkeypatch.setattr(command, "upgrade", lambda *_: None)
    migrate.upgrade(sqlite_url)
    copy = Path(make_url(sqlite_url).database).with_name("house.before-migration")
    assert copy.exists()
