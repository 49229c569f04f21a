"""Requests that somebody makes who wants the house to fail, to every route there is."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import cycle
from urllib.parse import quote, urlencode, urlsplit

from hypothesis import strategies as st
from werkzeug.exceptions import HTTPException

from house.people.roles import Role
from house.web.access import access_of
from tests.house.rounds_cast import key

BLANK = re.compile(r"<(?:[^:<>]+:)?([^<>]+)>")
PAPER = re.compile(r"pdf|/rules")  # printing takes long, and rules have no forms
ENDLESS = "9" * 5_000
VALUES = (
    "1",
    "",
    "0",
    "-1",
    str(2**31),
    str(2**63),
    ENDLESS,
    "²",
    "1e400",
    "99,999,999,999,999.99",
    "0001-01-01T00:00",
    "9999-12-31T23:59",
    "0001-01-01",
    "9999-12-31",
    "2026-02-30T25:61",
    "\0",
    "\ud800",
    "\u202e<b>'\"%s{{7*7}}",
    "x" * 5_000,
)
NUMBERS = (str(2**63), str(2**31), ENDLESS, "0")
DATED = ("0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30T25:61")
# What is sent to each field of a kind, one field at a time while the others are real.
BY_KIND = {
    "datetime-local": DATED,
    "date": tuple(each[:10] for each in DATED),
    "number": ("99,999,999,999,999.99", "²", str(2**63), ENDLESS),
    "choice": (str(2**63), "²"),  # picked or carried along: the number of something
}
# What the others say meanwhile, where the page leaves them empty.
LIKELY = {
    "datetime-local": "2026-11-27T12:00",
    "date": "1990-02-28",
    "number": "2",
    "email": "ada@example.com",
}
TEXTS = ("\0", "\ud800", "x" * 5_000, "\u202e<b>'\"%s{{7*7}}", str(2**63))
BODIES = (
    '{"round": 1, "expected": 0, "action": {"act": "ante", "seat": 1, "amount": %s}}',
    '{"round": %s, "expected": %s, "seat": %s, "reason": "\\ud800", "seq": %s}',
    '{"seat": 1, "player": "\\u0000", "card": %s, "sent_at": "0001-01-01T00:00+14:00"}',
    '{"options": {"cards": "dealt", "maximum_payout": %s}, "deck": {"back": %s}}',
    '{"action":' * 1_000 + "%s" + "}" * 1_000,
    "[%s]",
    "{",
    "NaN",
)
NAMES = ("q", "page", "before", "at", "seat", "table", "version", "reason", "who")


class Reader(HTMLParser):
    """Where a page leads, and the forms on it with what they already say."""

    def __init__(self):
        super().__init__()
        self.links, self.forms, self._select, self.kinds = set(), [], "", {}

    def handle_starttag(self, tag, attrs):
        said = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.add(said.get("href", ""))
        elif tag == "form":
            how = said.get("method", "get").upper()
            self.forms.append((how, said.get("action", ""), {}))
        elif self.forms and (name := said.get("name", "")):
            self.forms[-1][2].setdefault(name, said.get("value", ""))
            self.kinds[name] = _kind(said)
            self._select = name if tag == "select" else ""
        elif self.forms and tag == "option" and self._select and said.get("value"):
            fields = self.forms[-1][2]
            fields[self._select] = fields[self._select] or said["value"]
            if said["value"].isdigit():
                self.kinds[self._select] = "choice"


def _kind(said):
    """What a field takes, as far as its page says so."""
    if "inputmode" in said:
        return "number"
    carried = said.get("type") == "hidden" and said.get("value", "").isdigit()
    return "choice" if carried else said.get("type")


@dataclass
class Atlas:
    """What the pages of a house themselves say of its addresses and forms."""

    app: object
    places: dict = field(default_factory=lambda: defaultdict(list))  # by endpoint
    forms: dict = field(default_factory=lambda: defaultdict(dict))
    searches: dict = field(default_factory=lambda: defaultdict(dict))  # forms that ask
    kinds: dict = field(default_factory=dict)  # what a field of this name takes

    def note(self, address, method="GET", fields=None):
        """Keep an address of ours; return its endpoint the first time it is met."""
        path = urlsplit(address).path
        try:
            where = self.app.url_map.bind("").match(path, method)
        except HTTPException:
            return None
        endpoint, blanks = where
        if PAPER.search(path):
            return None
        kept = self.searches if method == "GET" else self.forms
        kept[endpoint] |= fields or {}
        if len(self.places[endpoint]) < 3 and blanks not in self.places[endpoint]:
            self.places[endpoint].append(blanks)
            return endpoint if len(self.places[endpoint]) == 1 else None
        return None


def explore(app, enter):
    """Follow every link once, as somebody who may, and note each form on the way."""
    atlas = Atlas(app)
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods]
    ahead = [rule.rule for rule in rules if atlas.note(rule.rule)]
    while ahead:
        address = ahead.pop()
        endpoint, _ = app.url_map.bind("").match(urlsplit(address).path)
        answer = enter(lets(app, endpoint)[0]).get(address)
        if answer.mimetype != "text/html":
            continue
        page = Reader()
        page.feed(answer.text)
        atlas.kinds |= page.kinds
        for how, action, fields in page.forms:
            if atlas.note(action or address, how, fields) and how == "GET":
                ahead.append(action)
        ahead += [link for link in sorted(page.links) if atlas.note(link)]
    return atlas


def lets(app, endpoint):
    """Who comes through a door, whoever comes through most doors first."""
    access = access_of(app.view_functions[endpoint])
    if access.public:
        return [None]
    return sorted(access.roles, key=[*Role].index)


@dataclass(frozen=True)
class Sent:
    """One hostile request."""

    method: str
    address: str
    role: Role | None
    body: bytes = b""
    kind: str = "application/x-www-form-urlencoded"


def requests_to(atlas, rule):
    """Requests to one route: real and hostile parts mixed."""
    real = atlas.places[rule.endpoint]
    blanks = {
        name: _parts(real, name, NUMBERS if f"int:{name}>" in rule.rule else VALUES)
        for name in sorted(rule.arguments)
    }
    asked = atlas.forms[rule.endpoint] | atlas.searches[rule.endpoint]
    known = sorted(asked) or [*NAMES]
    pairs = st.tuples(st.sampled_from(known), st.sampled_from(VALUES))
    may = lets(atlas.app, rule.endpoint)
    return st.builds(
        _sent,
        st.just(rule),
        st.just(atlas.forms[rule.endpoint]),
        st.sampled_from(sorted(rule.methods - {"HEAD", "OPTIONS"})),
        st.fixed_dictionaries(blanks),
        st.lists(pairs, max_size=3),
        st.sampled_from([*may, *may, None, *Role]),
        st.sampled_from((None, None, None, *BODIES)),
    )


def sweep(atlas, rules):
    """What every guard at the edge is for, sent once to whatever it guards."""
    turn = cycle(TEXTS)
    for rule in rules:
        role, real = lets(atlas.app, rule.endpoint)[0], _real(atlas, rule)
        for name in sorted(rule.arguments):
            numbers = NUMBERS[:2] if f"int:{name}>" in rule.rule else (next(turn),)
            for value in numbers:
                yield _sent(rule, {}, "GET", real | {name: value}, (), role, None)
        for name in sorted(atlas.searches[rule.endpoint]):
            for value in _of_its_kind(atlas, name, turn):
                yield _sent(rule, {}, "GET", real, [(name, value)], role, None)
        for method in sorted(rule.methods - {"GET", "HEAD", "OPTIONS"}):
            form = _filled(atlas, rule)
            for name in sorted(form):
                for value in _of_its_kind(atlas, name, turn):
                    pair = [(name, value)]
                    yield _sent(rule, form, method, real, pair, role, None)
            for body in () if form else BODIES:
                pair = [("", next(turn))]
                yield _sent(rule, form, method, real, pair, role, body)


def _of_its_kind(atlas, name, turn):
    """What a field of this name is tried with."""
    return BY_KIND.get(atlas.kinds.get(name)) or (next(turn),)


def _filled(atlas, rule):
    """The form of a route as somebody would send it."""
    found = atlas.forms[rule.endpoint].items()
    return {
        name: said or LIKELY.get(atlas.kinds.get(name), "x") for name, said in found
    }


def _real(atlas, rule):
    """Where a route leads in the house, or could."""
    found = atlas.places[rule.endpoint]
    return {name: str(found[0][name]) if found else "1" for name in rule.arguments}


def _parts(real, name, values):
    hostile = st.sampled_from([*filter(None, values)])
    known = st.sampled_from([str(each[name]) for each in real] or ["1"])
    return st.one_of(known, known, known, hostile)


def _sent(rule, form, method, blanks, pairs, role, body):
    path = BLANK.sub(lambda m: _quoted(blanks[m[1]]), rule.rule)
    if method == "GET":
        return Sent(method, f"{path}?{_encoded(pairs)}", role)
    if body is not None:
        values = (json.dumps(value) for _, value in (*pairs, *[("", "1")] * 4))
        filled = "".join(p + next(values) for p in body.split("%s")[:-1])
        full = filled + body.split("%s")[-1]
        return Sent(method, path, role, full.encode(), "application/json")
    fields = form | dict(pairs) | {"_key": key()}
    return Sent(method, path, role, _encoded(fields.items()).encode())


def _quoted(part):
    return quote(part, safe="", errors="surrogatepass")


def _encoded(pairs):
    return urlencode([*pairs], errors="surrogatepass")
