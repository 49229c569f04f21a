"""The two documents differ on promotions exactly where their comparison says so."""

from dataclasses import fields

import pytest

from promotions.rules.comparison import differences
from promotions.rules.regimes import NSW3_14, STAR4_14
from rulebook import Cite, Cited

# Each row of the comparison about promotions: the numbers of both, and the field that
# holds it. What stands in no row is the same in both, whatever its number.
TABLE = (
    ("14.3", "14.3", "no_alternative", "Money instead of a prize"),
    (None, "14.4", "no_cash", "Cash"),
    ("14.4", "14.5", "choice", "How money is paid"),
    ("14.5", "14.6", "acts_of_parliament", "Prizes that are not money"),
    ("14.9", "14.13", "regulator", "Lodging"),
    ("14.9.1", "14.13.1", "approval_to_amend", "Changed terms"),
    ("14.9.1", "14.13.1", "terms_resubmitted", "Changed terms"),
    ("14.12", "14.12", "inspectors_told", "A draw in doubt"),
    ("14.12", "14.12", "inspectors", "A draw in doubt"),
    (None, "13.19", "not_payable", "Employees"),
)
# Renumbered without a change of meaning, and thresholds that are the same.
SAME = {
    "terms_lodged",
    "winners_told",
    "refusal_told",
    "refusal_kept_over_cents",
    "scrutineer_over_cents",
    "choice_over_cents",
    "most_liquor_ml",
}
ONLY_NUMBERED = {"may_be_held", "is_one", "barred", "prescribed", "available"}
ONLY_NUMBERED |= {"disputes", "items", "code", "means"}


def value(of):
    return of.value if isinstance(of, Cited) else of


def test_every_value_of_a_regime_is_accounted_for():
    named = {row[2] for row in TABLE} | SAME | ONLY_NUMBERED
    assert named == {field.name for field in fields(NSW3_14)}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[2])
def test_they_differ_where_the_comparison_says(row):
    assert value(getattr(NSW3_14, row[2])) != value(getattr(STAR4_14, row[2]))


@pytest.mark.parametrize("name", sorted(SAME))
def test_they_agree_everywhere_else(name):
    assert value(getattr(NSW3_14, name)) == value(getattr(STAR4_14, name))


def test_numbers_name_their_own_document_one_by_one():
    for regime in (NSW3_14, STAR4_14):
        cites = [getattr(regime.items, f.name) for f in fields(regime.items)]
        cites += [*regime.barred.values(), regime.prescribed, regime.available]
        assert {cite.code for cite in cites} == {regime.code}
        assert len(set(cites)) == len(cites)
    pairs = zip(
        (getattr(NSW3_14.items, f.name) for f in fields(NSW3_14.items)),
        (getattr(STAR4_14.items, f.name) for f in fields(STAR4_14.items)),
        strict=True,
    )
    for one, other in pairs:  # 14.7 became 14.8, all the way down
        assert other.clause == one.clause.replace("14.7", "14.8", 1)


# Clauses that moved without a change of meaning, as the comparison lists them.
MOVED = (("14.5", "14.6"), ("14.6", "14.7"), ("14.7", "14.8"), ("14.8", "14.9"))


def test_what_only_moved_stands_under_its_new_number():
    moved = dict(MOVED)

    def new(clause):
        head = ".".join(clause.split(".")[:2])
        return clause.replace(head, moved[head], 1)

    pairs = [(NSW3_14.barred[kind], STAR4_14.barred[kind]) for kind in NSW3_14.barred]
    pairs += [
        (NSW3_14.prescribed, STAR4_14.prescribed),
        (NSW3_14.available, STAR4_14.available),
        (NSW3_14.most_liquor_ml.cite, STAR4_14.most_liquor_ml.cite),
        (NSW3_14.winners_told.cite, STAR4_14.winners_told.cite),
    ]
    assert NSW3_14.means.keys() == STAR4_14.means.keys()
    pairs += [(NSW3_14.means[way], STAR4_14.means[way]) for way in NSW3_14.means]
    assert [other.clause for _, other in pairs] == [new(one.clause) for one, _ in pairs]
    same = ("scrutineer_over_cents", "refusal_told", "refusal_kept_over_cents")
    for name in same:
        one, other = getattr(NSW3_14, name), getattr(STAR4_14, name)
        assert one.cite.clause == other.cite.clause
    assert NSW3_14.disputes.clause == STAR4_14.disputes.clause


@pytest.mark.rule("HOUSE-PROMOTION-18")
def test_the_page_shows_exactly_these_differences_with_their_rules():
    shown = {d.matter: d for d in differences(NSW3_14, STAR4_14)}
    assert set(shown) == {row[3] for row in TABLE}
    for one, other, _, matter in TABLE:
        said = (one and Cite(f"NSW3-{one}"), Cite(f"STAR4-{other}"))
        assert (shown[matter].one.cite, shown[matter].other.cite) == said
