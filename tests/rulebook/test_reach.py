"""Which code the entrances lead to: each kind of way, and each that is none."""

from textwrap import dedent

import pytest

from rulebook.reach import read

APP = """
    from house.rooms import bp

    def create_app():
        app = Flask(__name__)
        app.register_blueprint(bp)
        return app
"""
ROOMS = """
    from game import wagers

    bp = Blueprint("rooms", __name__, url_prefix="/rooms")

    @bp.post("/<int:number>/bets")
    def bet(number):
        return {}
"""


@pytest.fixture
def ways(tmp_path):
    """Write a small project; each rule its code cites, by the way that leads there."""

    def write(**files: str) -> dict[str, str]:
        for name, text in files.items():
            suffix = ".html" if name.startswith("templates") else ".py"
            place = name.replace("__", "/").replace("/init/", "__init__")
            path = tmp_path / (place + suffix)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        found = read(tmp_path).ways
        return {
            rule_id.partition("-")[2]: " → ".join(way)
            for (_, _, rule_id), way in found.items()
        }

    return write


@pytest.fixture
def asked(ways):
    """A route that runs one expression over the code of a module of the game."""

    def ask(expression: str, wagers: str, **files: str) -> set[str]:
        rooms = dedent(ROOMS).replace("return {}", f"return {expression}")
        files |= {"rulebook__refusal": "class Refusal: ...", "game__wagers": wagers}
        return set(ways(app=APP, house__rooms=rooms, **files))

    return ask


def test_a_route_leads_to_what_it_calls_and_to_nothing_else(ways):
    wagers = """
        def place(stake):
            return _check(stake)

        def _check(stake):
            return CROWN3.at("5.5")

        def leave():
            return CROWN3.at("6.1")
    """
    rooms = ROOMS.replace("return {}", "return wagers.place(number)")
    found = ways(app=APP, house__rooms=rooms, game__wagers=wagers)
    assert found == {"5.5": "POST /rooms/<int:number>/bets → bet → place → _check"}


def test_a_module_that_only_tests_import_is_reached_by_nothing(ways):
    found = ways(
        app=APP,
        house__rooms=ROOMS,
        game__wagers="",
        game__deck='def cut(): return CROWN3.at("4.2.1")',
        tests__test_deck="from game.deck import cut",
    )
    assert found == {}


def test_a_blueprint_that_is_not_registered_is_no_entrance(ways):
    rooms = ROOMS.replace("return {}", 'return CROWN3.at("5.5")')
    app = "import house.rooms\ndef create_app(): return Flask(__name__)"
    assert ways(app=app, house__rooms=rooms, game__wagers="") == {}
    assert set(ways(app=APP, house__rooms=rooms)) == {"5.5"}


@pytest.mark.parametrize(
    ("expression", "wagers"),
    [
        ("wagers.place", "from game.bets import place"),
        ("wagers.place()", "from game.bets import bet as place"),
        (
            "wagers.RULES['place']()",
            "from game.bets import bet\nRULES = {'place': bet}",
        ),
        ("map(wagers.bets.bet, x)", "import game.bets as bets"),
        ("wagers.ask()", "def ask():\n    from game.bets import bet\n    return bet()"),
        ("wagers.Box().bet", "from game.bets import Box"),
        (
            "wagers.make().bet",
            "from game.bets import Box\ndef make() -> Box: return Box()",
        ),
        ("unknown(wagers.Box).bet", "from game.bets import Box"),
        ("getattr(wagers.Box(), 'bet')", "from game.bets import Box"),
        ("wagers.Inner().bet", "from game.bets import Box\nclass Inner(Box): ..."),
    ],
)
def test_a_name_is_followed_wherever_it_was_defined(asked, expression, wagers):
    bets = """
        def bet():
            return CROWN3.at("5.5")

        place = bet

        class Box:
            @property
            def bet(self):
                return CROWN3.at("5.5")

            def fold(self):
                return CROWN3.at("7.4")
    """
    lines = asked(expression, wagers, game__bets=bets)
    assert lines == {"5.5"}


HOOKS = """
    from dataclasses import dataclass

    @dataclass(frozen=True)
    class Room:
        before_action: tuple = ()
        after_action: tuple = ()

    def against(rooms: tuple[Room, ...], move):
        return [ask(move) for room in rooms for ask in room.before_action]
"""
GUARDS = """
    from game.wagers import Room

    def deal_waits(move):
        return CROWN3.at("7.1")

    def wagers_feed(move):
        return CROWN3.at("9.1")

    ROOM = Room(before_action=(deal_waits,), after_action=(wagers_feed,))
"""


def test_what_a_room_offers_is_reached_once_it_is_asked_for(ways):
    asks = ROOMS.replace("return {}", "return wagers.against(x.rooms, number)")
    app = APP + "\n    from house.guards import ROOM"
    given = app.replace("def create_app():", "def create_app(rooms=(ROOM,)):")
    parts = {"house__rooms": asks, "game__wagers": HOOKS, "house__guards": GUARDS}
    assert ways(app=given, **parts).keys() == {"7.1"}  # nobody asks for the other
    assert ways(app=app, **parts) == {}  # nobody gives the room to the app


REGISTER = """
    _kinds = {}

    def on(kind):
        def keep(handler):
            _kinds[kind] = handler
            return handler

        return keep

    def run_due(kind):
        return _kinds[kind]()
"""
HANDLER = """
    from game.wagers import on

    @on("lapse")
    def lapse():
        return CROWN3.at("7.1")
"""


def test_a_register_is_an_entrance_once_it_is_asked(ways):
    rooms = ROOMS.replace("return {}", "return wagers.run_due(number)")
    rooms += "\n    import house.handlers"
    parts = {"app": APP, "game__wagers": REGISTER, "house__handlers": HANDLER}
    assert ways(**parts, house__rooms=rooms) == {"7.1": "wagers.on('lapse') → lapse"}
    unasked = ROOMS + "\n    import house.handlers"
    assert ways(**parts, house__rooms=unasked) == {}


def test_a_register_that_no_module_fills_leads_nowhere(ways):
    rooms = ROOMS.replace("return {}", "return wagers.run_due(number)")
    parts = {"game__wagers": REGISTER, "house__handlers": HANDLER}
    assert ways(app=APP, house__rooms=rooms, **parts) == {}


def test_a_command_read_only_when_it_is_called_is_an_entrance(ways):
    game = """
        ELSEWHERE = {"odds": "game.odds"}

        class Commands(click.Group):
            def get_command(self, ctx, name):
                return getattr(import_module(ELSEWHERE[name]), name)

        @click.group(cls=Commands)
        def game(): ...

        @game.command()
        def settle():
            return CROWN3.at("8.1")
    """
    odds = """
        @click.command()
        def odds():
            return CROWN3.at("8.2")

        def unused():
            return CROWN3.at("8.3")
    """
    app = """
        from game.cli import game

        def create_app():
            app.cli.add_command(game)
    """
    found = ways(app=app, game__cli=game, game__odds=odds)
    assert set(found) == {"8.1", "8.2"}
    assert found["8.1"].startswith("command settle")


RULES = """
    from dataclasses import dataclass, replace

    @dataclass(frozen=True)
    class DeckRules:
        size: object
        cut: object
        washed: object = None

    @dataclass(frozen=True)
    class Rules:
        deck: DeckRules
        seats: object

    DECK = DeckRules(CROWN3.at("3.1"),
        cut=CROWN3.at("4.2.1"),
    )
    RULES = Rules(
        deck=replace(DECK,
            washed=CROWN3.at("4.1")),
        seats=CROWN3.at("2.1"),
    )

    def rules() -> Rules:
        return RULES

    def cut(rules: DeckRules):
        return rules.cut
"""


@pytest.mark.parametrize(
    ("expression", "read"),
    [
        ("wagers.RULES", set()),
        ("wagers.rules().seats", {"2.1"}),
        ("wagers.rules().deck", set()),
        ("wagers.rules().deck.size", {"3.1"}),
        ("wagers.rules().deck.washed", {"4.1"}),
        ("wagers.cut(wagers.rules().deck)", {"4.2.1"}),
        ("[number.cut, number.seats]", set()),  # something of an unknown kind
        ("wagers.RULES, wagers.cut", set()),  # the deck is asked for by nobody
    ],
)
def test_a_value_of_a_rulebook_counts_only_where_its_field_is_read(
    asked, expression, read
):
    assert asked(expression, RULES) == read


def test_a_value_is_read_through_the_alias_of_its_kind(asked):
    acts = """
        @dataclass(frozen=True)
        class Act(Generic[S]):
            may: object
            do: object

        Acts = Mapping[str, Act[S]]

        def may_ante():
            return CROWN3.at("5.2")

        def ante():
            return CROWN3.at("5.3")

        ACTS: Acts[int] = {"ante": Act(may_ante, ante)}

        def apply(acts: Acts[S]):
            return acts["ante"].may()
    """
    assert asked("wagers.apply(wagers.ACTS)", acts) == {"5.2"}


def test_a_template_reads_what_it_shows(asked):
    sheet = """
        @dataclass
        class Sheet:
            cite: object
            other: object

        def sheet():
            return Sheet(
                CROWN3.at("2.1"),
                CROWN3.at("2.2"),
            )
    """
    expression = "render_template('sheet.html', sheet=wagers.sheet())"
    shown = "<p>other.txt {% include 'part.html' %}</p>"
    part = "{{ sheet.cite }} sheet.other"
    found = asked(expression, sheet, templates__sheet=shown, templates__part=part)
    assert found == {"2.1"}


FACTS = """
    from dataclasses import dataclass
    from rulebook.refusal import Refusal

    @dataclass(frozen=True)
    class Play:
        open_hand: int | None = None
        forms: tuple[str, ...] = ()
        counted_by: str = ""

    @dataclass(frozen=True)
    class Facts:
        players: int
        play: Play = Play()

    def open_hand(facts: Facts):
        if facts.play.open_hand is not None:
            yield Refusal(CROWN3.at("1.1"))

    def forms(facts: Facts):
        for form in facts.play.forms:
            yield Refusal(CROWN3.at("1.2"))

    def counted(facts: Facts):
        count = facts.play
        if not count.counted_by:
            yield Refusal(CROWN3.at("1.3"))

    def players(facts: Facts):
        if not facts.players:
            yield Refusal(CROWN3.at("1.4"))
        elif facts.play.counted_by == "" and facts.players > 9:
            yield Refusal(CROWN3.at("1.5"))

    def every(facts: Facts):
        return [*open_hand(facts), *forms(facts), *counted(facts), *players(facts)]
"""


def test_a_gate_over_a_field_that_is_never_filled_asks_nothing(asked):
    assert asked("wagers.every(wagers.Facts(number))", FACTS) == {"1.4", "1.5"}


def test_the_same_gate_asks_once_its_field_is_filled(asked):
    facts = "wagers.Facts(number, wagers.Play(number, number, number))"
    every = {"1.1", "1.2", "1.3", "1.4", "1.5"}
    assert asked(f"wagers.every({facts})", FACTS) == every


GATES = """
    from dataclasses import dataclass
    from rulebook.refusal import Refusal

    @dataclass(frozen=True)
    class Facts:
        seats: int
        open_hand: int | None = None

    @dataclass(frozen=True)
    class Gate:
        cite: object
        guard: object

    def closed(facts: Facts) -> Iterator[Refusal]:
        if facts.open_hand is not None:
            yield Refusal(HOUSE.at("1"))

    def free(facts: Facts) -> Iterator[Refusal]:
        if not facts.seats:
            yield Refusal(HOUSE.at("2"))

    GATES = (
        Gate(CROWN3.at("12.1"), closed),
        Gate(CROWN3.at("12.2"), free),
    )

    def check(gates: tuple[Gate, ...], facts: Facts):
        return [(gate.cite, gate.guard(facts)) for gate in gates]
"""


def test_a_rule_beside_a_guard_is_held_by_that_guard(asked):
    never_filled = "wagers.check(wagers.GATES, wagers.Facts(number))"
    assert asked(never_filled, GATES) == {"2", "12.2"}
    filled = "wagers.check(wagers.GATES, wagers.Facts(number, open_hand=number))"
    assert asked(filled, GATES) == {"1", "2", "12.1", "12.2"}


def test_a_gate_that_compares_a_thing_with_itself_asks_nothing(asked):
    opening = """
        from rulebook.refusal import Refusal

        @dataclass(frozen=True)
        class Terms:
            reseed: int

        @dataclass(frozen=True)
        class Shown:
            cents: int
            has_spots: bool = True

        def may_open(shown: Shown, meter: int):
            if shown.cents != meter:
                yield Refusal(CROWN3.at("9.1"))
            if not shown.has_spots:
                yield Refusal(CROWN3.at("9.2"))

        def check(terms: Terms):
            return may_open(Shown(terms.reseed), terms.reseed)

        def check_meter(terms: Terms, meter: int):
            return may_open(Shown(meter, has_spots=bool(meter)), terms.reseed)
    """
    assert asked("wagers.check(wagers.Terms(number))", opening) == set()
    both = "wagers.check_meter(wagers.Terms(number), number)"
    assert asked(both, opening) == {"9.1", "9.2"}


def test_what_follows_an_early_return_needs_it_not_taken(asked):
    shares = """
        def shared(cents: int, procedure: str | None = None):
            if procedure is None:
                return CROWN3.at("10.1")
            return CROWN3.at("10.2")
    """
    assert asked("wagers.shared(number)", shares) == {"10.1"}
    assert asked("wagers.shared(number, name)", shares) == {"10.1", "10.2"}


def test_a_class_handed_on_may_be_built_along_its_annotations(asked):
    terms = """
        @dataclass
        class Tie:
            cites = (
                CROWN3.at("12.5"),
            )
            by_draw: bool = False

            def refusals(self):
                if self.by_draw:
                    yield CROWN3.at("12.6")

        @dataclass
        class Terms:
            tie: Tie

        def clauses(terms: Terms):
            return terms.tie.cites, terms.tie.refusals()
    """
    built = "wagers.clauses(read_json(wagers.Terms, number))"
    assert asked(built, terms) == {"12.5", "12.6"}


def test_symbols_that_nothing_reaches_are_listed_with_their_place(tmp_path):
    (tmp_path / "app.py").write_text("def create_app(): return 1\n", encoding="utf-8")
    (tmp_path / "game").mkdir()
    text = dedent("""
        from typing import Protocol
        Hand = tuple[int, ...]
        ORDER = CROWN3.at("8.1")
        class Shuffler(Protocol):
            def shuffle(self): ...
        class Deck:
            def cut(self): ...
        def deal(): ...
    """)
    (tmp_path / "game" / "deck.py").write_text(text, encoding="utf-8")
    listed = [(each.line, each.name, each.kind) for each in read(tmp_path).unreached]
    assert listed == [
        (4, "ORDER", "constant"),
        (7, "Deck", "class"),
        (8, "Deck.cut", "method"),
        (9, "deal", "function"),
    ]


def test_a_restated_citation_is_asked_where_the_one_it_stands_for_is_asked(ways):
    """A list of citations is no use of them: each follows the value it restates."""
    nsw3 = """
        from dataclasses import dataclass

        @dataclass
        class Rules:
            stake: object
            order: object
            fold: object

        RULES = Rules(
            stake=NSW3.at("5.1"), order=NSW3.at("7.1"), fold=NSW3.at("9.1")
        )
    """
    star4 = """
        from game.rulebooks import nsw3
        from game.rulebooks.nsw3 import Rules
        from game.rulebooks.restated import restated

        SAME = (STAR4.at("7.1"), STAR4.at("9.1"))
        MOVED = {"5.1": STAR4.at("5.2")}
        RULES: Rules = restated(nsw3.RULES, STAR4, SAME, MOVED)
    """
    wagers = """
        from game.rulebooks.nsw3 import Rules
        from game.rulebooks import nsw3, star4

        def place(stake):
            return _check(nsw3.RULES), _check(star4.RULES)

        def _check(rules: Rules):
            return rules.stake, rules.fold
    """
    found = ways(
        app=APP,
        house__rooms=ROOMS.replace("return {}", "return wagers.place(number)"),
        game__wagers=wagers,
        game__rulebooks__nsw3=nsw3,
        game__rulebooks__star4=star4,
        game__rulebooks__restated="def restated(rules, by, same, moved): ...",
    )
    assert sorted(found) == ["5.1", "5.2", "9.1"]
    assert found["5.2"] == found["5.1"]
    assert found["5.2"].endswith("place → _check → Rules.stake")


def test_each_citation_of_a_line_has_its_own_way(ways):
    wagers = """
        from dataclasses import dataclass

        @dataclass
        class Rules:
            stake: object
            order: object

        RULES = Rules(stake=CROWN3.at("5.1"), order=CROWN3.at("7.1"))

        def place(stake):
            return RULES.stake
    """
    rooms = ROOMS.replace("return {}", "return wagers.place(number)")
    found = ways(app=APP, house__rooms=rooms, game__wagers=wagers)
    assert set(found) == {"5.1"}


REGIME = """
    from dataclasses import dataclass

    @dataclass
    class Regime:
        told: Cited
        kept: Cited

    SYDNEY = Regime(told=Cited(2, NSW3.at("14.8")), kept=Cited(100, NSW3.at("14.10")))

    class NotifiedClause:
        regime: Regime

        def text(self):
            return str(self.regime.told) + str(self.regime.kept)

        def guard(self):
            return self.regime.kept
"""


@pytest.mark.parametrize(
    ("asked", "printed"),
    [
        ("NotifiedClause(SYDNEY).text()", {"NSW3-14.8", "NSW3-14.10"}),
        (
            "[NotifiedClause(SYDNEY).text(), NotifiedClause(SYDNEY).guard()]",
            {"NSW3-14.8"},
        ),
    ],
)
def test_a_value_that_only_a_clause_prints_holds_nobody_to_it(
    ways, tmp_path, asked, printed
):
    rooms = ROOMS.replace("from game import wagers", "from game.wagers import *")
    rooms = rooms.replace(
        "from game.wagers import *", "from game.wagers import NotifiedClause, SYDNEY"
    ).replace("return {}", f"return {asked}")
    found = ways(app=APP, house__rooms=rooms, game__wagers=REGIME)
    assert set(found) == {"14.8", "14.10"}
    assert {rule_id for _, _, rule_id in read(tmp_path).printed} == printed


def test_a_package_brings_its_own_modules(ways):
    found = ways(
        app=APP,
        house__rooms=ROOMS.replace("return {}", "return wagers.read('stud')"),
        game__wagers____init__="""
            from game.wagers import stud

            _READERS = {"stud": stud.read}

            def read(name):
                return _READERS[name]()
        """,
        game__wagers__stud="""
            def read():
                return Cite("NSW3-6.1")
        """,
    )
    assert found["6.1"].endswith("read")


def test_what_is_gone_through_in_pairs_keeps_its_kind(asked):
    wagers = """
        from dataclasses import dataclass
        from itertools import product
        from typing import Callable

        @dataclass(frozen=True)
        class Part:
            says: Callable[[int], Cite]

        def rule(seat: int) -> Cite:
            return Cite("NSW3-6.1")

        PARTS: tuple[Part, ...] = (Part(rule),)

        def every(seats):
            return [part.says(seat) for part, seat in product(PARTS, seats)]
    """
    assert asked("wagers.every((1, 2))", wagers) == {"6.1"}


def test_a_copy_of_a_value_of_unknown_kind_fills_its_fields(asked):
    wagers = """
        from dataclasses import dataclass, replace

        @dataclass(frozen=True)
        class Ruling:
            effects: tuple[int, ...] = ()

        def ruled():
            return filled(Ruling(), (1,))

        def filled(said, effects):
            return replace(said, effects=effects)

        def every():
            ruling: Ruling = ruled()
            if ruling.effects:
                return Cite("NSW3-6.1")
    """
    assert asked("wagers.every()", wagers) == {"6.1"}


def test_a_listener_is_asked_by_what_it_listens_to(asked):
    wagers = """
        from sqlalchemy import event

        class Writing: ...

        @event.listens_for(Writing, "do_orm_execute")
        def read_anew(asked):
            return Cite("NSW3-6.1")

        def write():
            return Writing()
    """
    assert asked("wagers.write()", wagers) == {"6.1"}
