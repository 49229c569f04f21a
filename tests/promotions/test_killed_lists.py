"""A process that takes a list is killed: nothing is lost and nothing counts twice."""

import os
import signal

import pytest
from sqlmodel import func, select

from house.db import Database
from promotions.tickets import importing, writing
from promotions.tickets.models import GrantRow
from tests.promotions.frozen_cast import NOON, running
from tests.promotions.promo_cast import act, done, reach


def killed(url, slug, file, before):
    """Another process takes the list, and is killed in a batch that is half written."""
    pid = os.fork()
    if pid:
        _, ended = os.waitpid(pid, 0)
        return os.WTERMSIG(ended)
    kept, left = writing.keep, [before]

    def power_cut(session, gifts):
        kept(session, gifts)
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    writing.keep = power_cut
    importing.take(Database(url), slug, file, lambda: act(at=NOON))
    os._exit(0)


@pytest.mark.rule("HOUSE-PROMOTION-44")
def test_a_killed_list_goes_on_and_each_reference_counts_once(
    db, database_url, tmp_path, monkeypatch
):
    monkeypatch.setattr(importing, "BATCH", 2)
    with db.writing() as session:
        reach(session)
        row, _ = running(session, "ada")
    file = tmp_path / "night.csv"
    at = NOON.isoformat()
    rows = "".join(f"r{n},SBADA,{at},1\n" for n in range(7))
    file.write_text("reference,card,at,tickets\n" + rows)
    db.engine.dispose()
    for before, taken in ((0, 0), (1, 2), (1, 4)):
        assert killed(database_url, row.slug, file, before) == signal.SIGKILL
        with db.reading() as session:
            count = select(func.count()).select_from(GrantRow)
            assert session.exec(count).one() == taken
        db.engine.dispose()
    last = done(importing.take(db, row.slug, file, lambda: act(at=NOON)))
    assert (last.rows, last.taken, last.twice, last.tickets) == (7, 7, 0, 7)
