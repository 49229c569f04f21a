"""Terms as plain data: written and read back the same; what does not fit is told."""

import json
from copy import deepcopy
from dataclasses import is_dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import Refused
from rulebook.terms.checklist import checklist, printed
from rulebook.terms.data import has_defaults, hints, plain
from rulebook.terms.limits import MOST_IN_A_LINE, MOST_IN_A_TEXT, bounds
from rulebook.terms.terms import from_data
from tests.tournaments.examples import complete, with_
from tournaments.rules.stages import Stage
from tournaments.rules.structure import check
from tournaments.rules.terms import Terms

LEAVES = {
    int: st.integers(0, 10**6),
    bool: st.booleans(),
    str: st.text(max_size=8),
    Fraction: st.fractions(0, 1, max_denominator=1000),
    datetime: st.datetimes(
        datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)
    ),
}


def values(kind):
    """Any value of a field's kind."""
    if get_origin(kind) is tuple:
        return st.lists(values(get_args(kind)[0]), max_size=2).map(tuple)
    if NoneType in get_args(kind):
        [inner] = [each for each in get_args(kind) if each is not NoneType]
        return st.none() | values(inner)
    if is_dataclass(kind):
        parts = {name: values(each) for name, each in hints(kind).items()}
        return st.builds(kind, **parts)
    return st.sampled_from(kind) if issubclass(kind, StrEnum) else LEAVES[kind]


PARTS = {name: values(kind) for name, kind in hints(Terms).items()}
SECTIONS = [*PARTS]
KEPT = Path(__file__).parent / "kept"
FEW = settings(max_examples=15)


@pytest.mark.rule("HOUSE-TERMS-3")
@pytest.mark.parametrize("section", SECTIONS)
@FEW
@given(st.data())
def test_any_terms_read_back_to_the_same_terms(section, data):
    part = data.draw(PARTS[section])
    terms = Terms(**{section: part})
    written = json.dumps(terms.to_data())
    kept = from_data(Terms, json.loads(written))
    assert (kept.terms, kept.absent) == (terms, frozenset())
    assert json.dumps(kept.terms.to_data()) == written


@pytest.mark.parametrize("section", SECTIONS)
@FEW
@given(st.data())
def test_any_draft_can_be_printed_checked_and_reckoned(section, data):
    """Nothing a person can enter breaks the editor."""
    part = data.draw(PARTS[section])
    base = complete()
    terms = Terms(**{n: part if n == section else getattr(base, n) for n in SECTIONS})
    assert len(printed(terms)) == 8
    assert checklist(terms).total == len([*terms.clauses()])
    assert isinstance(check(terms).refusals, tuple)


def test_every_clause_has_defaults_so_that_a_draft_can_begin_empty():
    for placed in Terms().clauses():
        assert has_defaults(type(placed.clause)), placed.path


def put(data, path, value):
    """The data with one place changed."""
    *parents, last = path.split(".")
    data = deepcopy(data)
    here = data
    for name in parents:
        here = here[int(name)] if isinstance(here, list) else here[name]
    here[last] = value
    return data


@pytest.mark.rule("HOUSE-TERMS-3")
@pytest.mark.parametrize(
    ("path", "value", "place", "right"),
    [
        ("details.colour", "red", "details", "Known are names"),
        ("details.fees.entry_fee_cents", "40", "details.fees.entry_fee_cents", "whole"),
        ("details.fees.entry_fee_cents", True, "details.fees.entry_fee_cents", "whole"),
        ("details.fees.entry_fee_cents", 4.5, "details.fees.entry_fee_cents", "whole"),
        ("details.names.venue", 7, "details.names.venue", "Text"),
        ("details.names.venue", None, "details.names.venue", "Text"),
        ("details.dates.starts_at", "soon", "details.dates.starts_at", "instant"),
        (
            "details.dates.starts_at",
            "2026-11-21T14:00:00",
            "details.dates.starts_at",
            "instant",
        ),
        ("details.dates.starts_at", 5, "details.dates.starts_at", "instant"),
        ("entry.refusal.reserved", "yes", "entry.refusal.reserved", "true or false"),
        ("winners.winner.by", "luck", "winners.winner.by", "One of final-stack"),
        ("format.stages.stages", {}, "format.stages.stages", "A list"),
        ("format.stages", [], "format.stages", "A group"),
        (
            "format.stages.stages.0.seats",
            "six",
            "format.stages.stages.0.seats",
            "whole",
        ),
        (
            "winners.pool.shares.buy_in",
            "half",
            "winners.pool.shares.buy_in",
            "A share such as 1/2",
        ),
        (
            "winners.pool.shares.buy_in",
            "1/0",
            "winners.pool.shares.buy_in",
            "A share such as 1/2",
        ),
    ],
)
def test_data_that_does_not_fit_is_told_by_place(path, value, place, right):
    refused = from_data(Terms, put(complete().to_data(), path, value))
    assert isinstance(refused, Refused)
    [refusal] = refused.refusals
    assert refusal.field == place
    assert right in refusal.right
    assert refusal.wrong.endswith(".")


@pytest.mark.rule("HOUSE-TERMS-3")
def test_missing_keys_other_schemas_and_no_data_are_refused():
    data = complete().to_data()
    assert data["schema"] == "tournament-terms/5"
    without = deepcopy(data)
    del without["details"]["fees"]["buy_in_cents"]
    del without["conduct"]["late"]
    refused = from_data(Terms, without)
    assert [r.field for r in refused.refusals] == [
        "details.fees.buy_in_cents",
        "conduct.late",
    ]
    assert isinstance(from_data(Terms, {**data, "schema": "other/1"}), Refused)
    assert isinstance(from_data(Terms, []), Refused)
    assert isinstance(from_data(Terms, None), Refused)


def test_instants_are_kept_in_utc_and_need_a_zone():
    assert complete().to_data()["details"]["dates"]["starts_at"] == (
        "2026-11-21T03:00:00Z"
    )
    with pytest.raises(ValueError, match="zone"):
        plain(datetime(2026, 1, 1))


@pytest.mark.rule("HOUSE-TERMS-2")
@pytest.mark.parametrize(
    ("path", "value", "stands"),
    [
        ("details.names.tournament", "x" * MOST_IN_A_LINE, True),
        ("details.names.tournament", "x" * (MOST_IN_A_LINE + 1), False),
        ("details.names.tournament", "Tom & Jerry’s <3 Open", True),
        ("details.names.tournament", "<b>Open</b>", False),
        ("details.names.tournament", "Open &lt;b&gt;", False),
        ("details.names.tournament", "Open\x00", False),
        ("details.names.tournament", "Open\u202etxt", False),
        ("entry.method.how", "x" * MOST_IN_A_TEXT, True),
        ("entry.method.how", "x" * (MOST_IN_A_TEXT + 1), False),
        ("entry.method.how", "x" * 5_000_000, False),
        ("entry.method.how", "two\nlines", True),
        ("details.fees.buy_in_cents", -1, False),
        ("details.fees.buy_in_cents", 10_000_000_001, False),
        ("details.fees.buy_in_cents", 10**400, False),
        ("details.players.maximum", 10_001, False),
        ("format.stages.stages.0.tables", 201, False),
        ("format.stages.stages.0.seats", 15, False),
        ("format.stages.stages.0.hands", 501, False),
        ("winners.pool.shares.buy_in", Fraction(101, 100), False),
        ("winners.pool.shares.buy_in", Fraction(-1, 100), False),
        ("format.stages.stages", (Stage("x"),) * 201, False),
    ],
)
def test_text_and_figures_are_plain_and_bounded(path, value, stands):
    terms = with_(complete(), (path, value))
    found = bounds(terms)
    assert (not found) is stands
    if not stands:
        assert path in {r.field for r in found}
        assert all(len(r.wrong) < 200 for r in found)
        section = ".".join(path.split(".")[:2])
        assert section in {item.path for item in checklist(terms).open}
        assert check(terms).refusals == found


def test_a_clause_is_replaced_by_its_path():
    other = complete().details.fees
    terms = Terms().with_clause("details.fees", other)
    assert terms.details.fees == other
    assert terms.entry == Terms().entry


@pytest.mark.rule("HOUSE-TERMS-10")
@pytest.mark.parametrize(
    "path",
    sorted((Path(__file__).parent / "kept").glob("*.json")),
    ids=lambda p: p.stem,
)
def test_terms_kept_in_every_shape_so_far_open_today(path):
    """A field added without since(…) fails here; each new shape adds a file."""
    kept = from_data(Terms, json.loads(path.read_text(encoding="utf-8")))
    closes = ("entry.method.closes_at", kept.terms.entry.method.closes_at)
    stated = ("wagers.secret.stated", kept.terms.wagers.secret.stated)  # since 3
    # Whenever templates close entries, and whatever they have come to state.
    assert kept.terms == with_(complete(), closes, stated)
    assert (not kept.absent) is path.stem.endswith(f"-{Terms.version}")
