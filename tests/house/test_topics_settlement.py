"""Settlement at a live table: recorded rounds come to the recorded lines."""

import json
from pathlib import Path

import pytest

from tests.house.topics_cast import proving

VECTORS = Path(__file__).parents[1] / "game" / "vectors" / "settle.jsonl"


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


def cards(text):
    """Cards as they are keyed, one by one."""
    return [text[n : n + 2] for n in range(0, len(text), 2)]


def sample(code, most=3):
    """Recorded rounds of a document: each way a hand can end, in small rounds."""
    wanted = set()
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        asked, told = vector["in"], vector["out"]["seats"]
        if asked["rulebook"] != code or asked["seats"][-1]["seat"] > most:
            continue
        ends = {_end(seat, out) for seat, out in zip(asked["seats"], told, strict=True)}
        if ends - wanted:
            wanted |= ends
            yield asked, told


def _end(seat, out):
    """How a hand ended: folded on which street, or with which hand and result."""
    if seat.get("streets", [seat.get("decision")])[-1] == "fold":
        return "fold", len(out["lines"])
    return out["category"], *(net > 0 for net in out["lines"].values())


# Under which rules a hand's ante and street bets are kept, by how they ended: the
# win, the stand-off, the loss, and the fold on each street.
STUD = {
    "CROWN3": {
        "win": ("CROWN3-8.2:Table1", "CROWN3-8.2:Table1"),
        "push": ("CROWN3-5.7.1", "CROWN3-5.8:unnumbered"),
        "lose": ("CROWN3-5.7.3(b)", "CROWN3-5.8.2"),
        "fold": ("CROWN3-5.7.3(a)", "CROWN3-7.4.4(b)", "CROWN3-7.4.5(b)"),
    },
    "MASS": {
        "win": ("MASS-11(b):table", "MASS-11(b):table"),
        "push": ("MASS-10(i)(2)", "MASS-10(i)(2)"),
        "lose": ("MASS-10(i)(1)", "MASS-10(i)(1)"),
        "fold": ("MASS-10(a)", "MASS-10(e)", "MASS-10(g)"),
    },
    "NSW3": {
        "win": ("NSW3-10.3:Payout Table", "NSW3-10.3:Payout Table"),
        "push": ("NSW3-1.1:Stand off", "NSW3-1.1:Stand off"),
        "lose": ("NSW3-10.2", "NSW3-10.2"),
        "fold": ("NSW3-9.1.1", "NSW3-9.2.1", "NSW3-9.3.1"),
    },
    "STAR4": {
        "win": ("STAR4-10.3:Payout Table", "STAR4-10.3:Payout Table"),
        "push": ("STAR4-1.1:Stand-off", "STAR4-1.1:Stand-off"),
        "lose": ("STAR4-10.2", "STAR4-10.2"),
        "fold": ("STAR4-9.1.1", "STAR4-9.2.1", "STAR4-9.3.1"),
    },
}


def play_stud(table, asked):
    """Key a recorded round of Mississippi Stud from its antes to its end."""
    seats = {seat["seat"]: seat for seat in asked["seats"]}
    for number, seat in seats.items():
        table.must("ante", seat=number, amount=seat["ante"])
    table.deal_out()
    for street, card in enumerate(cards(asked["community"])):
        left = {n: s for n, s in seats.items() if len(s["streets"]) > street}
        if not left:
            break
        table.street(card, {n: s["streets"][street] for n, s in left.items()})
        seats = {n: s for n, s in left.items() if s["streets"][street] != "fold"}
        if not seats:
            break
    return table.finish({s["seat"]: cards(s["hole"]) for s in asked["seats"]})


def kept_under(code, seat, out):
    """The rules under which the wagers of a hand must be kept."""
    rules, streets = STUD[code], seat["streets"]
    if streets[-1] == "fold":
        by_street = rules["fold"][len(streets) - 1]
        ante = rules["fold"][0] if code == "CROWN3" else by_street
        return [ante] + [by_street] * (len(streets) - 1)
    if out["category"] == "pair_2_5" and code in {"NSW3", "STAR4"}:
        return [f"{code}-10.3:Note"] * 4
    ante, street = rules[out["result"]]
    return [ante, *[street] * 3]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            "CROWN3",
            marks=pytest.mark.rule(
                "CROWN3-5.7.1",
                "CROWN3-5.7.2",
                "CROWN3-5.7.3(a)",
                "CROWN3-5.7.3(b)",
                "CROWN3-5.8:unnumbered",
                "CROWN3-5.8.1",
                "CROWN3-5.8.2",
                "CROWN3-7.4.4(b)",
                "CROWN3-7.4.5(b)",
                "CROWN3-8.1",
                "CROWN3-8.1.1(a)",
                "CROWN3-8.1.1(b)",
            ),
        ),
        pytest.param(
            "MASS",
            marks=pytest.mark.rule(
                "MASS-10(i)(1)",
                "MASS-10(i)(2)",
                "MASS-10(i)(3)",
                "MASS-10(a)",
                "MASS-10(e)",
                "MASS-10(g)",
            ),
        ),
        pytest.param(
            "NSW3",
            marks=pytest.mark.rule(
                "NSW3-10.2",
                "NSW3-10.3",
                "NSW3-9.1.1",
                "NSW3-9.2.1",
                "NSW3-9.3.1",
            ),
        ),
        pytest.param(
            "STAR4",
            marks=pytest.mark.rule(
                "STAR4-10.2",
                "STAR4-10.3",
                "STAR4-9.1.1",
                "STAR4-9.2.1",
                "STAR4-9.3.1",
            ),
        ),
    ],
)
def test_recorded_rounds_of_stud_are_kept_line_by_line(floor, code):
    table = floor.table(code, (1, 2, 3), any_stake=True)
    ends, first = set(), True
    for asked, told in sample(code):
        if not first:
            table.next_round()
        first = False
        kept = play_stud(table, asked)
        assert len(kept) == sum(len(out["lines"]) for out in told)
        for seat, out in zip(asked["seats"], told, strict=True):
            nets = {wager: kept[seat["seat"], wager][1] for wager in out["lines"]}
            assert nets == out["lines"], asked["id"]
            rules = [kept[seat["seat"], wager][2] for wager in out["lines"]]
            assert rules == kept_under(code, seat, out), asked["id"]
            ends.add(out["result"])
        assert table.replayed().agrees
    assert ends == {"win", "push", "lose", "fold"}
    whole_hand = {
        "CROWN3": (
            "CROWN3-5.7.2",
            "CROWN3-5.8.1",
            "CROWN3-8.1",
            "CROWN3-8.1.1(a)",
            "CROWN3-8.1.1(b)",
        ),
        "MASS": ("MASS-10(i)(3)",),
        "NSW3": ("NSW3-10.3",),
        "STAR4": ("STAR4-10.3",),
    }
    floor.holds("win" in ends, *whole_hand[code])


@pytest.mark.rule(
    "VIC99-N25-5.3.2",
    "VIC99-N25-8.4",
    "VIC99-N25-8.5",
    "VIC99-N25-9.1",
    "VIC99-N25-9.2",
    "VIC99-N25-9.3.1",
    "VIC99-N25-9.4.1.1",
    "VIC99-N25-9.4.1.2",
    "VIC99-N25-9.4.1.3",
)
def test_recorded_rounds_of_caribbean_stud_are_kept_line_by_line(floor):
    table, rules = floor.table("VIC99", (1, 2, 3, 4), any_stake=True), set()
    for number, (asked, told) in enumerate(sample("VIC99", 4)):
        if number:
            table.next_round()
        kept = play_caribbean(table, asked)
        for seat, out in zip(asked["seats"], told, strict=True):
            nets = {wager: kept[seat["seat"], wager][1] for wager in out["lines"]}
            assert nets == out["lines"], asked["id"]
            for wager in out["lines"]:
                rules.add((wager, kept[seat["seat"], wager][2]))
        assert table.replayed().agrees
    floor.holds(
        rules
        == {
            ("ante", "VIC99-N25-5.3.2"),
            ("ante", "VIC99-N25-9.3.1"),
            ("bet", "VIC99-N25-9.2"),
            ("ante", "VIC99-N25-10.1"),
            ("bet", "VIC99-N25-10.2"),
            ("ante", "VIC99-N25-9.4.1.2"),
            ("bet", "VIC99-N25-9.4.1.2"),
            ("ante", "VIC99-N25-9.4.1.3"),
            ("bet", "VIC99-N25-9.4.1.3"),
        },
        "VIC99-N25-8.4",
        "VIC99-N25-9.1",
        "VIC99-N25-9.4.1.1",
    )


def play_caribbean(table, asked):
    """Key a recorded round of Caribbean Stud from its antes to its end."""
    dealer = cards(asked["dealer"])
    for seat in asked["seats"]:
        table.must("ante", seat=seat["seat"], amount=seat["ante"])
    table.deal_out(dealer[0])
    for seat in asked["seats"]:
        if seat["decision"] == "fold":
            table.must("fold", seat=seat["seat"])
        else:
            table.must("bet", seat=seat["seat"], amount=2 * seat["ante"])
    if table.offer("reveal"):
        table.must("reveal", cards=dealer[1:])
    return table.finish({s["seat"]: cards(s["hand"]) for s in asked["seats"]})
