"""No rule is only written, but for those that wait for something still to be built."""

from rulebook import rules
from rulebook.coverage import State, coverage, still_waiting, waiting


def test_a_rule_is_only_written_if_the_list_says_what_it_waits_for():
    named = {rule_id for ids in waiting().values() for rule_id in ids}
    written = coverage().in_state(rules().values(), State.WRITTEN)
    new = [rule_id for rule_id in written if rule_id not in named]
    assert not new, (
        f"No entrance of the product leads to the code that cites {', '.join(new)}. "
        "“flask rules show ID” says where it stands: let a route, a command, "
        "a deadline or a hook ask it, or take it out."
    )


def test_the_list_gets_shorter_as_rules_are_asked():
    found = coverage()
    [written, *_] = found.in_state(rules().values(), State.WRITTEN)
    [enforced, *_] = found.in_state(rules().values(), State.ENFORCED)
    kept = {"the deck": [written, enforced], "the draw": [enforced]}
    assert still_waiting(kept, found) == {"the deck": [written]}


def test_a_rule_waits_for_one_thing_only():
    named = [rule_id for ids in waiting().values() for rule_id in ids]
    assert len(named) == len(set(named))
