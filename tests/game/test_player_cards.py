"""Player cards: whose wager is valid, and what becomes of one that is not."""

from dataclasses import replace
from datetime import date

import pytest

from game.line import Line
from game.player_cards import (
    Bettor,
    CardKind,
    Claim,
    FoundWhen,
    PlayerCard,
    helps_only,
    invalid,
    is_void,
    may_start_play,
    owed,
    rule_on_invalid,
    stage,
)
from rulebook import Cite, Cited, Refused

TODAY = date(2026, 11, 16)
ANN = Bettor("Ann", PlayerCard("Ann"))


def reasons(refused: Refused | None) -> list[str]:
    return [cite.id for cite in refused.cites] if refused else []


@pytest.mark.rule("STAR4-1.1:Player Card")
@pytest.mark.parametrize("kind", list(CardKind))
def test_every_card_the_casino_issued_counts(kind: CardKind) -> None:
    bettor = Bettor("Ann", PlayerCard("Ann", kind))
    assert may_start_play(bettor, TODAY) is None
    assert invalid(bettor, TODAY) is None


@pytest.mark.rule("STAR4-5.1", "STAR4-13.1", "STAR4-1.1:Invalid wager")
@pytest.mark.parametrize(
    ("on", "refused"),
    [(date(2024, 8, 18), False), (date(2024, 8, 19), True), (TODAY, True)],
)
@pytest.mark.parametrize("card", [None, PlayerCard("Ann", valid=False)])
def test_from_19_august_2024_a_valid_card_is_needed(
    card: PlayerCard | None, on: date, refused: bool
) -> None:
    without = replace(ANN, card=card)
    assert reasons(may_start_play(without, on)) == (["STAR4-5.1"] if refused else [])
    assert reasons(invalid(without, on)) == (["STAR4-13.1"] if refused else [])
    void = is_void(without, on)
    assert (void.value, void.cite.id) == (refused, "STAR4-1.1:Invalid wager")


@pytest.mark.rule("STAR4-13.1", "STAR4-13.1.1", "STAR4-13.1.2")
@pytest.mark.parametrize(
    ("claims", "cites"),
    [
        ((), ["STAR4-13.1"]),
        ((Claim.AGENT,), ["STAR4-13.1", "STAR4-13.1.1"]),
        ((Claim.REPRESENTATIVE,), ["STAR4-13.1", "STAR4-13.1.1"]),
        ((Claim.POWER_OF_ATTORNEY,), ["STAR4-13.1", "STAR4-13.1.1"]),
        ((Claim.OWN_MONEY,), ["STAR4-13.1", "STAR4-13.1.2"]),
    ],
)
def test_anothers_card_is_no_card_whatever_is_claimed(
    claims: tuple[Claim, ...], cites: list[str]
) -> None:
    bettor = Bettor("Bob", PlayerCard("Ann"), claims=claims)
    assert reasons(invalid(bettor, TODAY)) == cites


@pytest.mark.rule("STAR4-13.21", "STAR4-1.1:Proxy Betting")
def test_betting_for_another_is_barred_but_help_is_not() -> None:
    for_ann = Bettor("Bob", PlayerCard("Bob"), on_behalf_of="Ann")
    assert reasons(invalid(for_ann, TODAY)) == ["STAR4-13.21"]
    helping = Bettor(
        "Bob",
        PlayerCard("Ann"),
        on_behalf_of="Ann",
        principal_at_table=True,
        physical_help_only=True,
    )
    assert helps_only(helping)
    assert invalid(helping, TODAY) is None
    for changed in (
        {"principal_at_table": False},
        {"physical_help_only": False},
        {"gains_from_it": True},
    ):
        proxy = replace(helping, card=PlayerCard("Bob"), **changed)
        cites = reasons(invalid(proxy, TODAY))
        assert "STAR4-13.21" in cites
        assert ("STAR4-1.1:Proxy Betting" in cites) is proxy.principal_at_table


@pytest.mark.rule("STAR4-11.16")
@pytest.mark.parametrize(
    ("dealt", "settled", "found"),
    [
        (False, False, FoundWhen.BEFORE),
        (True, False, FoundWhen.DURING),
        (True, True, FoundWhen.AFTER),
    ],
)
def test_the_moment_decides(dealt: bool, settled: bool, found: FoundWhen) -> None:
    told = stage(first_card_dealt=dealt, settled=settled)
    assert told == (found, Cite("STAR4-11.16"))


@pytest.mark.rule("STAR4-11.16.1")
def test_before_the_hand_the_wager_goes_back_undealt() -> None:
    told = rule_on_invalid(FoundWhen.BEFORE)
    assert (told.goes_back, told.needs_confirming) == (True, False)
    assert told.cite.id == "STAR4-11.16.1"
    assert told.spoken == "The wager is invalid. It goes back; no cards."


@pytest.mark.rule("STAR4-11.16.2")
def test_during_the_hand_stakes_go_back_and_nothing_is_won() -> None:
    cite = Cite("STAR4-10.3")
    flush = [Line(1, "ante", 10, 60, cite), Line(1, "3rd", 30, 180, cite)]
    told = rule_on_invalid(FoundWhen.DURING, flush)
    assert (told.goes_back, told.needs_confirming) == (True, False)
    assert told.cite.id == "STAR4-11.16.2"
    push = [Line(1, "ante", 10, 0, cite)]
    assert not rule_on_invalid(FoundWhen.DURING, push).needs_confirming
    lost = [Line(1, "ante", 10, -10, cite)]
    losing = rule_on_invalid(FoundWhen.DURING, lost)
    assert losing.goes_back
    assert losing.needs_confirming  # the document speaks of winning wagers only


@pytest.mark.rule("STAR4-11.16.3")
def test_settled_hands_stand() -> None:
    won = [Line(1, "ante", 10, 60, Cite("STAR4-10.3"))]
    told = rule_on_invalid(FoundWhen.AFTER, won)
    assert (told.goes_back, told.needs_confirming) == (False, False)
    assert told.cite.id == "STAR4-11.16.3"


@pytest.mark.rule("STAR4-13.19")
def test_nothing_is_owed_to_an_employee_in_breach() -> None:
    assert owed(700, in_breach=True) == Cited(0, Cite("STAR4-13.19"))
    assert owed(700, in_breach=False).value == 700
