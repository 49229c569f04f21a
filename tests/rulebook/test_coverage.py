"""Coverage is read from the source: what cites, what carries, and what is missing."""

import re
from concurrent.futures import ThreadPoolExecutor
from textwrap import dedent

import pytest

from rulebook import rules
from rulebook.citations import How
from rulebook.coverage import (
    FLOOR,
    ROOT,
    State,
    as_json,
    coverage,
    documents,
    floor,
    lost,
    reached,
    read,
)
from rulebook.guidance import GUIDANCE, Guidance
from rulebook.sources import CROWN3


@pytest.fixture
def tree(tmp_path):
    """Write a small project and read its coverage."""

    def write(**files: str):
        for name, text in files.items():
            path = tmp_path / (name.replace("__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        return read(tmp_path)

    return write


ENFORCED = {
    "app": """
        from game.wagers import ODDS, Street

        def create_app():
            return Street().refusals(), ODDS.royal
    """,
    "game__wagers": '''
        """Wagers of the game."""
        from rulebook import CROWN3, Cite, Refusal

        @dataclass
        class Table:
            """What is paid."""

            royal: Cited

        ODDS = Table(royal=Cited(500, CROWN3.at("8.2:Table1")))

        class Street:
            """One street."""

            def refusals(self):
                """Refuse a street bet of a wrong size. Nothing else."""
                def inner():
                    return Refusal(Cite("CROWN3-5.5"), "Too much.")
    ''',
    "tests__test_wagers": """
        import pytest

        @pytest.mark.rule("CROWN3-5.5")
        def test_four_times_the_ante_is_refused():
            assert True
    """,
}


def test_a_rule_is_enforced_when_code_cites_it_and_a_test_carries_it(tree):
    found = tree(**ENFORCED)
    assert found.state("CROWN3-5.5") is State.ENFORCED
    [place] = found.places["CROWN3-5.5"]
    assert (place.file, place.line) == ("game/wagers.py", 19)
    assert place.way == ("the start of the app", "create_app", "Street.refusals")
    assert place.name == "Street.refusals.inner"
    assert place.sentence == "Refuse a street bet of a wrong size."
    [test] = found.tests["CROWN3-5.5"]
    assert (test.file, test.line) == ("tests/test_wagers.py", 5)
    assert test.sentence == "Four times the ante is refused"


def test_a_rule_that_no_entrance_leads_to_is_only_written(tree):
    found = tree(**ENFORCED | {"app": "def create_app(): pass"})
    assert found.state("CROWN3-5.5") is State.WRITTEN
    assert not found.is_untested("CROWN3-5.5")
    assert "no page or step asks it yet" in found.verdict("CROWN3-5.5")


def test_a_page_that_reminds_does_more_than_code_nobody_asks(tree):
    found = tree(
        rulebook__guidance='GUIDANCE = (Guidance(CROWN3.at("7.4.2"), "tables.show"),)',
        game__folding='def fold(): return CROWN3.at("7.4.2")',
        tests__test_folding="""
        import pytest
        @pytest.mark.rule("CROWN3-7.4.2")
        def test_fold(): pass
        """,
    )
    assert found.state("CROWN3-7.4.2") is State.GUIDANCE


def test_a_value_of_a_rulebook_is_named_after_its_constant(tree):
    [place] = tree(**ENFORCED).places["CROWN3-8.2:Table1"]
    assert (place.name, place.sentence) == ("ODDS", "Wagers of the game.")


def test_a_citation_is_found_wherever_it_stands(tree):
    found = tree(
        house__rooms='''
        """Rooms."""
        @acts(row=guard(CROWN3.at("12.2.3")))
        async def open_room(by=Cite("CROWN3-12.2.4")):
            """Open the room."""
            match by:
                case _ if (
                    rulebook.CROWN3
                    .at("12.2.5")
                ):
                    return [x for x in y if Cite(id="CROWN3-12.3.1")]
        '''
    )
    assert set(found.places) == {
        *("CROWN3-12.2.3", "CROWN3-12.2.4", "CROWN3-12.2.5", "CROWN3-12.3.1")
    }
    assert {p.name for places in found.places.values() for p in places} == {"open_room"}


def test_a_citation_no_test_carries_is_missing_and_untested(tree):
    found = tree(**ENFORCED)
    assert found.state("CROWN3-8.2:Table1") is State.MISSING
    assert found.is_untested("CROWN3-8.2:Table1")
    assert "nothing is proved" in found.verdict("CROWN3-8.2:Table1")
    assert not found.is_untested("CROWN3-5.5")


def test_a_test_alone_holds_nothing(tree):
    found = tree(
        tests__test_alone="""
        import pytest
        pytestmark = pytest.mark.rule("CROWN3-5.6")
        def test_it(): pass
        """
    )
    assert found.state("CROWN3-5.6") is State.MISSING
    assert not found.is_untested("CROWN3-5.6")
    assert "no code cites it" in found.verdict("CROWN3-5.6")


def test_a_clause_documents_what_it_prints(tree):
    found = tree(
        promotions__clauses='''
        class DrawClause:
            """When the draw is held."""
            cite = NSW3.at("14.2")

        TERMS = [PrizeClause(cite=rulebook.NSW3.at("14.3")), Prize(NSW3.at("14.4"))]
        '''
    )
    assert found.state("NSW3-14.2") is State.DOCUMENTED
    assert found.state("NSW3-14.3") is State.DOCUMENTED
    assert found.state("NSW3-14.4") is State.MISSING
    assert not found.is_untested("NSW3-14.3")


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        ("CROWN3-12.4.1(a)(i)", State.ENFORCED),  # it asks to be stated in the terms
        ("CROWN3-12.5.3(d)(i)", State.DOCUMENTED),  # it asks for more than that
    ],
)
def test_a_clause_holds_by_its_text_only_what_must_be_stated(tree, rule, state):
    found = tree(
        app="""
        from game.terms import text

        def create_app():
            return text()
        """,
        game__terms=f"""
        class EndClause:
            cites = (Cite("{rule}"),)

            def refuse(self):
                return Refusal(Cite("{rule}"), "It is not settled.")

        def text():
            return EndClause().cites
        """,
        tests__test_terms=f"""
        import pytest
        @pytest.mark.rule("{rule}")
        def test_printed(): pass
        """,
    )
    assert found.state(rule) is state


def test_guidance_never_counts_as_enforced_even_with_a_test(tree):
    found = tree(
        rulebook__guidance='GUIDANCE = (Guidance(CROWN3.at("7.4.2"), "tables.show"),)',
        tests__test_guidance="""
        import pytest
        @pytest.mark.rule("CROWN3-7.4.2")
        def test_shown(): pass
        """,
    )
    assert found.places["CROWN3-7.4.2"][0].how is How.GUIDANCE
    assert found.state("CROWN3-7.4.2") is State.GUIDANCE


TESTS = """
import pytest
pytestmark = [pytest.mark.database, pytest.mark.rule("CROWN3-1.2", "CROWN3-1.3")]
SHARED = [("a", "CROWN3-2.1"), pytest.param("b", "CROWN3-2.3")]
MORE = ("CROWN3-3.1", "CROWN3-3.2")
ONE, TWO = "CROWN3-6.1", "CROWN3-6.3"

@pytest.mark.parametrize(("what", "rule"), [*SHARED, ("c", CROWN3.at("2.5"))])
def test_columns(what, rule): "Every case names its rule. Really."

@pytest.mark.parametrize("rule", [TWO, "CROWN3-5.1", pytest.param("CROWN3-5.2")])
def test_single(rule): pass

@pytest.mark.parametrize("rule, what", SHARED_ELSEWHERE)
@pytest.mark.parametrize(
    "what",
    [
        pytest.param(1, marks=pytest.mark.rule("CROWN3-5.3")),
        pytest.param(2, marks=[pytest.mark.database, pytest.mark.rule("CROWN3-5.4")]),
    ],
)
def test_marked_cases(what): pass

@pytest.mark.rule(*MORE)
class TestTable:
    pytestmark = pytest.mark.rule("CROWN3-3.3")

    @pytest.mark.rule("CROWN3-3.4", ONE)
    def test_cards(self): pass

def helper(): pytest.mark.rule("CROWN3-13.1")
"""


@pytest.mark.parametrize(
    ("rule_id", "names"),
    [
        (
            "CROWN3-1.2",
            "test_columns test_single test_marked_cases TestTable.test_cards",
        ),
        ("CROWN3-2.1", "test_columns"),
        ("CROWN3-2.3", "test_columns"),
        ("CROWN3-2.5", "test_columns"),
        ("CROWN3-5.1", "test_single"),
        ("CROWN3-5.2", "test_single"),
        ("CROWN3-5.3", "test_marked_cases"),
        ("CROWN3-5.4", "test_marked_cases"),
        ("CROWN3-3.1", "TestTable.test_cards"),
        ("CROWN3-3.2", "TestTable.test_cards"),
        ("CROWN3-3.3", "TestTable.test_cards"),
        ("CROWN3-3.4", "TestTable.test_cards"),
        ("CROWN3-6.1", "TestTable.test_cards"),
        ("CROWN3-6.3", "test_single"),
        ("CROWN3-13.1", ""),
    ],
)
def test_a_test_carries_a_rule_by_mark_class_module_or_case(tree, rule_id, names):
    found = tree(tests__deep__test_marks=TESTS)
    assert [test.name for test in found.tests.get(rule_id, ())] == names.split()


def test_a_docstring_says_what_a_test_proves(tree):
    found = tree(tests__test_marks=TESTS)
    [test] = found.tests["CROWN3-2.1"]
    assert test.sentence == "Every case names its rule."


@pytest.mark.parametrize(
    "code",
    [
        "Cite(rule_id)",
        'Cite(f"CROWN3-{clause}")',
        'CROWN3.at("5." + n)',
        "rulebook.CROWN3.at(x)",
        "Cite(*ids)",
    ],
)
def test_a_citation_that_is_not_written_out_is_found(tree, code):
    found = tree(house__rooms=f"def f(): return {code}")
    [odd] = found.unreadable
    assert (odd.file, odd.line, odd.name) == ("house/rooms.py", 1, "f")
    assert not found.places


def test_what_only_looks_like_a_citation_is_left_alone(tree):
    found = tree(house__rooms='clock.at("noon"); event.at(x); cite("CROWN3-5.5")')
    assert not found.places
    assert not found.unreadable


def test_every_citation_of_the_product_is_a_literal():
    assert coverage().unreadable == ()


def test_every_rule_cited_or_carried_anywhere_is_in_the_register():
    found = coverage()
    assert not (found.places.keys() | found.tests.keys()) - rules().keys()


def test_every_rule_a_template_cites_is_in_the_register():
    cited = {
        rule_id
        for path in (ROOT / "templates").rglob("*.html")
        for rule_id in re.findall(
            r"""\bcite\(\s*["']([^"']+)["']\s*\)""", path.read_text(encoding="utf-8")
        )
    }
    assert not cited - rules().keys()


def test_the_numbers_add_up_to_every_rule():
    told = as_json(coverage())
    assert told["rules"] == len(documents()) == sum(told["by_code"].values())
    for part in (told, told["house"]):
        held = part["enforced"] + part["documented"] + part["guidance"]
        assert held + len(part["written"]) + len(part["missing"]) == part["rules"]
        assert set(part["untested"]) <= set(part["missing"])
    assert list(told["by_code"]) == ["CROWN3", "MASS", "VIC99", "NSW3", "STAR4"]
    assert told["house"]["rules"] == len(rules()) - len(documents())


def test_no_rule_that_was_held_is_let_go():
    given_up = lost(floor(), coverage())
    assert not given_up, (
        f"{', '.join(given_up)} used to be held better. Hold them again, or run "
        "“flask rules ratchet --let-go ID” and say why in the commit."
    )


def test_the_floor_names_only_rules_of_the_register():
    kept = floor(FLOOR)
    assert {rule_id for ids in kept.values() for rule_id in ids} <= rules().keys()


def test_the_floor_lets_coverage_rise_and_not_fall(tree):
    better = tree(**ENFORCED)
    kept = reached(better)
    assert kept["enforced"] == ["CROWN3-5.5"]
    assert lost(kept, better) == []
    assert lost({"documented": ["CROWN3-5.5"]}, better) == []
    unasked = tree(app="def create_app(): pass")
    assert reached(unasked)["written"] == ["CROWN3-5.5"]
    assert lost(kept, unasked) == ["CROWN3-5.5"]
    worse = tree(tests__test_wagers="")
    assert lost(kept, worse) == ["CROWN3-5.5"]


def test_only_what_is_done_by_hand_can_be_guidance():
    assert Guidance(CROWN3.at("7.4.2"), "tables.show").sentence.startswith("Folding")
    with pytest.raises(ValueError, match="decides an outcome: code has to hold it"):
        Guidance(CROWN3.at("5.5"), "tables.show")


def test_a_page_reminds_of_a_rule_once():
    shown = [(each.cite, each.page, each.moment) for each in GUIDANCE]
    assert len(shown) == len(set(shown))


def test_many_threads_may_ask_at_once():
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: coverage(), range(8)))
    assert all(answer is answers[0] for answer in answers)
