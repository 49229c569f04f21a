"""Irregularities at The Star Sydney, version 4."""

from game.fates import Fate
from game.irregularities.nsw import NswRulings
from game.irregularities.nsw_cites import NswCites
from game.irregularities.remedies import Book
from rulebook import STAR4, Cited

CITES = NswCites(
    dropped=STAR4.at("4.2.1"),
    talk=STAR4.at("9.8"),
    wrong_count=STAR4.at("11.1"),
    exposed=STAR4.at("11.2"),
    misdeal=STAR4.at("11.3"),
    shown_before_third=STAR4.at("11.4"),
    spread=STAR4.at("11.5"),
    shown_after_third=STAR4.at("11.6"),
    stray=STAR4.at("11.7"),
    stray_looked=STAR4.at("11.8"),
    deck=STAR4.at("11.9"),
    deck_earlier_stand=STAR4.at("11.9.1"),
    deck_void=STAR4.at("11.9.2"),
    deck_verified=STAR4.at("11.9.3"),
    deck_notified=STAR4.at("11.9.4"),
    collusion=STAR4.at("11.10"),
    act_first=STAR4.at("11.10.1"),
    kept_apart=STAR4.at("11.10.2"),
    english_only=STAR4.at("11.10.3"),
    absent=STAR4.at("11.11"),
    device_jam=STAR4.at("12.1"),
    device_unusable=STAR4.at("12.2"),
    device_void=STAR4.at("12.2.1"),
    device_earlier_stand=STAR4.at("12.2.2"),
    device_resume=STAR4.at("12.2.3"),
    invalid=STAR4.at("13.9"),
    disruption=STAR4.at("13.9.1"),
    fraud=STAR4.at("13.9.2"),
    refund=STAR4.at("13.10"),
    equipment=STAR4.at("11.12"),
)
RULINGS = NswRulings(
    book=Book("STAR4", Cited(Fate.RETURNED, STAR4.at("15.3.1"))),
    cites=CITES,
    undecided_only=True,
    folded_jackpot_lives=True,
).table
