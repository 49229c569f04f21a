"""What each step of play needs: its start, a hand, the end of a table. Pure."""

from rulebook import HOUSE, Cite
from rulebook.terms.path import Gate
from tournaments.rules import gate_details, gates, player_gates, table_gates
from tournaments.rules.gates import Remedy
from tournaments.rules.requirements import TABLES_FREE

PRESENT = Gate(
    "Director or a deputy present",
    Cite("CROWN3-12.2.3"),
    gates.director_present,
    Remedy.CHECK_IN,
    gate_details.present,
)


START_PLAY = (
    Gate(
        "Players briefed",
        Cite("CROWN3-12.3.1"),
        player_gates.players_briefed,
        Remedy.BRIEF_PLAYERS,
        gate_details.briefed,
    ),
    PRESENT,
    Gate(
        "Regulator told of changes",
        Cite("CROWN3-12.4.1(c)"),
        gates.changes_told,
        Remedy.NOTIFY_REGULATOR,
    ),
    Gate(
        "Terms signed",
        Cite("CROWN3-12.4.2(b)(iii)"),
        player_gates.terms_signed,
        Remedy.SIGN_TERMS,
    ),
    Gate(
        "Changed terms accepted",
        HOUSE.at("TOURN-19"),
        player_gates.terms_accepted,
        Remedy.ACCEPT_TERMS,
    ),
    Gate(
        "Equal banks",
        Cite("CROWN3-12.4.3(b)"),
        player_gates.equal_banks,
        Remedy.SET_BANKS,
    ),
    Gate(
        "An equal chance for all",
        Cite("CROWN3-12.1"),
        player_gates.equal_boxes,
        Remedy.SET_BANKS,
    ),
    TABLES_FREE,
    Gate(
        "Time to start",
        Cite("CROWN3-12.4.1(a)(i)"),
        gates.time_for_play,
        Remedy.EDIT_TERMS,
        gate_details.starts,
    ),
)


NEXT_HAND = (
    PRESENT,
    Gate(
        "Previous hand closed",
        HOUSE.at("TOURN-15"),
        table_gates.previous_hand_closed,
        Remedy.CLOSE_HAND,
    ),
    Gate(
        "Secret-wager forms examined",
        Cite("VIC99-N26-14.6.7"),
        table_gates.forms_examined,
        Remedy.EXAMINE_FORMS,
    ),
)


END_TABLE_EARLY = (
    PRESENT,
    Gate(
        "A ground for ending early",
        Cite("CROWN3-12.5.3(d)"),
        table_gates.early_ground,
        Remedy.GIVE_GROUND,
    ),
)


CLOSE_TABLE = (
    Gate(
        "Counted by two people",
        HOUSE.at("TOURN-17"),
        table_gates.counted_by_two,
        Remedy.COUNT_STACKS,
    ),
    Gate(
        "Tray reconciled",
        HOUSE.at("TOURN-17"),
        table_gates.tray_reconciled,
        Remedy.COUNT_STACKS,
    ),
)
