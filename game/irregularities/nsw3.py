"""Irregularities under the earlier New South Wales rules."""

from game.fates import Fate
from game.irregularities.nsw import NswRulings
from game.irregularities.nsw_cites import NswCites
from game.irregularities.remedies import Book
from rulebook import NSW3, Cited

CITES = NswCites(
    dropped=NSW3.at("4.2.1"),
    talk=NSW3.at("9.8"),
    wrong_count=NSW3.at("11.1"),
    exposed=NSW3.at("11.2"),
    misdeal=NSW3.at("11.3"),
    shown_before_third=NSW3.at("11.4"),
    spread=NSW3.at("11.5"),
    shown_after_third=NSW3.at("11.6"),
    stray=NSW3.at("11.7"),
    stray_looked=NSW3.at("11.8"),
    deck=NSW3.at("11.9"),
    deck_earlier_stand=NSW3.at("11.9.1"),
    deck_void=NSW3.at("11.9.2"),
    deck_verified=NSW3.at("11.9.3"),
    deck_notified=NSW3.at("11.9.4"),
    collusion=NSW3.at("11.10"),
    act_first=NSW3.at("11.10.1"),
    kept_apart=NSW3.at("11.10.2"),
    english_only=NSW3.at("11.10.3"),
    absent=NSW3.at("11.11"),
    device_jam=NSW3.at("12.1"),
    device_unusable=NSW3.at("12.2"),
    device_void=NSW3.at("12.2.1"),
    device_earlier_stand=NSW3.at("12.2.2"),
    device_resume=NSW3.at("12.2.3"),
    invalid=NSW3.at("13.4"),
    disruption=NSW3.at("13.4.1"),
    fraud=NSW3.at("13.4.2"),
    refund=NSW3.at("13.5"),
)
RULINGS = NswRulings(
    book=Book("NSW3", Cited(Fate.RETURNED, NSW3.at("15.3.1"))),
    cites=CITES,
    undecided_only=False,
    folded_jackpot_lives=False,
).table
