"""No rule is only written, but for those that wait for something still to be built."""

from rulebook import rules
from rulebook.citations import Place
from rulebook.coverage import Coverage, State, coverage, still_waiting, waiting
from rulebook.proofs import Test


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
    written, enforced = "CROWN3-3.1", "CROWN3-5.5"
    places = {
        written: (Place(written, "game/deck.py", 1, "CHECKED", "Nobody asks it."),),
        enforced: (
            Place(enforced, "game/bets.py", 1, "BET", "Asked.", way=("POST /bet",)),
        ),
    }
    tests = {
        id_: (Test(id_, "tests/test_it.py", 1, "test", "Is so."),) for id_ in places
    }
    found = Coverage(places, tests)
    kept = {"the deck": [written, enforced], "the draw": [enforced]}
    assert still_waiting(kept, found) == {"the deck": [written]}


def test_a_rule_waits_for_one_thing_only():
    named = [rule_id for ids in waiting().values() for rule_id in ids]
    assert len(named) == len(set(named))
