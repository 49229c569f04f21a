"""Every clause from a form and back: what is typed, what it means, what it is not."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from house.terms.editor import flat, merging, rows
from house.terms.editor.inputs import leaf, shape_of
from house.terms.editor.sheet import Field, Group, Rows, sections, with_unread
from rulebook import Refusal
from rulebook.terms.checklist import checklist, printed
from rulebook.terms.limits import bounds
from tests.tournaments.examples import MELBOURNE, complete, with_
from tournaments.labels import LABELS
from tournaments.rules import structure
from tournaments.rules.formats import TEMPLATES
from tournaments.rules.terms import Terms
from tournaments.terms import TERMS

KEYS = [template.key for template in TEMPLATES]


def typed(terms: Terms, **texts: str) -> tuple[Terms, tuple[Refusal, ...]]:
    posted = {name.replace("__", "."): text for name, text in texts.items()}
    merged = flat.merged(TERMS, flat.flat(terms), posted)
    return flat.read(TERMS, merged, terms.names.tz)


@pytest.mark.rule("HOUSE-TERMS-3")
@pytest.mark.parametrize("key", KEYS)
def test_every_template_reads_back_as_it_was_written(key):
    terms = complete(key)
    assert flat.read(TERMS, flat.flat(terms), terms.names.tz) == (terms, ())


@pytest.mark.rule("HOUSE-TERMS-3")
def test_empty_terms_read_back_empty():
    assert flat.read(TERMS, flat.flat(Terms()), MELBOURNE) == (Terms(), ())


@pytest.mark.parametrize(
    ("name", "hint", "text", "value"),
    [
        ("maximum", int | None, "72", 72),
        ("maximum", int | None, "1,200", 1200),
        ("maximum", int | None, " -5 ", -5),
        ("maximum", int | None, "9" * 400, 10**18),
        ("price_cents", int | None, "1,250.50", 1250_50),
        ("price_cents", int | None, "$40", 40_00),
        ("price_cents", int | None, "-40", -40_00),
        ("cents_per_chip", int, "0.05", 5),
        ("buy_in", Fraction, "12.5%", Fraction(1, 8)),
        ("buy_in", Fraction, "100", Fraction(1)),
        ("buy_in", Fraction, "1/3", Fraction(1, 3)),
        ("offered", bool | None, "no", False),
        ("place", str, "  level   one ", "level one"),
        ("how", str, "one\r\ntwo", "one\ntwo"),
    ],
)
def test_what_is_typed_means(name, hint, text, value):
    assert leaf(shape_of(hint), name, Terms.long_texts).read(text, MELBOURNE) == value


@pytest.mark.parametrize(
    "share", [Fraction(1, 3), Fraction(1, 8), Fraction(0), Fraction(1), Fraction(7, 9)]
)
def test_a_share_is_shown_exactly(share):
    one = leaf(shape_of(Fraction), "buy_in", ())
    assert one.read(one.shown(share, MELBOURNE), MELBOURNE) == share


@pytest.mark.rule("HOUSE-TERMS-4")
@pytest.mark.parametrize(
    ("place", "text", "says"),
    [
        ("details.players.minimum", "many", "“many” is no whole number."),
        ("details.players.minimum", "3.5", "“3.5” is no whole number."),
        ("details.fees.entry_fee_cents", "forty", "“forty” is no amount."),
        ("details.fees.entry_fee_cents", "1.5", "“1.5” is no amount."),
        ("winners.pool.shares.buy_in", "half", "“half” is no share."),
        ("winners.pool.shares.buy_in", "1/0", "“1/0” is no share."),
        ("details.players.below_minimum", "<b>", "“<b>” is no choice here."),
        ("entry.signature.required", "perhaps", "“perhaps” is neither yes nor no."),
        ("format.stages.stages", "9999", "The list has 9999 lines."),
        ("format.stages.stages", "-1", "The list has -1 lines."),
        ("format.stages.stages.0.starts.0", "", "This line is empty."),
    ],
)
def test_what_cannot_be_read_is_told_at_its_place(place, text, says):
    _, refusals = flat.read(TERMS, {**flat.flat(complete()), place: text}, MELBOURNE)
    assert [(r.field, r.wrong) for r in refusals] == [(place, says)]
    assert refusals[0].right


@pytest.mark.rule("HOUSE-TERMS-5")
@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-10-04T01:59", datetime(2026, 10, 3, 15, 59, tzinfo=UTC)),
        ("2026-10-04T03:00", datetime(2026, 10, 3, 16, 0, tzinfo=UTC)),
        ("2026-04-05 01:59", datetime(2026, 4, 4, 14, 59, tzinfo=UTC)),
        ("2026-04-05T03:00", datetime(2026, 4, 4, 17, 0, tzinfo=UTC)),
        ("2026-11-21T14:00:00", datetime(2026, 11, 21, 3, 0, tzinfo=UTC)),
    ],
)
def test_times_are_the_venues_own(text, instant):
    terms, refusals = typed(complete(), details__dates__starts_at=text)
    assert refusals == ()
    assert terms.details.dates.starts_at == instant


@pytest.mark.rule("HOUSE-TERMS-5")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2026-10-04T02:00", "there is no 02:00 on 4 October 2026"),
        ("2026-10-04T02:59", "there is no 02:59 on 4 October 2026"),
        ("2026-04-05T02:00", "02:00 on 5 April 2026 comes twice"),
        ("2026-04-05T02:59", "02:59 on 5 April 2026 comes twice"),
        ("2026-02-30T10:00", "is no day and time"),
        ("tomorrow", "is no day and time"),
        ("0001-01-01T00:00", "is out of reach"),
        ("9999-12-31T23:59", "is out of reach"),
        ("1999-12-31T23:59", "is out of reach"),
    ],
)
def test_an_hour_the_clocks_skip_or_repeat_is_refused(text, says):
    _, refusals = typed(complete(), details__dates__starts_at=text)
    assert [r.cite.id for r in refusals] == ["HOUSE-TERMS-5"]
    assert says in refusals[0].wrong
    assert refusals[0].field == "details.dates.starts_at"


@pytest.mark.rule("HOUSE-TERMS-3")
@pytest.mark.parametrize(
    "place",
    [
        "details.players.colour",
        "details.players",
        "nothing",
        "format.stages.stages.x.name",
        "details.names.zone",
        "details.players.minimum.more",
        "status",
    ],
)
def test_a_field_that_is_none_is_refused_by_name(place):
    [refusal] = flat.unknown(TERMS, {place: "1"})
    assert refusal.wrong == f"There is no field “{place}”."


def test_fields_that_are_not_sent_stay_as_they_were():
    terms, refusals = typed(complete(), details__players__minimum="40")
    assert terms == with_(complete(), ("details.players.minimum", 40))
    assert refusals == ()


def test_an_optional_group_is_none_when_all_of_it_is_empty():
    terms = complete()
    blank = {
        "conduct.refunds.late_withdrawal.entry_fee": "",
        "conduct.refunds.late_withdrawal.buy_in": " ",
    }
    read, _ = flat.read(TERMS, flat.merged(TERMS, flat.flat(terms), blank), MELBOURNE)
    assert read.conduct.refunds.late_withdrawal is None


@pytest.mark.parametrize(
    ("wish", "names"),
    [
        ("add:format.stages.stages", ["Heats", "Semi-final", "Final", ""]),
        ("remove:format.stages.stages.1", ["Heats", "Final"]),
        ("up:format.stages.stages.2", ["Heats", "Final", "Semi-final"]),
        ("down:format.stages.stages.0", ["Semi-final", "Heats", "Final"]),
        ("up:format.stages.stages.0", ["Heats", "Semi-final", "Final"]),
        ("down:format.stages.stages.2", ["Heats", "Semi-final", "Final"]),
        ("remove:format.stages.stages.9", ["Heats", "Semi-final", "Final"]),
    ],
)
def test_rows_are_added_taken_out_and_moved(wish, names):
    texts = rows.done(TERMS, flat.flat(complete()), rows.wished(TERMS, wish))
    terms, refusals = flat.read(TERMS, texts, MELBOURNE)
    assert [r.name for r in terms.format.stages.stages] == names
    assert refusals == ()


def test_a_moved_stage_takes_its_sessions_along():
    texts = rows.done(
        TERMS, flat.flat(complete()), rows.wished(TERMS, "down:format.stages.stages.0")
    )
    terms, _ = flat.read(TERMS, texts, MELBOURNE)
    heats = complete().format.stages.stages[0]
    assert terms.format.stages.stages[1] == heats


def test_a_session_inside_a_stage_can_be_added():
    place = "format.stages.stages.1.starts"
    texts = rows.done(TERMS, flat.flat(complete()), rows.wished(TERMS, f"add:{place}"))
    _, [refusal] = flat.read(TERMS, texts, MELBOURNE)
    assert refusal.field == f"{place}.1"


@pytest.mark.parametrize(
    "wish", ["", "drop:format.stages.stages.0", "add:details.names", "up:nothing.0"]
)
def test_no_other_wish_is_known(wish):
    assert rows.wished(TERMS, wish) is None


NASTY = ("", "0", "-1", "1", "200", "9" * 25, "1/7", "2026-11-21T13:00", "<b>", "\x00")
PLACES = sorted(flat.flat(complete()))


@given(
    st.dictionaries(
        st.sampled_from(PLACES),
        st.sampled_from(NASTY) | st.text(max_size=9),
        max_size=6,
    )
)
@settings(max_examples=60)
def test_whatever_is_typed_the_page_can_say_what_is_wrong(texts):
    merged = flat.merged(TERMS, flat.flat(complete()), texts)
    terms, refusals = flat.read(TERMS, merged, MELBOURNE)
    items = with_unread(checklist(terms), refusals)
    assert len(sections(TERMS, terms, merged, items)) == 8
    if not bounds(terms):
        structure.check(terms)
    assert printed(terms)


def leaves_of(nodes):
    for node in nodes:
        if isinstance(node, Field):
            yield node
        elif isinstance(node, Group):
            yield from leaves_of(node.nodes)
        else:
            assert isinstance(node, Rows)
            for row in node.rows:
                yield from leaves_of(row.nodes)


def shown(terms, texts=None):
    """The editor with every clause open."""
    items, every = checklist(terms), {each.path for each in terms.clauses()}
    return sections(TERMS, terms, texts or flat.flat(terms), items, opened=every)


@pytest.mark.parametrize("key", KEYS)
def test_the_editor_has_an_input_for_every_value(key):
    terms = complete(key)
    fields = {
        field.place
        for section in shown(terms)
        for clause in section.clauses
        for field in leaves_of(clause.nodes)
    }
    lists = {name for name in flat.flat(terms) if flat.shape_at(TERMS, name).many}
    assert fields | lists | LABELS.fixed == set(flat.flat(terms))


def test_every_field_of_every_clause_has_a_name_of_its_own():
    def places(kind, path):
        for name, hint in flat.hints(kind.inner).items():
            inner, place = shape_of(hint), f"{path}.{name}"
            while inner.many:
                inner = shape_of(inner.inner)
            yield from places(inner, place) if inner.is_group else [place]

    every = [
        place
        for placed in Terms().clauses()
        for place in places(shape_of(type(placed.clause)), placed.path)
    ]
    named = {p for p in every if p in LABELS.places or p.endswith(".stated")}
    shares = {p for p in every if p.rpartition(".")[2] in LABELS.names}
    assert set(every) - named - shares - LABELS.fixed == set()
    assert set(LABELS.places) >= named - {p for p in every if p.endswith(".stated")}


def test_each_missing_item_leads_to_a_field_that_is_there():
    terms = Terms()
    places = set(flat.flat(terms))
    groups = {place.rpartition(".")[0] for place in places}
    for item in checklist(terms).open:
        assert item.field in places | groups, item.field


def test_reasons_stand_at_the_fields_they_name():
    terms = with_(complete(), ("details.players.minimum", 99))
    [players] = [
        c for s in shown(terms) for c in s.clauses if c.path == "details.players"
    ]
    wrong = {f.place: f.refusals for f in leaves_of(players.nodes) if f.refusals}
    assert list(wrong) == ["details.players.minimum"]
    assert players.is_open
    assert wrong["details.players.minimum"][0].cite.id == "CROWN3-12.4.1(a)(iii)"


def test_what_cannot_be_read_is_not_called_missing_too():
    terms, refusals = typed(complete(), details__players__minimum="many")
    items = with_unread(checklist(terms), refusals)
    [players] = [item for item in items.open if item.path == "details.players"]
    assert [r.wrong for r in players.refusals] == ["“many” is no whole number."]


@pytest.mark.rule("HOUSE-TERMS-6")
def test_two_versions_by_clause_and_what_was_not_touched_yields():
    seen = complete()
    theirs = with_(seen, ("details.players.minimum", 40))
    mine = with_(
        seen, ("details.fees.entry_fee_cents", 50_00), ("details.players.maximum", 70)
    )
    found = merging.conflicts(TERMS, theirs, mine, merging.marks(seen))
    assert [(c.path, c.take) for c in found] == [
        ("details.fees", "mine"),
        ("details.players", "mine"),
    ]
    untouched = with_(seen, ("details.fees.entry_fee_cents", 50_00))
    found = merging.conflicts(TERMS, theirs, untouched, merging.marks(seen))
    assert [(c.path, c.take) for c in found] == [
        ("details.fees", "mine"),
        ("details.players", "theirs"),
    ]
    assert "At least 40" in found[1].theirs
    takes = {"details.players": "theirs", "details.fees": "mine"}
    merged = merging.settled(theirs, untouched, takes)
    assert merged == with_(theirs, ("details.fees.entry_fee_cents", 50_00))


@pytest.mark.rule("HOUSE-TERMS-6")
@pytest.mark.parametrize("marks", ["", "rubbish", "a,b,c"])
def test_marks_that_fit_nothing_keep_what_was_typed(marks):
    mine = with_(complete(), ("details.players.minimum", 40))
    [found] = merging.conflicts(TERMS, complete(), mine, marks)
    assert found.take == "mine"
