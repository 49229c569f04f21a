"""Jackpots at a live table: judged with the hands, prizes paid in their order."""

from dataclasses import replace

import pytest
from sqlmodel import select

from house.floor.at_table.jackpot_wagers import lines_of
from house.floor.meters.models import ClaimState, MeterClaimRow
from house.floor.rounds import book as books
from tests.house import meters
from tests.house.at_table_cast import TERMS, rows
from tests.house.topics_cast import named, proving

param, rule = pytest.param, pytest.mark.rule
OPTION_2 = replace(
    meters.CROWN, option="option-2", pay_table="Table 5", rate_millionths=310_200
)


@pytest.fixture
def floor(app, db, request):
    with proving(app, db, request.node) as floor:
        yield floor


# The hole cards of seats 1 and 3, and the three community cards.
HITS = {
    "four_of_a_kind": ("9c9d", "KcQd", "9h9s2c"),
    "full_house": ("9c9d", "KcQd", "9h2s2c"),
    "flush": ("4sJs", "5cQd", "2s7s9s"),
    "straight": ("3c4d", "KcQd", "5h6s7c"),
    "three_of_a_kind": ("9c9d", "KcQd", "9h2s7c"),
    "straight_flush": ("8h9h", "2cKd", "5h6h7h"),
    "royal_flush": ("AhKh", "2c3d", "ThJhQh"),
    "royal and straight flush": ("AhKh", "8h9h", "ThJhQh"),
    "two straight flushes": ("3h4h", "8h9h", "5h6h7h"),
}
LADDER = tuple(HITS)[:5]
LOW = ["6d", "8c"]  # of seat 5, worth nothing with any of these boards
DEALER = ["Ac", "Kc", "4c", "Td", "Jd"]  # ace and king, so that the hand plays


def cards(text):
    """Cards as they are keyed, one by one."""
    return [text[n : n + 2] for n in range(0, len(text), 2)]


def antes(table, also):
    """Everybody antes; these seats add a jackpot wager that the equipment takes."""
    price = table.state.setup.jackpot
    if table.code == "VIC99":
        table.must("offer_jackpot")
    for seat in table.seats:
        extra = {"also": {"jackpot": price}} if seat in also else {}
        table.must("ante", seat=seat, amount=10_00, **extra)
        if table.code == "VIC99" and seat in also:
            table.must("register_jackpot", seat=seat)


def play(table, hand, *, folds=(), also=(1, 3, 5)):
    """A round in which seats 1 and 3 hold these cards, and what it came to."""
    one, three, board = map(cards, HITS[hand])
    if table.code == "VIC99":
        return caribbean(table, {1: one + board, 3: ["2d", "3d", "8c", "Tc", "Qd"]})
    antes(table, also)
    table.deal_out()
    for number, card in enumerate(board):
        staying = [s for s in table.seats if number == 0 or s not in folds]
        table.street(card, {s: "fold" if s in folds else 10_00 for s in staying})
    return table.finish({1: one, 3: three, 5: LOW})


def caribbean(table, hands, dealer=DEALER, also=(1, 3)):
    """A round of Caribbean Stud with these hands, all of them bet."""
    antes(table, also)
    table.deal_out(dealer[0])
    for seat in table.seats:
        table.must("bet", seat=seat, amount=20_00)
    table.must("reveal", cards=dealer[1:])
    return table.finish(hands)


def judged(table):
    """What each jackpot wager of the round came to, in paying order."""

    def work(session, row):
        round_ = books.numbered(session, books.REAL, row, table.round)
        return [
            (line.seat, line.hand, line.award, line.rule_id)
            for line in lines_of(session, round_)
        ]

    found = table.read(work)
    table.floor.saw(*(line[3] for line in found))
    return found


def paid(table):
    """The payments of the claim that waits, once a director has confirmed it."""
    with table.db.writing() as session:
        query = select(MeterClaimRow).order_by(MeterClaimRow.id.desc())
        claim = session.exec(query).first()
        verdict = meters.confirm(session, claim, minutes=5)
        assert isinstance(verdict, MeterClaimRow), verdict
        told = [(p["seat"], p["wager"], p["cents"]) for p in verdict.payments]
    table.floor.seen_on_record("confirm jackpot claim")
    return told


def dollars(*amounts):
    """Amounts in cents."""
    return tuple(100 * amount for amount in amounts)


STAR_PRIZES = tuple(f"STAR4-15.2.9.{n}" for n in (3, 4, 5))


@pytest.mark.parametrize(
    ("terms", "prizes", "awards"),
    [
        param(
            meters.CROWN,
            ("CROWN3-10.1.2:Table4",) * 3,
            dollars(500, 150, 100, 0, 0),
            marks=rule(
                "CROWN3-5.9.1", "CROWN3-5.9.2", "CROWN3-10.1.2", "CROWN3-10.1.2:Table4"
            ),
        ),
        param(
            meters.CROWN_2,
            ("CROWN3-10.1.2:Table4",) * 3,
            dollars(1_000, 300, 200, 0, 0),
            marks=rule("CROWN3-10.1.2", "CROWN3-10.1.2:Table4"),
        ),
        param(
            OPTION_2,
            ("CROWN3-10.1.2:Table5",) * 4,
            dollars(600, 100, 60, 40, 0),
            marks=rule("CROWN3-5.9.2", "CROWN3-10.1.2", "CROWN3-10.1.2:Table5"),
        ),
        param(
            meters.MASS,
            ("MASS-11P(h):MS Stud-01",) * 5,
            dollars(300, 50, 40, 30, 9),
            marks=rule("MASS-11P(d)", "MASS-11P(j)"),
        ),
        param(
            meters.NSW,
            ("NSW3-15.2.9",) * 3,
            dollars(500, 150, 100, 0, 0),
            marks=rule("NSW3-15.2.6", "NSW3-15.2.7", "NSW3-15.2.8", "NSW3-15.2.9"),
        ),
        param(
            meters.STAR,
            STAR_PRIZES,
            dollars(500, 150, 100, 0, 0),
            marks=rule(
                "STAR4-15.2.6",
                "STAR4-15.2.7",
                "STAR4-15.2.8",
                "STAR4-15.2.9.3",
                "STAR4-15.2.9.4",
                "STAR4-15.2.9.5",
            ),
        ),
        param(
            meters.VIC,
            ("VIC99-N25-12.1",) * 3,
            dollars(500, 150, 100, 0, 0),
            marks=rule("VIC99-N25-9.5", "VIC99-N25-12.1"),
        ),
    ],
)
def test_other_prizes_are_paid_at_the_table_by_the_dealer(floor, terms, prizes, awards):
    table = floor.table(terms.rulebook, jackpot=terms)
    before = table.meter().value_cents
    for number, (hand, award) in enumerate(zip(LADDER, awards, strict=True)):
        if number:
            table.next_round()
        came = play(table, hand)
        mine = next(line for line in judged(table) if line[0] == 1)
        # The hand is the two hole cards and the three on the board, all five.
        assert mine[1:3] == (hand, award)
        if award:
            assert mine[3] == prizes[number]
        # It is apart from the wagers of the game, whose lines know nothing of it.
        assert {wager for _, wager in came} <= {"ante", "3rd", "4th", "5th", "bet"}
    floor.holds(not rows(table.db, MeterClaimRow), *ON_FIVE_CARDS[terms.rulebook])
    grown = terms.rate_millionths * terms.price_cents * 2 * len(LADDER) // 1_000_000
    assert table.meter().value_cents == before + grown  # no prize took from it


# What every round of the ladder showed, whatever it paid.
ON_FIVE_CARDS = {
    "CROWN3": ("CROWN3-5.9.1", "CROWN3-5.9.2", "CROWN3-10.1.2"),
    "MASS": ("MASS-11P(d)", "MASS-11P(j)"),
    "NSW3": ("NSW3-15.2.6", "NSW3-15.2.7", "NSW3-15.2.8"),
    "STAR4": ("STAR4-15.2.6", "STAR4-15.2.7", "STAR4-15.2.8"),
    "VIC99": (),
}


@rule("CROWN3-5.9.2")
def test_at_crown_a_fold_loses_the_jackpot_wager(floor):
    table = floor.table("CROWN3", jackpot=True)
    came = play(table, "four_of_a_kind", folds=(1,))
    floor.holds(came[1, "jackpot"][:2] == (1_00, -1_00), "CROWN3-5.9.2")
    assert [line[0] for line in judged(table)] == [3]


@rule("STAR4-10.2.1", "STAR4-10.1")
def test_in_version_four_a_folded_hand_wins_the_jackpot_and_nothing_else(floor):
    table = floor.table("STAR4", jackpot=True)
    came = play(table, "four_of_a_kind", folds=(1,))
    assert {key: value[1] for key, value in came.items() if key[0] == 1} == {
        (1, "ante"): -10_00
    }
    mine = next(line for line in judged(table) if line[0] == 1)
    assert mine[1:3] == ("four_of_a_kind", 500_00)
    floor.holds("jackpot" not in {wager for _, wager in came}, "STAR4-10.2.1")
    floor.holds(table.state.settled == (3, 1), "STAR4-10.1")


@pytest.mark.parametrize(
    ("rule", "code", "held"),
    [("NSW3-10.5", "NSW3", False), ("STAR4-10.5", "STAR4", True)],
)
def test_a_hand_is_conceded_and_then_handled_like_a_fold(floor, rule, code, held):
    table = floor.table(code, jackpot=True)
    one, three, board = map(cards, HITS["flush"])
    antes(table, (1, 3))
    table.deal_out()
    table.refused("concede", rule, seat=1)
    for card in board:
        table.street(card, {1: 10_00, 3: 10_00})
    assert table.offer("concede", 1).cite.id == rule
    table.must("concede", seat=1)
    came = table.finish({1: one, 3: three})
    assert {came[1, wager] for wager in ("ante", "3rd", "4th", "5th")} == {
        (10_00, -10_00, rule)
    }
    assert floor.seen_on_record("concede").verdict == "done"
    won = {line[0]: line[2] for line in judged(table)}
    assert won == ({1: 100_00, 3: 0} if held else {3: 0})


@rule("CROWN3-8.1.1(c)")
def test_jackpots_wait_until_every_hand_is_checked(floor):
    table = floor.table("CROWN3", jackpot=True)
    one, three, board = map(cards, HITS["flush"])
    antes(table, (1, 3))
    table.deal_out()
    for card in board:
        table.street(card, {1: 10_00, 3: 10_00})
    table.must("settle", seat=3, cards=three)
    table.must("settle", seat=1, cards=one)
    now = table.position
    done = {line.seat: line.net for line in now.game.so_far(now.state)}
    assert done == {3: -10_00, 1: 60_00}  # the game is paid, hand by hand
    faces = {s["seat"]: s["cards"] for s in table.shown()["seats"]}
    floor.holds(faces[1] == one and judged(table) == [], "CROWN3-8.1.1(c)")
    table.must("close")
    assert judged(table)[-1][:3] == (1, "flush", 100_00)


RICH = {"reseed_cents": 100_000_00}
POOR = {"reseed_cents": 42_000_00}
JACKPOT, BONUS = "jackpot", "bonus_jackpot"


@pytest.mark.parametrize(
    ("terms", "hand", "expected"),
    [
        param(
            meters.CROWN,  # 10,001.02 on the meter, so 10,002 is shared
            "royal and straight flush",
            [(3, JACKPOT, 909_27), (1, JACKPOT, 9_092_73)],
            marks=rule(
                "CROWN3-10.3",
                "CROWN3-10.3.1(a)",
                "CROWN3-10.3.1(a):Table6",
                "CROWN3-10.3.1(b)",
                "CROWN3-10.3.1(b):Table7",
            ),
        ),
        param(
            meters.CROWN,  # 9.5% of 10,002 and 0.5% of the seed, each
            "two straight flushes",
            [(3, JACKPOT, 1_000_19), (1, JACKPOT, 1_000_19)],
            marks=rule("CROWN3-10.3", "CROWN3-10.3.2(a)", "CROWN3-10.3.2(a):Table8"),
        ),
        param(
            meters.CROWN,
            "royal_flush",
            [(1, JACKPOT, 10_002_00)],
            marks=rule("CROWN3-10.1.2:Table4"),
        ),
        param(
            meters.MASS,
            "straight_flush",
            [(1, JACKPOT, 1_000_07), (5, "envy", 300_00), (3, "envy", 300_00)],
            marks=rule("MASS-11P(f)"),
        ),
        param(
            meters.MASS,
            "royal_flush",
            [(1, JACKPOT, 10_000_75), (5, "envy", 1_000_00), (3, "envy", 1_000_00)],
            marks=rule("MASS-11P(e)"),
        ),
        param(
            replace(meters.NSW, **RICH),
            "straight_flush",
            [(5, BONUS, 100_00), (3, BONUS, 100_00), (1, JACKPOT, 10_000_30)],
            marks=rule(
                "NSW3-15.2.10",
                "NSW3-15.2.10.1",
                "NSW3-15.2.10.4",
                "NSW3-15.2.12",
            ),
        ),
        param(
            replace(meters.NSW, **RICH),
            "royal and straight flush",
            [(5, BONUS, 1_000_00), (3, JACKPOT, 10_000_30), (1, JACKPOT, 90_002_70)],
            marks=rule("NSW3-15.2.10.3", "NSW3-15.2.14"),
        ),
        param(
            replace(meters.NSW, **RICH),
            "two straight flushes",
            [(5, BONUS, 100_00), (3, JACKPOT, 9_500_28), (1, JACKPOT, 9_500_28)],
            marks=rule("NSW3-15.2.10.3", "NSW3-15.2.13", "NSW3-15.2.13.2"),
        ),
        param(
            replace(meters.STAR, **RICH),
            "straight_flush",
            [(5, BONUS, 100_00), (3, BONUS, 100_00), (1, JACKPOT, 10_000_30)],
            marks=rule(
                "STAR4-15.2.9.2",
                "STAR4-15.2.10",
                "STAR4-15.2.10.1",
                "STAR4-15.2.10.4",
                "STAR4-15.2.12",
            ),
        ),
        param(
            replace(meters.STAR, **POOR),
            "straight_flush",
            [(5, BONUS, 100_00), (3, BONUS, 100_00), (1, JACKPOT, 5_000_00)],
            marks=rule("STAR4-15.2.9.2"),
        ),
        param(
            replace(meters.STAR, **RICH),
            "royal and straight flush",
            [(5, BONUS, 1_000_00), (3, JACKPOT, 10_000_30), (1, JACKPOT, 90_002_70)],
            marks=rule("STAR4-15.2.10.3", "STAR4-15.2.14"),
        ),
        param(
            replace(meters.STAR, **RICH),
            "two straight flushes",
            [(5, BONUS, 100_00), (3, JACKPOT, 9_500_28), (1, JACKPOT, 9_500_28)],
            marks=rule("STAR4-15.2.10.3", "STAR4-15.2.13", "STAR4-15.2.13.2"),
        ),
        param(
            meters.STAR,  # less than the guaranteed minimum would be left for each
            "two straight flushes",
            [(5, BONUS, 100_00), (3, JACKPOT, 5_000_00), (1, JACKPOT, 5_000_00)],
            marks=rule("STAR4-15.2.13.2"),
        ),
    ],
)
def test_what_the_meter_pays_is_claimed_confirmed_and_paid_in_order(
    floor, request, terms, hand, expected
):
    table = floor.table(terms.rulebook, (1, 3, 5), jackpot=terms)
    play(table, hand)
    told = judged(table)
    [claim] = rows(table.db, MeterClaimRow)
    assert claim.state is ClaimState.WAITING
    payments = paid(table)
    assert payments == expected
    assert named(request.node) & floor.shown  # cited by the lines or the record
    floor.holds(payments == expected, *named(request.node))
    sums = {seat: sum(c for s, _, c in expected if s == seat) for seat in (1, 3, 5)}
    assert {line[0]: line[2] for line in told} == sums


@rule("MASS-11P(h)")
def test_whoever_folded_shares_in_what_another_wins_of_the_progressive(floor):
    table = floor.table("MASS", (1, 3, 5), jackpot=meters.MASS)
    came = play(table, "royal_flush", folds=(3,))
    assert came[3, JACKPOT][1] < 0  # the wager itself is lost with the hand
    told = {line[0]: line[1:3] for line in judged(table)}
    floor.holds(told[3] == ("", 1_000_00), "MASS-11P(h)")
    envy = [seat for seat, wager, _ in paid(table) if wager == "envy"]
    floor.holds(envy == [5, 3], "MASS-11P(h)")


@pytest.mark.parametrize(
    "code",
    [
        param("NSW3", marks=rule("NSW3-15.2.10", "NSW3-15.2.10.1")),
        param("STAR4", marks=rule("STAR4-15.2.10", "STAR4-15.2.10.1")),
    ],
)
def test_no_bonus_without_a_wager_and_none_where_none_is_offered(floor, code):
    terms = TERMS[code]
    table = floor.table(code, (1, 3, 5), jackpot=terms)
    play(table, "straight_flush", also=(1, 3))
    bonus = [seat for seat, wager, _ in paid(table) if wager == BONUS]
    floor.holds(bonus == [3], f"{code}-15.2.10.1")
    plain = floor.table(code, (1, 3), number=5, jackpot=replace(terms, bonus_cents={}))
    play(plain, "straight_flush")
    wagers = {wager for _, wager, _ in paid(plain)}
    floor.holds(wagers == {JACKPOT}, f"{code}-15.2.10")


FLUSH, OTHER = ["4s", "Js", "2s", "7s", "9s"], ["2d", "3d", "8c", "Tc", "Qd"]
NO_HAND, FULL = ["Ac", "Qc", "4c", "5d", "7d"], ["Ac", "Ad", "Ah", "5d", "5h"]


@pytest.mark.parametrize(
    ("dealer", "nets"),
    [
        param(NO_HAND, (10_00, 0), marks=rule("VIC99-N25-9.3.2", "VIC99-N25-9.3.2.2")),
        param(FULL, (-10_00, -20_00), marks=rule("VIC99-N25-9.4.3")),
    ],
)
def test_a_caribbean_jackpot_hand_is_paid_whatever_the_dealer_holds(
    floor, request, dealer, nets
):
    table = floor.table("VIC99", jackpot=meters.VIC)
    came = caribbean(table, {1: FLUSH, 3: OTHER}, dealer)
    assert (came[1, "ante"][1], came[1, "bet"][1]) == nets
    won = {line[0]: line[1:3] for line in judged(table)}
    lies = {s["seat"]: s["cards"] for s in table.shown()["seats"]}[1]
    up = won[1] == ("flush", 100_00) and lies == FLUSH
    done = {s["seat"]: s["dealer"] for s in table.shown()["seats"]}[1]
    assert {each["rule"] for each in done} == set(named(request.node))
    assert done[-1]["does"] == "Cards left face up until the jackpot is confirmed"
    floor.holds(up, *named(request.node))


STRAIGHT_FLUSHES = {
    1: ["5h", "6h", "7h", "8h", "9h"],
    3: ["4d", "5d", "6d", "7d", "8d"],
}


@pytest.mark.parametrize(
    ("also", "expected"),
    [
        param(
            (1, 3),
            [(3, JACKPOT, 7_500_00), (1, JACKPOT, 7_500_00)],
            marks=rule("VIC99-N25-12.2", "VIC99-N25-12.3", "VIC99-N25-12.3.2"),
        ),
        param(
            (1,),
            [(1, JACKPOT, 7_500_00)],
            marks=rule("VIC99-N25-12.2", "VIC99-N25-12.3", "VIC99-N25-12.3.1"),
        ),
    ],
)
def test_without_an_approved_procedure_straight_flushes_do_not_share(
    floor, request, also, expected
):
    table = floor.table("VIC99", jackpot=meters.VIC)
    caribbean(table, STRAIGHT_FLUSHES, also=also)
    claims = rows(table.db, MeterClaimRow)
    [claim] = [one for one in claims if one.state is ClaimState.WAITING]
    assert claim.round == str(table.round)
    assert paid(table) == expected
    floor.holds("VIC99-N25-12.2" in floor.shown, *named(request.node))


@pytest.mark.parametrize(
    ("also", "each"),
    [
        param((1, 3), 3_750_00, marks=rule("VIC99-N25-12.3"), id="two"),
        param((1,), 7_500_00, marks=rule("VIC99-N25-12.1"), id="one"),
    ],
)
def test_winners_of_one_round_share_by_the_approved_procedures(floor, also, each):
    terms = replace(meters.VIC, sharing="Procedures 12 of 1999")
    table = floor.table("VIC99", jackpot=terms)
    caribbean(table, STRAIGHT_FLUSHES, also=also)
    assert [(seat, cents) for seat, _, cents in paid(table)] == [
        (seat, each) for seat in reversed(also)
    ]
    cites = {
        line["rule"]
        for claim in rows(table.db, MeterClaimRow)
        for line in claim.payments
    }
    assert cites == ({"VIC99-N25-12.3"} if len(also) == 2 else {"VIC99-N25-12.1"})


@rule("VIC99-N25-12.2")
def test_a_straight_flush_is_claimed_before_the_next_hand_is_settled(floor):
    table = floor.table("VIC99", jackpot=meters.VIC)
    antes(table, (1, 3))
    table.deal_out(DEALER[0])
    for seat in table.seats:
        table.must("bet", seat=seat, amount=20_00)
    table.must("reveal", cards=DEALER[1:])
    table.must("settle", seat=3, cards=STRAIGHT_FLUSHES[3])
    floor.holds({o.act for o in table.offers} == {"key_jackpot"}, "VIC99-N25-12.2")
    assert rows(table.db, MeterClaimRow) == []
    table.must("key_jackpot", seat=3)
    [claim] = rows(table.db, MeterClaimRow)
    assert (claim.state, claim.round) == (ClaimState.WAITING, str(table.round))
    table.must("settle", seat=1, cards=OTHER)
    table.must("close")
