"""The irregularities of the register, row by row, through `flask game rule`."""

import pytest

from tests.game.rule_lines import asked, box, choice_of, effects, line

TWO = [box(1, hole="AcKd", jackpot=1), box(2, hole="2c3d")]
BETTING = [box(1, streets=[20], jackpot=1), box(2, streets=[])]
THREE = [box(1, 10, jackpot=1), box(2, 10, jackpot=1), box(3, 10, jackpot=1)]
JACKS = {"community": "2c3d4h", "stage": "settling"}
ALL_BACK = {"1 ante": "returned", "1 jackpot": "returned", "2 ante": "returned"}
MISDEAL = ALL_BACK | {"1 jackpot": "carried"}
STANDS = dict.fromkeys(ALL_BACK, "stands")
BET_STANDS = STANDS | {"1 3rd": "stands"}
BET_BACK = ALL_BACK | {"1 3rd": "returned"}
BET_MISDEAL = MISDEAL | {"1 3rd": "returned"}
WARNED = {"1 ante": "lost", "1 jackpot": "carried"}
WARNED |= {"2 ante": "stands", "2 3rd": "stands"}
STUD_5 = [box(1, 5, decision="fold", jackpot=1), box(2, 5, decision="bet")]
CALLED = [box(1, 5, jackpot=1), box(2, 5, decision="bet")]
BOTH_BACK = {"1 ante": "returned", "1 jackpot": "returned", "2 ante": "returned"}

# rule, document, seats, situation and answers, choice, effects
ROWS = [
    ("CROWN3-11.1", "CROWN3", TWO, "cards-exposed", {"cards": 1}, None, MISDEAL),
    (
        "CROWN3-11.2.1",
        "CROWN3",
        [box(1, streets=[20], jackpot=1), box(2, streets=[20])],
        "wrong-hand-count",
        {"seat": 2, "cards": 3},
        None,
        BET_MISDEAL | {"2 3rd": "returned"},
    ),
    (
        "CROWN3-11.3.1",
        "CROWN3",
        TWO,
        "wrong-community-count",
        {"cards": 4, "order_known": True},
        None,
        STANDS,
    ),
    (
        "CROWN3-11.3.2",
        "CROWN3",
        TWO,
        "wrong-community-count",
        {"cards": 4},
        None,
        MISDEAL,
    ),
    ("CROWN3-11.4", "CROWN3", TWO, "stray-hand", {"box": 5}, None, MISDEAL),
    (
        "CROWN3-11.5",
        "CROWN3",
        TWO,
        "stray-hand",
        {"box": 5, "looked": [2]},
        None,
        STANDS,
    ),
    (
        "CROWN3-11.5.1",
        "CROWN3",
        THREE,
        "stray-hand",
        {"box": 5, "looked": [2], "retract": [2], "stage": "dealing"},
        None,
        dict.fromkeys(("1 ante", "1 jackpot", "3 ante", "3 jackpot"), "stands")
        | {"2 ante": "returned", "2 jackpot": "returned"},
    ),
    (
        "CROWN3-11.6.1",
        "CROWN3",
        BETTING,
        "cards-swept",
        {"seat": 1, "named": "Kd7s", "discards": "Kd7s2c3c"},
        None,
        BET_STANDS,
    ),
    (
        "CROWN3-11.6.2",
        "CROWN3",
        BETTING,
        "cards-swept",
        {"seat": 1, "discards": "Kd7s"},
        None,
        BET_STANDS,
    ),
    (
        "CROWN3-11.6.3",
        "CROWN3",
        BETTING,
        "cards-swept",
        {"seat": 1, "named": "Kd7c", "discards": "Kd7s2c3c"},
        None,
        BET_BACK | {"2 ante": "stands"},
    ),
    (
        "CROWN3-11.7",
        "CROWN3",
        [box(1, streets=[20], jackpot=1), box(2, streets=["fold"]), box(3)],
        "community-shown-early",
        {},
        None,
        BET_STANDS | {"3 ante": "stands"},
    ),
    (
        "CROWN3-11.8",
        "CROWN3",
        [box(1, streets=[20, 20, 20], jackpot=1)],
        "deck-fault",
        {"count": 51, **JACKS},
        None,
        {"1 ante": "returned", "1 jackpot": "carried"}
        | dict.fromkeys(("1 3rd", "1 4th", "1 5th"), "returned"),
    ),
    (
        "CROWN3-11.9",
        "CROWN3",
        BETTING,
        "cannot-bet-enough",
        {"seat": 2, "amount": 5},
        None,
        BET_STANDS | {"2 ante": "returned"},
    ),
    (
        "CROWN3-11.9",
        "CROWN3",
        [box(1, jackpot=1), box(2, streets=[10])],
        "cannot-bet-enough",
        {"seat": 1, "amount": 5, "warned": [1]},
        None,
        WARNED,
    ),
    (
        "CROWN3-11.10.1",
        "CROWN3",
        [box(1, hole="JcJd", streets=[10, 45, 10])],
        "bet-found-wrong",
        {"seat": 1, "wager": "4th", **JACKS},
        None,
        dict.fromkeys(("1 ante", "1 3rd", "1 5th"), "stands")
        | {"1 4th": "stands 30 returned 15"},
    ),
    (
        "CROWN3-11.10.2",
        "CROWN3",
        [box(1, hole="JcJd", streets=[10, 5, 10])],
        "bet-found-wrong",
        {"seat": 1, "wager": "4th", "warned": [1], **JACKS},
        None,
        dict.fromkeys(("1 ante", "1 3rd", "1 5th"), "stands") | {"1 4th": "returned"},
    ),
    (
        "CROWN3-11.11.2",
        "CROWN3",
        [box(2, player="Ann"), box(3, player="Ann", jackpot=1), box(5, player="Bob")],
        "hands-viewed",
        {"seated_at": 2, "viewed": [2, 3], "stage": "betting"},
        None,
        {
            "2 ante": "stands",
            "3 ante": "returned",
            "3 jackpot": "carried",
            "5 ante": "stands",
        },
    ),
    (
        "CROWN3-11.13",
        "CROWN3",
        TWO,
        "jackpot-game",
        {},
        None,
        STANDS | {"1 jackpot": "returned"},
    ),
    ("CROWN3-11.14", "CROWN3", TWO, "device-fault", {"trouble": "jam"}, None, STANDS),
    (
        "CROWN3-11.15",
        "CROWN3",
        TWO,
        "device-fault",
        {"trouble": "unverified", "count": 53},
        None,
        MISDEAL,
    ),
    (
        "CROWN3-11.15",
        "CROWN3",
        TWO,
        "device-fault",
        {"trouble": "unverified", "count": 52},
        None,
        STANDS,
    ),
    (
        "CROWN3-13.4",
        "CROWN3",
        TWO,
        "outcome-invalid",
        {"ground": "fire"},
        None,
        ALL_BACK,
    ),
    (
        "CROWN3-7.4.1(a)",
        "CROWN3",
        BETTING,
        "talk",
        {"seat": 1},
        "forfeit",
        {"1 ante": "lost", "1 3rd": "lost", "1 jackpot": "stands", "2 ante": "stands"},
    ),
    (
        "CROWN3-7.4.1(a)",
        "CROWN3",
        BETTING,
        "talk",
        {"seat": 1},
        "no forfeit",
        BET_STANDS,
    ),
    ("MASS-7(f)(2)", "MASS", TWO, "deck-fault", {"count": 51}, None, ALL_BACK),
    (
        "MASS-7(f)(2)",
        "MASS",
        TWO,
        "wrong-community-count",
        {"cards": 4},
        None,
        ALL_BACK,
    ),
    (
        "MASS-9(f)",
        "MASS",
        TWO,
        "device-fault",
        {"trouble": "unverified", "count": 51},
        None,
        STANDS,
    ),
    (
        "MASS-10(c)",
        "MASS",
        [box(1, streets=[20], three_card_bonus=5, cover_all=5, jackpot=1), box(2)],
        "talk",
        {"seat": 1},
        None,
        dict.fromkeys(
            ("1 ante", "1 3rd", "1 jackpot", "1 three_card_bonus", "1 cover_all"),
            "lost",
        )
        | {"2 ante": "stands"},
    ),
    (
        "MASS-14(a)",
        "MASS",
        BETTING,
        "community-shown-early",
        {},
        None,
        BET_BACK,
    ),
    ("MASS-14(b)", "MASS", TWO, "boxed-cards", {"cards": 1}, None, STANDS),
    ("MASS-14(b)", "MASS", TWO, "boxed-cards", {"cards": 2}, None, ALL_BACK),
    ("MASS-14(c)", "MASS", TWO, "card-drawn", {}, None, STANDS),
    (
        "MASS-14(d)",
        "MASS",
        [box(1, jackpot=1, three_card_bonus=5), box(2)],
        "wrong-hand-count",
        {"seat": 1, "cards": 3, "stage": "dealing"},
        None,
        ALL_BACK | {"1 three_card_bonus": "returned", "2 ante": "stands"},
    ),
    ("MASS-14(e)", "MASS", TWO, "device-fault", {"trouble": "jam"}, None, STANDS),
    (
        "MASS-14(f)",
        "MASS",
        TWO,
        "device-fault",
        {"trouble": "jam", "deals_cards": True},
        None,
        ALL_BACK,
    ),
    ("VIC99-N25-14.1", "VIC99", CALLED[:1], "cards-exposed",
     {"cards": 1, "by_dealer": "yes", "stage": "dealing"}, None,
     {"1 ante": "stands", "1 jackpot": "stands"}),
    ("VIC99-N25-14.2", "VIC99", CALLED[:1], "cards-exposed",
     {"cards": 3, "by_dealer": "yes", "stage": "dealing"}, None,
     {"1 ante": "returned", "1 jackpot": "carried"}),
    ("VIC99-N25-14.3", "VIC99", CALLED[:1], "cards-exposed",
     {"cards": 3, "dealers_up_card": True, "by_dealer": "yes", "stage": "dealing"},
     None, {"1 ante": "stands", "1 jackpot": "stands"}),
    ("VIC99-N25-14.4", "VIC99", [box(1, 5, jackpot=1), box(2, 5)],
     "wrong-hand-count", {"seat": 2, "cards": 4, "stage": "dealing"}, None, MISDEAL),
    ("VIC99-N25-14.5.1", "VIC99", CALLED, "wrong-hand-count",
     {"seat": 2, "cards": 6, "deck_count": 53}, None,
     MISDEAL | {"2 bet": "returned"}),
    ("VIC99-N25-14.5.2", "VIC99", CALLED, "wrong-hand-count",
     {"seat": 2, "cards": 6, "deck_count": 52}, None,
     STANDS | {"2 ante": "returned", "2 bet": "returned"}),
    ("VIC99-N25-14.6.1", "VIC99", CALLED, "wrong-hand-count",
     {"seat": "dealer", "cards": 6, "deck_count": 51}, None,
     MISDEAL | {"2 bet": "returned"}),
    ("VIC99-N25-14.6.2.1", "VIC99", STUD_5, "wrong-hand-count",
     {"seat": "dealer", "cards": 6, "deck_count": 52}, None,
     STANDS | {"2 bet": "returned"}),
    ("VIC99-N25-14.7", "VIC99", [box(1, 5, jackpot=1), box(2, 5)], "stray-hand",
     {"box": 5, "stage": "dealing"}, None, MISDEAL),
    ("VIC99-N25-14.8", "VIC99", CALLED, "stray-hand", {"box": 5, "retract": [1]},
     None, BOTH_BACK | {"2 ante": "stands", "2 bet": "stands"}),
    ("VIC99-N25-14.9", "VIC99", CALLED, "deck-fault", {"count": 51}, None,
     MISDEAL | {"2 bet": "returned"}),
    ("VIC99-N25-14.10", "VIC99", CALLED, "cannot-bet-enough",
     {"seat": 1, "amount": 7}, None,
     MISDEAL | {"2 ante": "stands", "2 bet": "stands"}),
    ("VIC99-N25-14.10", "VIC99", CALLED, "cannot-bet-enough",
     {"seat": 1, "amount": 7, "warned": [1]}, None,
     {"1 ante": "lost", "1 jackpot": "carried", "2 ante": "stands",
      "2 bet": "stands"}),
    ("VIC99-N25-14.11.1", "VIC99", [box(1, 5, decision="bet", bet=12)],
     "bet-found-wrong", {"seat": 1, "wager": "bet"}, None,
     {"1 ante": "stands", "1 bet": "stands 10 returned 2"}),
    ("VIC99-N25-14.11.2", "VIC99", [box(1, 5, decision="bet", bet=8)],
     "bet-found-wrong", {"seat": 1, "wager": "bet"}, None,
     {"1 ante": "stands", "1 bet": "stands"}),
    ("VIC99-N25-14.12.3", "VIC99", CALLED, "jackpot-game", {}, None,
     STANDS | {"2 bet": "stands"}),
    ("VIC99-N25-14.13", "VIC99", CALLED, "device-fault", {"trouble": "jam"}, None,
     STANDS | {"2 bet": "stands"}),
    ("VIC99-N25-14.14", "VIC99", CALLED, "device-fault",
     {"trouble": "unverified", "count": 51}, None, MISDEAL | {"2 bet": "returned"}),
]  # fmt: skip

# The two New South Wales documents, but for the number of the clause.
NSW = [
    ("11.1", TWO, "wrong-hand-count", {"seat": 2, "cards": 3}, None, ALL_BACK),
    ("11.1", TWO, "wrong-community-count", {"cards": 4}, None, ALL_BACK),
    ("11.2", TWO, "cards-exposed", {"cards": 1, "stage": "dealing"}, None, ALL_BACK),
    ("11.5", TWO, "community-spread-wrongly", {}, None, ALL_BACK),
    (
        "11.6",
        [box(1, streets=[20, 20], jackpot=1), box(2, streets=[20])],
        "community-shown-early",
        {"street": 5, "community": "2c"},
        None,
        BET_STANDS | {"1 4th": "stands", "2 3rd": "stands"},
    ),
    ("11.7", TWO, "stray-hand", {"box": 5}, None, ALL_BACK),
    ("11.8", TWO, "stray-hand", {"box": 5, "looked": [1]}, None, STANDS),
    ("11.9", BETTING, "deck-fault", {"count": 51}, None, BET_BACK),
    ("11.9.2", BETTING, "deck-fault", {"count": 52, "foreign": "Kh"}, None, BET_BACK),
    ("11.10.1", TWO, "collusion", {"seats": [1]}, "act first", STANDS),
    ("11.10.2", TWO, "collusion", {"seats": [1, 2]}, "keep apart", STANDS),
    ("11.10.3", TWO, "collusion", {"seats": [1]}, "English only", STANDS),
    ("12.1", TWO, "device-fault", {"trouble": "jam"}, None, STANDS),
    (
        "12.1",
        [box(1, jackpot=1), box(2)],
        "device-fault",
        {"trouble": "unusable", "stage": "antes"},
        None,
        STANDS,
    ),
    ("12.2.1", TWO, "device-fault", {"trouble": "unusable"}, None, ALL_BACK),
    ("4.2.1", TWO, "cards-dropped", {}, None, STANDS),
    (
        "9.8",
        BETTING,
        "talk",
        {"seat": 1},
        "forfeit",
        {"1 ante": "lost", "1 3rd": "lost", "1 jackpot": "lost", "2 ante": "stands"},
    ),
    ("9.8", BETTING, "talk", {"seat": 1}, "no forfeit", BET_STANDS),
]
APART = [
    ("NSW3-11.4", "NSW3", BETTING, "community-shown-early", {}, None, BET_BACK),
    (
        "STAR4-11.4",
        "STAR4",
        BETTING,
        "community-shown-early",
        {},
        "void",
        BET_STANDS | {"2 ante": "returned"},
    ),
    (
        "STAR4-11.4",
        "STAR4",
        BETTING,
        "community-shown-early",
        {},
        "continue",
        BET_STANDS,
    ),
    (
        "NSW3-11.11",
        "NSW3",
        [box(1, jackpot=1), box(2, streets=[20])],
        "absent",
        {"seat": 1},
        None,
        {"1 ante": "lost", "1 jackpot": "lost", "2 ante": "stands", "2 3rd": "stands"},
    ),
    (
        "STAR4-11.11",
        "STAR4",
        [box(1, jackpot=1), box(2, streets=[20])],
        "absent",
        {"seat": 1},
        None,
        {
            "1 ante": "lost",
            "1 jackpot": "stands",
            "2 ante": "stands",
            "2 3rd": "stands",
        },
    ),
    ("STAR4-11.12", "STAR4", TWO, "jackpot-equipment", {}, None, STANDS),
    ("NSW3-13.4.1", "NSW3", TWO, "outcome-invalid", {"ground": "fire"}, None, ALL_BACK),
    (
        "STAR4-13.9.1",
        "STAR4",
        TWO,
        "outcome-invalid",
        {"ground": "riot"},
        None,
        ALL_BACK,
    ),
    (
        "NSW3-13.5",
        "NSW3",
        [box(1, 40, hole="AcKd"), box(2, 40)],
        "outcome-invalid",
        {"ground": "fraud", "fraudsters": [2]},
        "forfeit the fraudster's",
        {"1 ante": "returned", "2 ante": "lost"},
    ),
    (
        "STAR4-13.10",
        "STAR4",
        [box(1, 40, hole="AcKd"), box(2, 40)],
        "outcome-invalid",
        {"ground": "fraud", "fraudsters": [2]},
        "refund all",
        {"1 ante": "returned", "2 ante": "returned"},
    ),
    ("NSW3-15.3.1", "NSW3", TWO, "stray-hand", {"box": 5}, None, ALL_BACK),
    ("STAR4-15.3.1", "STAR4", TWO, "stray-hand", {"box": 5}, None, ALL_BACK),
]
ALL = [
    *ROWS,
    *APART,
    *(
        (f"{code}-{row[0]}", code, *row[1:])
        for code in ("NSW3", "STAR4")
        for row in NSW
    ),
]


@pytest.mark.parametrize(
    ("code", "seats", "kind", "said", "name", "expected", "rule"),
    [
        pytest.param(*row, rule, marks=pytest.mark.rule(rule), id=f"{rule} {row[2]}")
        for rule, *row in ALL
    ],
)
def test_the_ruling_is_what_the_register_says(
    code, seats, kind, said, name, expected, rule
):
    answer = asked(line(code, seats, kind, **said))
    choice = choice_of(answer, name)
    folded = {"2 ante"} & {
        f"{b['seat']} ante" for b in seats if "fold" in b.get("streets", ())
    }
    assert effects(choice) == expected | dict.fromkeys(folded, "stands")
    assert rule in {answer["rule"], *choice["cites"]}
    # What it says of each wager is what its lines say.
    lines = {(x["seat"], x["wager"]): x for x in choice["lines"]}
    for effect in choice["effects"]:
        settled = lines.get((effect["seat"], effect["wager"]))
        if effect["effect"] == "lost":
            assert settled["net"] == -effect["amount"]
        if effect["effect"] == "carried":
            assert settled is None
