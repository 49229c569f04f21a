"""Where the two New South Wales documents print their irregularities."""

from dataclasses import dataclass

from rulebook import Cite


@dataclass(frozen=True, slots=True)
class NswCites:
    """Where each of the two documents prints its irregularities."""

    dropped: Cite
    talk: Cite
    wrong_count: Cite
    exposed: Cite
    misdeal: Cite
    shown_before_third: Cite
    spread: Cite
    shown_after_third: Cite
    stray: Cite
    stray_looked: Cite
    deck: Cite
    deck_earlier_stand: Cite
    deck_void: Cite
    deck_verified: Cite
    deck_notified: Cite
    collusion: Cite
    act_first: Cite
    kept_apart: Cite
    english_only: Cite
    absent: Cite
    device_jam: Cite
    device_unusable: Cite
    device_void: Cite
    device_earlier_stand: Cite
    device_resume: Cite
    invalid: Cite
    disruption: Cite
    fraud: Cite
    refund: Cite
    equipment: Cite | None = None  # a meter failure goes to an inspector
