"""`flask game rule`: bad lines, unfinished rounds, what is listed, and the page."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.cli import game
from game.games import GAMES
from game.irregularities import recorded
from game.irregularities.catalogue import CATALOGUE
from game.irregularities.kinds import NotCovered, RuleBroken
from game.irregularities.possible import possible
from game.irregularities.rule_on import RULINGS, SANCTIONS
from game.irregularities.wire import situations
from game.play.moves import Move
from rulebook import Cite
from tests.game.rule_lines import (
    asked,
    box,
    choice_of,
    effects,
    line,
    sums,
    through_the_command,
)
from tests.game.test_rulings_agree import scene_of

PAGE = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text("utf-8")
EXAMPLES = re.findall(r"```sh\n(.+?)```\n```json\n(.+?)```\n", PAGE, re.DOTALL)
TWO = [box(1, hole="AcKd", jackpot=1), box(2, hole="2c3d")]
FINE = line("CROWN3", TWO, "cards-exposed", cards=1)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("not JSON", "no JSON"),
        ("[1]", "must be a JSON object"),
        ({"id": 1}, "“situation” must be an object"),
        (FINE | {"situation": {"kind": "moon"}}, "“kind” must be one of"),
        (FINE | {"situation": {"kind": ["talk"]}}, "“kind” must be one of"),
        (FINE | {"game": "chess"}, "“game” must be one of"),
        (FINE | {"rulebook": "VIC99"}, "“rulebook” must be one of"),
        (FINE | {"stage": "later"}, "“stage” must be one of"),
        (FINE | {"seats": [1]}, "list of objects"),
        (FINE | {"seats": [{"seat": 1}]}, "“ante” is missing"),
        (FINE | {"seats": [box(1, streets=["fold", 10])]}, "a fold comes last"),
        (FINE | {"seats": [box(1, streets=[1, 1, 1, 1])]}, "up to three amounts"),
        (FINE | {"seats": [box(1, hole="Zz")]}, "is no card"),
        (FINE | {"seats": [box(1, moon=1)]}, "is no key of this request"),
        (FINE | {"three_card_table": "3CS-99"}, "must be one of 3CS-01"),
        (
            line("CROWN3", TWO, "stray-hand", box=5, retract="2"),
            "must be a list of seats",
        ),
        (f'{{"id":1,"situation":{{"kind":{"9" * 4400}}}}}', "too long"),
    ],
)
def test_a_bad_line_errs_and_the_rest_goes_on(bad, why):
    status, answers = through_the_command(FINE, bad, FINE)
    assert status == 1
    assert why in answers[1]["error"]
    assert answers[0] == answers[2]
    assert "choices" in answers[0]


@pytest.mark.parametrize(
    ("seats", "kind", "said", "under"),
    [
        ([box(0)], "deck-fault", {"count": 51}, ""),
        ([box(1, "ten")], "deck-fault", {"count": 51}, ""),
        ([box(1), box(1)], "deck-fault", {"count": 51}, "HOUSE-STUD-6"),
        ([box(1, streets=[45])], "talk", {"seat": 1}, "CROWN3-5.5"),
        ([box(1, cover_all=5)], "deck-fault", {"count": 51}, ""),
        (
            [box(1, hole="AcKd"), box(2, hole="Ac2d")],
            "stray-hand",
            {"box": 5},
            "",
        ),
        (TWO, "cannot-bet-enough", {"seat": 9, "amount": 5}, "HOUSE-RULING-4"),
        (TWO, "boxed-cards", {"cards": 1}, "HOUSE-RULING-3"),
        (TWO, "talk", {}, "HOUSE-RULING-4"),
        (TWO, "talk", {"seat": 1, "moon": 2}, "HOUSE-RULING-4"),
        (TWO, "stray-hand", {"box": 5, "retract": [1]}, "CROWN3-11.4"),
    ],
)
def test_what_no_rule_allows_is_refused_with_its_rule(seats, kind, said, under):
    answer = asked(line("CROWN3", seats, kind, **said))
    assert answer.keys() == {"refused"}
    assert all(why["reason"] for why in answer["refused"])
    assert not under or under in {why["rule"] for why in answer["refused"]}


def test_a_round_may_stop_anywhere():
    seats = [box(1, jackpot=1), box(2)]
    stages = {}
    for stage in ("antes", "dealing", "betting"):
        said = {"trouble": "unverified", "count": 51, "stage": stage}
        choice = choice_of(asked(line("CROWN3", seats, "device-fault", **said)))
        stages[stage] = effects(choice)["1 jackpot"], choice["moves"][0]["act"]
    assert stages == {
        "antes": ("returned", "take_back"),  # nothing was dealt: the stake comes off
        "dealing": ("carried", "void_round"),
        "betting": ("carried", "void_round"),
    }


@pytest.mark.rule("CROWN3-11.10.1")
def test_the_lines_after_a_ruling_are_the_settlement():
    seats = [box(1, hole="JcJd", streets=[10, 45, 10])]
    said = {"community": "2c3d4h", "seat": 1, "wager": "4th"}
    choice = choice_of(asked(line("CROWN3", seats, "bet-found-wrong", **said)))
    assert sums(choice, "returned") == 15
    [fourth] = [x for x in choice["lines"] if x["wager"] == "4th"]
    assert (fourth["stake"], fourth["net"]) == (30, 30)


@pytest.mark.rule("MASS-9(f)")
@pytest.mark.parametrize(("count", "tasks"), [(51, 1), (53, 1), (52, 0)])
def test_a_wrong_machine_count_sends_the_deck_away(count, tasks):
    said = {"trouble": "unverified", "count": count}
    choice = choice_of(asked(line("MASS", TWO, "device-fault", **said)))
    assert len(choice["tasks"]) == tasks
    for task in choice["tasks"]:
        assert (task["cite"], task["before_next_deal"]) == ("MASS-9(f)", True)
        assert "remove the whole deck" in task["what"]
        assert "shuffle" not in task["what"]


@pytest.mark.rule("NSW3-13.4.2", "STAR4-13.9.2")
@pytest.mark.parametrize(
    ("code", "rule"), [("NSW3", "NSW3-13.4.2"), ("STAR4", "STAR4-13.9.2")]
)
def test_a_fraud_names_somebody(code, rule):
    nobody = asked(line(code, TWO, "outcome-invalid", ground="fraud"))
    assert [why["rule"] for why in nobody["refused"]] == [rule]
    staff = {"ground": "fraud", "others": "The dealer, Pat Roe"}
    named = choice_of(asked(line(code, TWO, "outcome-invalid", **staff)))
    assert "Pat Roe" in named["tasks"][0]["what"]
    assert sums(named, "returned") == 21
    seat = {"ground": "fraud", "fraudsters": [2]}
    answer = asked(line(code, TWO, "outcome-invalid", **seat))
    lost = choice_of(answer, "forfeit the fraudster's")
    assert (sums(lost, "lost"), sums(lost, "returned")) == (10, 11)
    assert "seat 2" in lost["tasks"][0]["what"]


@pytest.mark.rule("NSW3-11.10.1", "STAR4-11.10.1")
@pytest.mark.parametrize("code", ["NSW3", "STAR4"])
def test_suspects_directed_to_act_first_do_so_in_this_round(code):
    seats = [box(1), box(2), box(3)]
    said = {"seats": [3], "stage": "betting"}
    choice = choice_of(asked(line(code, seats, "collusion", **said)), "act first")
    act, cite = "act_first", f"{code}-11.10.1"
    assert choice["moves"] == [{"act": act, "seat": 3, "cite": cite}]
    state = recorded.read(line(code, seats, "collusion")).at("betting")
    after = GAMES["mississippi_stud"].apply(state, Move(act, 3, cite=Cite(cite)))
    assert GAMES["mississippi_stud"].turn(after) == 3


def test_each_document_lists_what_it_knows():
    listed = {(one["rulebook"], one["game"]): one["situations"] for one in situations()}
    assert len(listed) == 6
    for (code, played), known in listed.items():
        kinds = {
            sort.kind for sort in CATALOGUE for k in known if sort.name == k["kind"]
        }
        answered = {NotCovered}
        if played != "baccarat":
            answered |= set(RULINGS[code])
        if code in SANCTIONS:
            answered.add(RuleBroken)
        assert kinds == answered, (code, played)
        assert all(k["stages"] and k["rule"] for k in known)
    out = CliRunner().invoke(game, ["rule", "--situations"]).output
    assert [json.loads(each) for each in out.splitlines()] == list(situations())


def test_the_console_offers_what_the_command_answers():
    at = scene_of_recorded()
    names = {one.name for one in possible(at)}
    [crown] = [s for s in situations() if s["rulebook"] == "CROWN3"]
    dealing = {k["kind"] for k in crown["situations"] if "dealing" in k["stages"]}
    assert names == dealing


def scene_of_recorded():
    """The round of the sample that lists the stage of the deal, at a console."""
    seats = [
        {"seat": seat, "ante": 10, "player": player, "jackpot": 1}
        for seat, player in ((1, "Ann"), (2, "Bob"), (3, "Bob"))
    ]
    round_ = {"rulebook": "CROWN3", "game": "mississippi_stud", "seats": seats}
    return scene_of(recorded.read(round_).at("dealing"))


@pytest.mark.parametrize(("told", "printed"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_page_answers_as_printed(told, printed):
    command, *lines = told.splitlines()
    flask, _game, *words = shlex.split(command.partition("<<")[0])
    assert flask == "flask"
    answer = CliRunner().invoke(game, words, input="\n".join(lines[:-1]))
    assert answer.exit_code == ('"error"' in printed), answer.stderr
    assert answer.output == printed


def test_the_page_has_examples():
    assert PAGE.count("```sh") == PAGE.count("```json") == len(EXAMPLES) >= 4


@pytest.mark.parametrize("odd", [[], {}, 1, True, "elsewhere", [["bet"]]])
@pytest.mark.parametrize("key", ["stage", "decision", "three_card_table"])
def test_an_odd_stage_decision_or_table_is_a_bad_line(key, odd):
    code = "MASS" if key == "three_card_table" else "VIC99"
    request = line(code, [box(1)], "deck-fault", count=51)
    (request["seats"][0] if key == "decision" else request)[key] = odd
    status, [told] = through_the_command(request)
    assert (status, key in told["error"]) == (1, True)
