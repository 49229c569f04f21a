"""The pack of a tournament: everything on it, and nothing that is still secret."""

import csv
import io
import json
import zipfile

import pytest

from house.notices.deadlines import run_due
from house.packs import making, sealing
from house.packs.writing import Folder
from house.people.roles import Role
from tests.house.test_packs import ANN, verified
from tests.tournaments.cast import SLUG, at, do, look
from tests.tournaments.play_cast import in_session, short_terms
from tests.tournaments.test_prizes import final_played
from tests.tournaments.test_stages import TOP_ONE
from tournaments import queries
from tournaments.packing import room
from tournaments.path import playing
from tournaments.prizes import awarding

NEEDED = (
    *("notices", "appointments", "presence", "briefing", "entries", "receipts"),
    *("draws", "seats", "hand-log", "counts", "variances", "secret-wagers"),
    *("rulings", "penalties", "disputes", "corrections", "prizes", "ties"),
)


def packed(app, db, minutes):
    """The pack of the tournament, as it lies ready."""
    now = at(minutes).now
    with db.writing() as session:
        tournament = queries.get(session, SLUG)
        pack = making.ask(session, queries.subject(tournament), by=ANN, now=now)
    with app.test_request_context():
        for _ in range(20):
            run_due(db, now)
            if sealing.zip_of(pack).exists():
                break
        return sealing.zip_of(pack)


def sheet(pack, name):
    text = pack.read(f"{name}.csv").decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text))]


@pytest.mark.rule("HOUSE-PACK-5", "HOUSE-PACK-2", "HOUSE-RECORD-8")
def test_the_pack_of_a_finished_tournament_has_everything_and_holds(app, db):
    over = final_played(db, short_terms(TOP_ONE))
    do(db, playing.finish, at(over))
    path = packed(app, db, over + 1)
    assert verified(path)[0] == 0
    with zipfile.ZipFile(path) as pack:
        names = set(pack.namelist())
        assert {f"{name}.{end}" for name in NEEDED for end in ("csv", "json")} <= names
        assert {"terms/version-1.json", "terms/version-1.pdf", "report.pdf"} <= names
        won = look(db, awarding.of)
        found = sheet(pack, "prizes")
        assert [row["Slip"] for row in found] == [str(p.row.number) for p in won]
        cents = json.loads(pack.read("prizes.json"))["rows"][0]["Prize (cents)"]
        assert cents == won[0].row.cents
        seats = sheet(pack, "seats")
        assert {row["Draw"] for row in seats} == {"1", "2"}
        people = {row["Entry"] for row in sheet(pack, "accepted")}
        assert {row["Entry"] for row in seats} <= people
        [director, *_] = sheet(pack, "appointments")
        assert director["Office"] == "director"
        assert len(sheet(pack, "counts")) >= 2 * len(sheet(pack, "variances")) > 0
        acts = {
            json.loads(line)["act"] for line in pack.read("record.jsonl").splitlines()
        }
    assert {"release seats", "finish", "ask for a pack"} <= acts, sorted(acts)


@pytest.mark.rule("HOUSE-PACK-5")
def test_nothing_that_is_secret_is_in_a_pack(app, db, tmp_path):
    in_session(db, short_terms(TOP_ONE))
    with app.test_request_context(), db.reading() as session:
        id_ = queries.get(session, SLUG).pk
        for part in room.PACKED.parts[1:]:
            part.write(session, id_, Folder(tmp_path))
    everything = b"".join(path.read_bytes() for path in tmp_path.rglob("*.csv"))
    assert b"/pass/" not in everything
    assert b"sealed" not in everything
    log = (tmp_path / "hand-log.csv").read_text("utf-8-sig").splitlines()
    assert len(log) == 1  # the first hand is under way


@pytest.mark.rule("HOUSE-PACK-1", "HOUSE-PACK-5")
def test_the_page_of_a_tournament_leads_to_its_pack(db, sign_in):
    in_session(db, short_terms(TOP_ONE))
    with db.reading() as session:
        id_ = queries.get(session, SLUG).pk
        assert room.named(session, 10**6) is None
    client = sign_in(Role.INSPECTOR)
    page = client.get(f"/desk/tournaments/{SLUG}").get_data(as_text=True)
    assert f"/desk/packs/tournament/{id_}" in page
    there = client.get(f"/desk/packs/tournament/{id_}").get_data(as_text=True)
    assert "Every act of every hand" in there
    assert ">HOUSE-PACK-5<" in there
    assert f"/desk/packs/tournament/{id_}" not in sign_in(Role.DEALER).get(
        f"/desk/tournaments/{SLUG}"
    ).get_data(as_text=True)
