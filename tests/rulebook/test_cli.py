"""The rulebook answers on the command line."""

import json

import pytest
from click.testing import CliRunner

from rulebook import cli, rules
from rulebook.coverage import Coverage, State, as_json, coverage, documents
from rulebook.search import RuleFilter, find, near


@pytest.fixture
def run():
    def run(*arguments: str):
        return CliRunner().invoke(cli.rules, arguments)

    return run


def test_coverage_as_a_table(run):
    result = run("coverage")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[1:8]] == [
        *("CROWN3", "MASS", "VIC99", "NSW3", "STAR4"),
        *("all", "HOUSE"),
    ]
    assert f"{len(documents()):,}" in lines[6]
    assert "█" in lines[1]
    told = as_json(coverage())
    open_ = bool(told["missing"] or told["house"]["missing"])
    assert ("Not yet held, by topic:" in result.output) is open_


def test_coverage_as_json_for_programs(run):
    result = run("coverage", "--json")
    told = json.loads(result.output)
    assert set(told) == {
        *("rules", "by_code", "enforced", "documented"),
        *("guidance", "written", "missing", "untested", "house"),
    }
    assert told["rules"] == len(documents())


def test_show_says_everything_known_of_a_rule(run):
    result = run("show", "VIC99-N24-effect")
    assert result.exit_code == 0
    for told in (
        "Change bites at 4.00am on 8 November 1999",
        "gate, must hold before a step is taken",
        "enforced. The product asks it, and a test fails without it.",
        "CV-76: Local Melbourne time.",
        "rulebook/sources.py",
        "test_a_notice_takes_effect_at_four_in_the_morning",
    ):
        assert told in result.output


def test_show_says_which_entrance_asks_a_rule(run):
    told = run("show", "CROWN3-12.2.2(b)").output
    [way] = [line for line in told.splitlines() if "→ inspectorate_advised" in line]
    entrance, *_, gate = way.strip().split(" → ")
    assert entrance == "items.tells(Role.DIRECTOR, Role.DEPUTY)"  # the shortest way
    assert gate == "inspectorate_advised"


def test_what_nothing_leads_to_is_listed_for_people_and_programs(run):
    found = coverage().unreached
    told = run("unreached").output
    assert f"Reached by no route, command, deadline or hook: {len(found):,}." in told
    listed = [
        json.loads(line) for line in run("unreached", "--json").output.splitlines()
    ]
    assert [each["name"] for each in listed] == [each.name for each in found]


def test_show_names_the_same_matter_elsewhere(run):
    assert "NSW3-14.9.1" in run("show", "STAR4-14.13.1").output


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("crown3-5.5", "CROWN3-5.5"),
        ("CROWN3-12.2.2b", "CROWN3-12.2.2(b)"),
        ("STAR4-1.1:Player's Hand", "STAR4-1.1:Player’s Hand"),
        ("MASS-1:Antewager", "MASS-1:Ante wager"),
        ("HOUSE-STEP", "HOUSE-STEP-1"),
    ],
)
def test_an_unknown_rule_is_told_with_the_nearest_ones(run, typed, meant):
    result = run("show", typed)
    assert result.exit_code == 1
    assert f"There is no rule “{typed}” in the register." in result.output
    assert meant in result.output
    assert near(typed)[0] == meant


def test_a_rule_like_nothing_is_told_plainly(run):
    result = run("show", "zzzz")
    assert result.exit_code == 1
    assert result.output == "Error: There is no rule “zzzz” in the register.\n"
    assert near("") == ()


def test_the_ratchet_writes_down_what_is_held(run, tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "FLOOR", tmp_path / "floor.json")
    monkeypatch.setattr(cli, "WAITING", tmp_path / "written.json")
    listed = {"the draw": ["VIC99-N24-effect", "NSW3-14.8"]}
    (tmp_path / "written.json").write_text(json.dumps(listed), encoding="utf-8")
    result = run("ratchet")
    assert result.exit_code == 0
    left = json.loads((tmp_path / "written.json").read_text(encoding="utf-8"))
    assert "VIC99-N24-effect" not in left.get("the draw", ())
    kept = json.loads((tmp_path / "floor.json").read_text(encoding="utf-8"))
    assert "VIC99-N24-effect" in kept["enforced"]
    assert f"{len(kept['enforced']):,} rules enforced" in result.output


def test_the_ratchet_refuses_to_go_back_unless_told(run, tmp_path, monkeypatch):
    path = tmp_path / "floor.json"
    path.write_text('{"enforced": ["VIC99-N24-effect"]}', encoding="utf-8")
    monkeypatch.setattr(cli, "FLOOR", path)
    monkeypatch.setattr(cli, "WAITING", tmp_path / "written.json")
    (tmp_path / "written.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(cli, "floor", lambda: json.loads(path.read_text("utf-8")))
    monkeypatch.setattr(cli, "coverage", lambda: Coverage({}, {}))
    refused = run("ratchet")
    assert refused.exit_code == 1
    assert "held better before: VIC99-N24-effect" in refused.output
    assert "N24" in path.read_text(encoding="utf-8")
    assert run("ratchet", "--let-go", "VIC99-N24-effect").exit_code == 0
    assert json.loads(path.read_text(encoding="utf-8"))["enforced"] == []


def test_nothing_asked_finds_everything():
    assert find(RuleFilter(), coverage()) == list(rules().values())


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (RuleFilter("secret tied"), ["VIC99-N26-14.6.5"]),
        (RuleFilter("SECRET  Tied "), ["VIC99-N26-14.6.5"]),
        (RuleFilter("crown3-5.5.1"), ["CROWN3-5.5.1"]),
        (RuleFilter("player's hand", code="NSW3", topic="definition"), None),
        (RuleFilter("secret", code="MASS"), []),
        (RuleFilter("<script>"), []),
    ],
)
def test_every_word_must_match(wanted, ids):
    found = [rule.id for rule in find(wanted, coverage())]
    if ids is None:
        assert "NSW3-1.1:Player’s Hand" in found
    else:
        assert found == ids


def test_filters_narrow_by_document_kind_topic_and_state():
    wanted = RuleFilter(code="VIC99", state=State.ENFORCED)
    assert "VIC99-N24-effect" in [rule.id for rule in find(wanted, coverage())]
    assert all(rule.code == "VIC99" for rule in find(wanted, coverage()))
