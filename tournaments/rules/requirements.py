"""What each step of a tournament requires: its gates, with title, rule and remedy."""

from rulebook import HOUSE, Cite
from rulebook.terms.path import Gate
from tournaments.rules import gate_details, gates, prizes, table_gates
from tournaments.rules.gates import Remedy

TERMS = (
    Gate(
        "Terms written", Cite("CROWN3-12.2.1"), gates.terms_written, Remedy.EDIT_TERMS
    ),
    Gate(
        "Every item complete",
        Cite("CROWN3-12.4"),
        gates.terms_complete,
        Remedy.EDIT_TERMS,
        gate_details.items,
    ),
    Gate(
        "The structure adds up",
        HOUSE.at("TOURN-10"),
        gates.structure_adds_up,
        Remedy.EDIT_TERMS,
    ),
)


PUBLISH = (
    *TERMS,
    Gate(
        "Dates still to come",
        HOUSE.at("TOURN-13"),
        gates.dates_ahead,
        Remedy.EDIT_TERMS,
    ),
    Gate(
        "Seats that can be won",
        HOUSE.at("TOURN-390"),
        prizes.seats_named,
        Remedy.EDIT_TERMS,
    ),
    Gate(
        "Rules in force",
        HOUSE.at("TOURN-14"),
        gates.edition_in_force,
        Remedy.EDIT_TERMS,
    ),
)


OPEN_ENTRIES = (
    Gate(
        "Terms available to patrons",
        Cite("CROWN3-12.2.2(a)"),
        gates.terms_available,
        Remedy.SHOW_TERMS,
        gate_details.available,
    ),
    Gate(
        "Inspectorate advised",
        Cite("CROWN3-12.2.2(b)"),
        gates.inspectorate_advised,
        Remedy.ADVISE_INSPECTORATE,
        gate_details.advised,
    ),
)


MAY_ENTER = Gate(
    "Who may enter",
    Cite("CROWN3-12.4.2(a)(ii)"),
    gates.may_enter,
    Remedy.TAKE_ENTRIES,
)


TAKE_ENTRY = (
    *OPEN_ENTRIES,
    Gate(
        "Time for entries",
        Cite("CROWN3-12.4.2(c)"),
        gates.entries_are_taken_now,
        Remedy.EDIT_TERMS,
    ),
    Gate(
        "A place is free",
        Cite("CROWN3-12.4.1(a)(iii)"),
        gates.players_fit,
        Remedy.TAKE_ENTRIES,
        gate_details.entries,
    ),
    MAY_ENTER,
    Gate(
        "Paid in full",
        HOUSE.at("TOURN-65"),
        gates.paid_in_full,
        Remedy.TAKE_ENTRIES,
    ),
)


TAKE_LATE_ENTRY = (
    *TAKE_ENTRY,
    Gate(
        "A place is kept for late entries",
        HOUSE.at("TOURN-104"),
        gates.late_place_free,
        Remedy.TAKE_ENTRIES,
    ),
)


TABLES_FREE = Gate(
    "Tables free of other use",
    Cite("CROWN3-12.2.5"),
    gates.tables_free,
    Remedy.DESIGNATE_TABLES,
)


SEAT = (
    Gate(
        "Enough players",
        Cite("CROWN3-12.4.1(a)(iii)"),
        gates.players_fit,
        Remedy.TAKE_ENTRIES,
        gate_details.entries,
    ),
    Gate(
        "Director appointed",
        Cite("CROWN3-12.2.3"),
        gates.director_appointed,
        Remedy.APPOINT_DIRECTOR,
        gate_details.director,
    ),
    Gate(
        "Deputies appointed by the Director",
        Cite("CROWN3-12.2.3(a)"),
        gates.deputies_by_director,
        Remedy.APPOINT_DEPUTIES,
        gate_details.deputies,
    ),
    Gate(
        "Tables designated",
        Cite("CROWN3-12.2.4"),
        gates.tables_designated,
        Remedy.DESIGNATE_TABLES,
        gate_details.tables,
    ),
    TABLES_FREE,
    Gate(
        "No low-limit table",
        Cite("STAR4-6.7.1"),
        gates.no_low_limit_table,
        Remedy.DESIGNATE_TABLES,
    ),
    Gate(
        "Entries closed",
        HOUSE.at("TOURN-100"),
        gates.entries_closed,
        Remedy.EDIT_TERMS,
        gate_details.closes,
    ),
    Gate(
        "Time for the draw",
        HOUSE.at("TOURN-101"),
        gates.time_for_seats,
        Remedy.EDIT_TERMS,
    ),
)


FINISH = (
    Gate(
        "Every table closed",
        HOUSE.at("TOURN-18"),
        table_gates.tables_closed,
        Remedy.CLOSE_TABLES,
    ),
    Gate(
        "Every tie decided",
        HOUSE.at("TOURN-18"),
        table_gates.ties_decided,
        Remedy.DECIDE_TIES,
    ),
)


SETTLE = (
    Gate(
        "Prizes and refunds paid",
        HOUSE.at("TOURN-18"),
        table_gates.all_paid,
        Remedy.PAY,
    ),
    Gate(
        "Chips taken back",
        Cite("CROWN3-12.4.3(c)"),
        table_gates.chips_back,
        Remedy.TAKE_CHIPS_BACK,
    ),
)


CANCEL = (
    Gate(
        "A reason",
        HOUSE.at("TOURN-16"),
        table_gates.reason_given,
        Remedy.GIVE_REASON,
    ),
)


DEPUTY = (
    Gate(
        "Appointed by the Director",
        Cite("CROWN3-12.2.3(a)"),
        gates.actor_is_director,
        Remedy.APPOINT_DIRECTOR,
    ),
)
