"""No rule is only written, but for those that wait for something still to be built."""

import json

from rulebook import rules
from rulebook.coverage import ROOT, State, coverage

WAITING = ROOT / "docs" / "written.json"


def waiting() -> dict[str, list[str]]:
    """What each written rule waits for; the list may only get shorter."""
    kept: dict[str, list[str]] = json.loads(WAITING.read_text(encoding="utf-8"))
    return kept


def test_a_rule_is_only_written_if_the_list_says_what_it_waits_for():
    named = {rule_id for ids in waiting().values() for rule_id in ids}
    written = coverage().in_state(rules().values(), State.WRITTEN)
    new = [rule_id for rule_id in written if rule_id not in named]
    assert not new, (
        f"No entrance of the product leads to the code that cites {', '.join(new)}. "
        "“flask rules show ID” says where it stands: let a route, a command, "
        "a deadline or a hook ask it, or take it out."
    )


def test_the_list_names_nothing_that_is_asked_by_now():
    written = set(coverage().in_state(rules().values(), State.WRITTEN))
    done = [each for ids in waiting().values() for each in ids if each not in written]
    assert not done, f"Take {', '.join(done)} out of docs/written.json: they are held."


def test_a_rule_waits_for_one_thing_only():
    named = [rule_id for ids in waiting().values() for rule_id in ids]
    assert len(named) == len(set(named))
