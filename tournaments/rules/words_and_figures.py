"""Amounts as people write them: in English words and in figures, up to a million."""

import re
from collections.abc import Mapping, Sequence

MOST = 1_000_000
_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty thirty forty fifty sixty seventy eighty ninety"
)
_SMALL, _TENS = _WORDS.split()[:20], _WORDS.split()[20:]
_UNITS: Mapping[str, int] = {word: n for n, word in enumerate(_SMALL) if n} | {"a": 1}
_TEN: Mapping[str, int] = {word: 10 * n for n, word in enumerate(_TENS, 2)}
_LEFT_OUT = frozenset({"chip", "chips", "only"})
_FIGURES = re.compile(r"(\d{1,3}(?:[,  ]\d{3})+|\d{1,9})(?:\s*chips?)?", re.ASCII)


def in_words(amount: int) -> str:
    """An amount as it is written out: two thousand five hundred and ten."""
    if not 0 <= amount <= MOST:
        raise ValueError("Amounts are written out up to a million.")
    if amount == MOST:
        return "one million"
    thousands, rest = divmod(amount, 1000)
    parts = [f"{_hundreds(thousands)} thousand"] if thousands else []
    if rest or not thousands:
        parts.append(("and " if thousands and rest < 100 else "") + _hundreds(rest))
    return " ".join(parts)


def _hundreds(amount: int) -> str:
    hundreds, rest = divmod(amount, 100)
    parts = [f"{_SMALL[hundreds]} hundred"] if hundreds else []
    if rest or not hundreds:
        parts.append(("and " if hundreds else "") + _tens(rest))
    return " ".join(parts)


def _tens(amount: int) -> str:
    if amount < len(_SMALL):
        return _SMALL[amount]
    ten, unit = divmod(amount, 10)
    return _TENS[ten - 2] + (f"-{_SMALL[unit]}" if unit else "")


def read_figures(typed: str) -> int | None:
    """The amount that figures mean; none where they are none above nought."""
    found = _FIGURES.fullmatch(typed.strip())
    if found is None:
        return None
    amount = int(re.sub(r"\D", "", found[1]))
    return amount if 0 < amount <= MOST else None


def read_words(typed: str) -> int | None:
    """The amount that English words mean; none where they mean no such amount."""
    words = re.findall(r"[a-z]+", typed.casefold())
    if re.fullmatch(r"[a-z,\s.\-–]*", typed.casefold()) is None:
        return None
    while words and words[-1] in _LEFT_OUT:
        words.pop()
    if words in (["one", "million"], ["a", "million"]):
        return MOST
    before, thousand, after = _parted(words, "thousand")
    if not thousand:
        return _under_ten_thousand(before)
    many = _under_thousand(before)
    rest = _under_thousand(_without_and(after)) if after else 0
    if not many or rest is None or (after and not rest):
        return None
    return many * 1000 + rest


def _parted(words: Sequence[str], at: str) -> tuple[list[str], bool, list[str]]:
    if at not in words:
        return list(words), False, []
    place = words.index(at)
    return list(words[:place]), True, list(words[place + 1 :])


def _without_and(words: Sequence[str]) -> list[str]:
    return list(words[1:] if words[:1] == ["and"] else words)


def _under_ten_thousand(words: Sequence[str]) -> int | None:
    """Below a thousand, or so many hundreds: fifteen hundred."""
    before, hundred, after = _parted(words, "hundred")
    if hundred and (many := _under_hundred(before)) and many > 10 and many % 10:
        rest = _under_hundred(_without_and(after)) if after else 0
        return None if rest is None else many * 100 + rest
    return _under_thousand(words)


def _under_thousand(words: Sequence[str]) -> int | None:
    before, hundred, after = _parted(words, "hundred")
    if not hundred:
        return _under_hundred(before)
    many = _UNITS.get(before[0]) if len(before) == 1 else None
    rest = _under_hundred(_without_and(after)) if after else 0
    if many is None or many > 9 or rest is None:
        return None
    return many * 100 + rest


def _under_hundred(words: Sequence[str]) -> int | None:
    match list(words):
        case [word]:
            return _TEN.get(word) or _UNITS.get(word)
        case [ten, unit] if ten in _TEN and _UNITS.get(unit, 10) < 10 and unit != "a":
            return _TEN[ten] + _UNITS[unit]
    return None
