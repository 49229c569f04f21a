"""Lists of tickets and play: each row once, wherever the taking was cut off."""

from io import BytesIO

import pytest
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, func, select

from house.people.patrons.models import PatronRow, PlayerCardRow
from promotions.path import starting
from promotions.rules.formats import BEFORE_THE_DRAW
from promotions.tickets import importing, lists, writing
from promotions.tickets.models import GrantRow, ListBatchRow, ListRefusedRow
from rulebook import Refused
from tests.promotions.promo_cast import (
    DRAWN,
    HOUR,
    OPENS,
    TICK,
    act,
    done,
    lodged,
    reach,
)

NOON = OPENS + 3 * HOUR
CLOSES = DRAWN - BEFORE_THE_DRAW


def patrons(session, *names):
    for at, name in enumerate(names, start=1):
        row = PatronRow(
            given_name=name,
            family_name="Lee",
            search_name=f"{name.lower()} lee",
            born_on=OPENS.date().replace(year=1980),
            created_at=OPENS,
        )
        session.add(row)
        session.flush()
        session.add(
            PlayerCardRow(number=f"SB10000{at}", patron_id=row.pk, issued_at=OPENS)
        )


@pytest.fixture
def running(db):
    """A car draw that runs, and three patrons with cards SB100001 to SB100003."""
    with db.writing() as session:
        reach(session)
        row = lodged(session)
        done(starting.start(session, row, act(at=OPENS)))
        patrons(session, "Ada", "Ben", "Cleo")
        return row.slug


@pytest.fixture
def send(db, running, tmp_path):
    """Send a list, or the same one again."""

    def send(text, name="list.csv", at=NOON):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return importing.take(db, running, file, lambda: act(at=at))

    return send


def listed(*rows, what="tickets"):
    return f"reference,card,at,{what}\n" + "".join(f"{row}\n" for row in rows)


def held(db):
    """How many tickets each card has."""
    with db.reading() as session:
        query = (
            select(PlayerCardRow.number, func.sum(GrantRow.tickets))
            .join(PlayerCardRow, PlayerCardRow.patron_id == GrantRow.patron_id)
            .group_by(PlayerCardRow.number)
        )
        return {number: int(count) for number, count in session.exec(query)}


def why(db):
    with db.reading() as session:
        rows = session.exec(select(ListRefusedRow).order_by(col(ListRefusedRow.line)))
        return {row.line: row.why for row in rows}


ADA = f"a1,SB100001,{NOON.isoformat()},5"
BEN = f"b1,sb 100002,{NOON.isoformat()},7"


@pytest.mark.rule("HOUSE-PROMOTION-44")
def test_a_list_gives_its_tickets_once_however_often_it_is_sent(db, send):
    first = done(send(listed(ADA, BEN)))
    assert (first.taken, first.tickets, first.over) == (2, 12, True)
    again = done(send(listed(ADA, BEN), name="again.csv"))
    assert again.pk == first.pk
    more = done(send(listed(ADA, f"a2,SB100001,{NOON.isoformat()},1")))
    assert (more.taken, more.twice, more.tickets) == (1, 1, 1)
    assert held(db) == {"SB100001": 6, "SB100002": 7}


@pytest.mark.rule("HOUSE-PROMOTION-44")
@pytest.mark.parametrize(
    ("row", "says"),
    [
        (f"x,SB999999,{NOON.isoformat()},5", "Nobody has this card."),
        ("x,SB100001,yesterday,5", "“yesterday” is no time."),
        ("x,SB100001,2026-11-07T12:00:00,5", "The time does not say its zone."),
        (f"x,SB100001,{NOON.isoformat()},0", "“0” is no number up to 10,000,000."),
        (f"x,SB100001,{NOON.isoformat()},{1:013}", "“0000000000001” is no number"),
        (f"x,SB100001,{NOON.isoformat()},=1+1", "“=1+1” is no number up to"),
        (f",SB100001,{NOON.isoformat()},5", "The reference is empty or too long."),
        (f"x,SB100001,{NOON.isoformat()}", "A cell is missing."),
        (f"x,SB100001,{(OPENS - TICK).isoformat()},5", "It was before the start."),
        (f"x,SB100001,{(NOON + TICK).isoformat()},5", "It has not happened yet."),
    ],
)
def test_a_row_that_gives_nothing_says_why(db, send, row, says):
    batch = done(send(listed(row, BEN)))
    assert (batch.refused, batch.taken) == (1, 1)
    [told] = why(db).items()
    assert told[0] == 2
    assert told[1].startswith(says)


@pytest.mark.rule("HOUSE-PROMOTION-44")
def test_edges_of_the_time_that_counts(db, send):
    rows = (
        f"x,SB100001,{OPENS.isoformat()},1",
        f"y,SB100001,{(CLOSES - TICK).isoformat()},2",
    )
    assert done(send(listed(*rows), at=CLOSES - TICK)).tickets == 3
    late = (
        f"z,SB100001,{OPENS.isoformat()},4",
        f"w,SB100001,{CLOSES.isoformat()},8",
    )
    assert done(send(listed(*late), at=CLOSES)).tickets == 0
    assert list(why(db).values()) == [
        "It came after entries for draw 1 had closed.",
        "It was after the closing time.",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The first line is “”."),
        ("name,card\nx,y\n", "The first line is “name,card”."),
        (listed('a,"SB1,2,3'), "Line 2:"),
        (listed(ADA).encode() + b"\xff\n", "Line 3 is not UTF-8."),
    ],
)
def test_what_is_no_list_is_refused_whole(db, send, text, says):
    verdict = send(text)
    assert isinstance(verdict, Refused)
    assert verdict.refusals[0].wrong.startswith(says)
    assert held(db) == {}


def test_a_mark_at_the_beginning_and_blank_lines_do_no_harm(db, send):
    marked = b"\xef\xbb\xbf" + listed(ADA, "", BEN).encode()
    assert done(send(marked)).tickets == 12


@pytest.mark.rule("HOUSE-PROMOTION-44")
def test_a_list_that_was_cut_off_goes_on_behind_its_last_batch(db, send, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    rows = [f"r{n},SB10000{n % 3 + 1},{NOON.isoformat()},1" for n in range(7)]
    keep, times = writing.keep, iter([True, False])

    def cut(session, gifts):
        if not next(times, True):
            raise KeyboardInterrupt
        return keep(session, gifts)

    monkeypatch.setattr(writing, "keep", cut)
    with pytest.raises(KeyboardInterrupt):
        send(listed(*rows))
    assert sum(held(db).values()) == 2
    done(send(listed(*rows)))
    assert held(db) == {"SB100001": 3, "SB100002": 2, "SB100003": 2}
    with db.reading() as session:
        batches = session.exec(select(ListBatchRow).order_by(col(ListBatchRow.number)))
        assert [(b.number, b.rows) for b in batches] == [(1, 2), (2, 4), (3, 6), (4, 7)]


def test_a_list_as_long_as_its_batches_ends(db, send, monkeypatch):
    monkeypatch.setattr(importing, "BATCH", 2)
    assert done(send(listed(ADA, BEN))).over


def test_a_list_with_empty_lines_and_cells_over_two_lines_is_read_to_its_end(
    db, send, monkeypatch
):
    monkeypatch.setattr(importing, "BATCH", 2)
    odd = f'"r\n9",SB100001,{NOON.isoformat()},1'
    batch = done(send(listed("", "", ADA, "", odd, "", "", "", BEN)))
    assert (batch.rows, batch.taken, batch.refused) == (3, 3, 0)


@pytest.mark.rule("HOUSE-PROMOTION-40", "HOUSE-PROMOTION-44")
def test_play_earns_by_the_terms_in_the_order_it_was_played(db, send):
    earlier = (NOON - HOUR).isoformat()
    rows = (
        f"p2,SB100001,{NOON.isoformat()},500",
        f"p1,SB100001,{earlier},2500",
        f"p1,SB100001,{earlier},2500",
    )
    batch = done(send(listed(*rows, what="play")))
    assert (batch.taken, batch.twice, batch.tickets) == (2, 1, 3)
    with db.reading() as session:
        grants = session.exec(select(GrantRow).order_by(col(GrantRow.at))).all()
        assert [(g.reference, g.tickets) for g in grants] == [("p1", 2), ("p2", 1)]
    later = done(send(listed(f"p3,SB100001,{NOON.isoformat()},999", what="play")))
    assert later.tickets == 0
    last = done(send(listed(f"p4,SB100001,{NOON.isoformat()},1", what="play")))
    assert last.tickets == 1


def test_a_merged_patrons_card_counts_for_who_stands_for_them(db, send):
    with db.writing() as session:
        ada, ben, _ = session.exec(select(PatronRow).order_by(col(PatronRow.id)))
        ada.merged_into_id = ben.pk
    done(send(listed(ADA, BEN)))
    with db.reading() as session:
        assert set(session.exec(select(GrantRow.patron_id))) == {ben.pk}


def test_nothing_is_taken_unless_the_promotion_runs(db, tmp_path):
    with db.writing() as session:
        reach(session)
        slug = lodged(session).slug
    file = tmp_path / "list.csv"
    file.write_text(listed(ADA))
    verdict = importing.take(db, slug, file, lambda: act(at=NOON))
    assert isinstance(verdict, Refused)
    assert verdict.refusals[0].wrong == "The promotion is lodged."
    missing = importing.take(db, "nothing-here", file, lambda: act(at=NOON))
    assert missing.refusals[0].wrong == "There is no promotion “nothing-here”."
    unread = importing.take(db, slug, tmp_path / "no.csv", lambda: act(at=NOON))
    assert unread.refusals[0].wrong.startswith("no.csv cannot be read")


AT = NOON.isoformat()
TURNED = "tickets,at,card,reference"  # and no tiers
FAULTS = [
    "",
    "a,SB1",
    f" ,SB1,{AT},1,Gold",
    f"{'x' * 81},SB1,{AT},1,Gold",
    "a,SB1,2026-11-06,1,Gold",
    f"a,SB1,{AT},many,Gold",
    f"a,SB1,{AT},1,{'x' * 41}",
]


@pytest.mark.rule("HOUSE-PROMOTION-44")
@pytest.mark.parametrize("fault", [None, *FAULTS])
@pytest.mark.parametrize("head", ["reference,card,at,tickets,tier", TURNED])
def test_rows_say_the_same_at_once_and_one_by_one(head, fault):
    rows = [
        f" a ,SB100001,{AT},1,Gold",
        f"b,sb 10-0002,{AT},3,  Black  Tie ",
        f"c,É7,{AT},12,",
        f"a,123,{AT},10000000,Gold",
    ]
    if head == TURNED:
        rows = [",".join(row.split(",")[3::-1]) for row in rows]
    text = "\n".join((head, *rows))
    text += f"\n{fault}\n" if fault is not None else "\n"
    found = lists.Reading(BytesIO(text.encode())).next_block(1_000)
    assert found == lists.Block.of(lists.Reading(BytesIO(text.encode())))
    assert [row.card for row in found.given[:4]] == ["SB100001", "SB100002", "7", "123"]
    tiers = ["Gold", "Black Tie", "", "Gold"] if "tier" in head else [""] * 4
    assert [row.tier for row in found.given[:4]] == tiers


@pytest.mark.parametrize(
    "text",
    [
        f"a,SB1,{AT},1\r\nb,SB2,{AT},2\r\n",
        f"a,SB1,{AT},1\nb,SB2,{AT},2",
        f"a,SB1,{AT},1,more\nb,SB2,{AT}\n",  # as many commas as two whole rows
        f"a,SB1,{AT}\nb,SB2,{AT},2,more\n",
        f"\na,SB1,{AT},1\n\n",
        "\n\n",
        "",
    ],
)
def test_lines_of_any_width_and_end_say_the_same_at_once_and_one_by_one(text):
    whole = f"reference,card,at,tickets\n{text}".encode()
    found = lists.Reading(BytesIO(whole)).next_block(1_000)
    assert found == lists.Block.of(lists.Reading(BytesIO(whole)))
    assert found.read == text.count("SB")


@pytest.mark.parametrize("cell", ["1\r2", f"1,{'x' * 200_000}"])
def test_what_no_cell_may_be_is_refused_by_its_line_at_once_too(cell):
    whole = f"reference,card,at,tickets\na,SB1,{AT},1\nb,SB2,{AT},{cell}\n".encode()
    with pytest.raises(lists.Unreadable, match="Line 3: "):
        lists.Reading(BytesIO(whole)).next_block(1_000)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE promotion_grant SET tickets = 9",
        "DELETE FROM promotion_grant",
        "REPLACE INTO promotion_grant SELECT * FROM promotion_grant",
        """REPLACE INTO promotion_grant SELECT id + 99, promotion_id, draw, holder,
        patron_id, reference, came, amount, counted, 9, at, run_id, tier
        FROM promotion_grant""",
    ],
)
def test_tickets_are_never_changed_dropped_or_replaced(db, send, statement):
    send(f"reference,card,at,tickets\na,SB100001,{AT},5\n")
    if statement.startswith("REPLACE") and not db.is_sqlite:
        pytest.skip("There is no REPLACE in PostgreSQL.")
    with (
        pytest.raises(DBAPIError, match="append-only: correct it with a new row"),
        db.writing() as session,
    ):
        session.connection().exec_driver_sql(statement)
    with db.reading() as session:
        assert session.exec(select(GrantRow.tickets)).all() == [5]
