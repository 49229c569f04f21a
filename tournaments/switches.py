"""Fields of a tournament's terms that a switch makes pointless, and what it is."""

from collections.abc import Mapping

from house.terms.editor.labels import ANY_AMOUNT, Switch


def _by(place: str, on: str, *names: str) -> dict[str, Switch]:
    return {name: Switch(place, (on,)) for name in names}


_FEES, _SHARES, _SPLIT = "details.fees", "winners.pool.shares", "winners.split"
_STAFF = "winners.pool.staff"
_BACK, _SECRET, _AGAIN = "format.buy_back", "wagers.secret", "format.repechage"
_SUBSTITUTE = "conduct.substitutes.allowed"

SWITCHES: Mapping[str, Switch] = {
    **_by(
        f"{_FEES}.rebuy_cents",
        ANY_AMOUNT,
        f"{_FEES}.rebuy_chips",
        f"{_FEES}.rebuys_most",
        f"{_FEES}.rebuys_until_hand",
        f"{_SHARES}.rebuy",
        f"{_STAFF}.rebuy",
    ),
    **_by(
        f"{_FEES}.add_on_cents",
        ANY_AMOUNT,
        f"{_FEES}.add_on_chips",
        f"{_FEES}.add_ons_most",
        f"{_FEES}.add_ons_until_hand",
        f"{_SHARES}.add_on",
        f"{_STAFF}.add_on",
    ),
    **_by(f"{_FEES}.entry_fee_cents", ANY_AMOUNT, f"{_SHARES}.entry_fee"),
    **_by(f"{_FEES}.entry_fee_cents", ANY_AMOUNT, f"{_STAFF}.entry_fee"),
    **_by(f"{_FEES}.buy_in_cents", ANY_AMOUNT, f"{_SHARES}.buy_in"),
    **_by(f"{_FEES}.buy_in_cents", ANY_AMOUNT, f"{_STAFF}.buy_in"),
    **_by("entry.selection.applies", "yes", "entry.selection.criteria"),
    **_by("entry.staff.charity_or_media", "yes", "entry.staff.others_may_win"),
    **_by("entry.withdrawal.never_free", "no", "entry.withdrawal.free_until"),
    **_by(
        f"{_BACK}.offered",
        "yes",
        f"{_BACK}.price_cents",
        f"{_BACK}.until_stage",
        f"{_BACK}.times_each",
        f"{_BACK}.how",
        f"{_BACK}.qualifies",
        f"{_BACK}.closes_minutes",
        f"{_SHARES}.buy_back",
        f"{_STAFF}.buy_back",
    ),
    **dict.fromkeys(
        (f"{_AGAIN}.qualifies", f"{_AGAIN}.price_cents", f"{_AGAIN}.closes_minutes"),
        Switch(f"{_AGAIN}.offer", ("planned", "director")),
    ),
    **_by("format.disposal.disposal", "cashed", "format.disposal.cents_per_chip"),
    **_by(
        f"{_SECRET}.allowed",
        "yes",
        f"{_SECRET}.per_session",
        f"{_SECRET}.on",
        f"{_SECRET}.also",
        f"{_SECRET}.stated",
        "conduct.substitution.takes_secret_wagers",
    ),
    **_by(
        f"{_SPLIT}.by",
        "seats",
        f"{_SPLIT}.seat_cents",
        f"{_SPLIT}.seat_in",
        f"{_SPLIT}.seat_or_money",
    ),
    **_by(f"{_SPLIT}.by", "shares", f"{_SPLIT}.tables.shares"),
    **_by(f"{_SPLIT}.by", "amounts", f"{_SPLIT}.tables.amounts_cents"),
    **_by(_SUBSTITUTE, "yes", "conduct.substitutes.until"),
    **_by(_SUBSTITUTE, "yes", "conduct.substitution.takes_stack"),
}
