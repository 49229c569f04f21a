"""Tables that take secret wagers, and the forms that come to them, for the tests."""

from dataclasses import replace

from sqlmodel import select

from game.rulebooks.devices import Device
from house.floor.models import Game, TableRow
from house.floor.rounds import corrections
from house.floor.tables import services as floor_tables
from house.people.roles import Role
from rulebook import Refused
from tests.house.conftest import add_staff
from tests.house.rounds_cast import key
from tests.tournaments.cast import STARTS, at, running, terms, who
from tests.tournaments.examples import with_
from tests.tournaments.play_cast import FLOOR, SUE, TESS, short_terms, start, tablet
from tournaments.rules.clauses.secret import SecretOn
from tournaments.rules.clauses.wagers import BetLevel
from tournaments.rules.secret_wagers import Written
from tournaments.rules.session_plan import Keyed
from tournaments.rules.tokens import ChipCount
from tournaments.rules.words_and_figures import in_words
from tournaments.secret import announcing, examining, handing_in, inspecting, queries
from tournaments.secret.handing_in import HandingIn
from tournaments.secret.models import SecretFormRow, Way

BACCARAT = {
    "game": Game.BACCARAT,
    "rulebook": "VIC99",
    "seats": 7,
    "device": Device.SHOE,
}
CARIBBEAN = {
    "game": Game.CARIBBEAN_STUD,
    "rulebook": "VIC99",
    "seats": 7,
    "device": Device.SHOE,
}
LEAST, MOST, BANK = 10, 500, 5_000


def secret_terms(
    on=SecretOn.AREAS, *changes, allowed=3, hands=6, final=False, bank=BANK, **kwargs
):
    """Terms with so many secret wagers, limits of 10 to 500, and nobody has to bet."""
    made = short_terms(hands=hands, **kwargs)
    if final:
        stage = replace(made.format.stages.stages[-1], hands=hands, tables=2)
        stage = replace(stage, starts=made.format.stages.stages[0].starts)
        made = with_(made, ("format.stages.stages", (stage,)))
    return with_(
        made,
        ("wagers.secret.per_session", allowed),
        ("wagers.secret.on", on),
        ("wagers.compulsory.compulsory", False),
        ("format.bank.bank_chips", bank),
        ("format.bank.made_of", (ChipCount(1, bank),)),
        ("wagers.chips.rack", (ChipCount(1, 10_000), ChipCount(1_000, 20))),
        ("wagers.compulsory.levels", (BetLevel(1, LEAST, MOST),)),
        *changes,
    )


def at_table(
    db,
    made=None,
    count=8,
    *,
    layout=None,
    game="Baccarat",
    tie=True,
    keyed=Keyed.CARDS,
):
    """A session under way at tables of this game, Tess watching over table 1."""
    layout = layout or BACCARAT
    made = made or secret_terms()
    if layout["rulebook"] == "VIC99":
        made = with_(
            made,
            ("details.names.rulebook", "VIC99"),
            ("details.names.game", game),
            ("details.names.edition", EDITIONS[game]),
            ("wagers.baccarat.tie", tie),
            ("wagers.caribbean.stated", True),
        )
    running(db, count, made, **layout)
    with db.writing() as session:
        for name in ("tess", "sue"):
            add_staff(session, name, Role.SUPERVISOR, at=at(-60).now)
        for table in session.exec(select(TableRow)).all():
            mine = "tess" if table.number == 1 else "sue"
            table.supervisor_id = who(session, mine)
    verdict = start(db, keyed=keyed)
    assert not isinstance(verdict, Refused), verdict
    return Secret(db)


EDITIONS = {"Baccarat": "Notice 26", "Caribbean Stud": "Notice 25"}


def form(amount=100, kind="banker", words=None):
    """A form filled in: figures, and the same in words unless said otherwise."""
    return Written(kind, f"{amount:,}", in_words(amount) if words is None else words)


class Secret:
    """What happens with forms at one table, each in a transaction of its own."""

    def __init__(self, db, number=1):
        self.db, self.number = db, number
        self.console = tablet(db, number)

    def _do(self, work, *, by=TESS):
        act = at(STARTS + 1, by)
        with self.db.writing() as session:
            table = floor_tables.get(session, self.number, lock=True)
            play = FLOOR.play_at(session, table, act.now)
            verdict = work(play, act)
        self.follow()
        return verdict

    def follow(self):
        """The console sees what happened at its table."""
        here = self.console.read(self._here)
        if here is not None:
            self.console.round, self.console.seq = here

    def _here(self, session, table):
        play = FLOOR.play_at(session, table, at(STARTS + 1).now)
        here = queries.look(play, FLOOR.seal)
        return here and (here.round.number, here.now.seq)

    def open(self, **options):
        """Open the next hand, keyed by hand unless the house deals."""
        row = self.console.open(options=options)
        assert not isinstance(row, Refused), row
        return row

    def hand_in(self, seat, written=None, way=Way.PASS, *, by=TESS, round_=None):
        """Hand a form in."""
        asked = HandingIn(seat, written or form(), way, key(), round_)
        return self._do(lambda p, a: handing_in.hand_in(p, asked, a, FLOOR), by=by)

    def must_hand_in(self, seat, written=None, way=Way.PASS):
        """Hand a form in that nothing stands against."""
        row = self.hand_in(seat, written, way)
        assert isinstance(row, SecretFormRow), row
        return row

    def look(self, play):
        """The table as the services look at it."""
        return queries.look(play, FLOOR.seal)

    def examine(self, row, *, by=TESS):
        """Examine a form."""
        return self._do(
            lambda p, a: examining.examine(self.look(p), row, a, FLOOR), by=by
        )

    def give_back(self, row, *, by=TESS):
        """Give a form back."""
        return self._do(
            lambda p, a: examining.give_back(self.look(p), row, key(), a, FLOOR), by=by
        )

    def announce(self, *, by=TESS):
        """Announce what was wagered in secret."""
        return self._do(
            lambda p, a: announcing.announce(self.look(p), key(), a, FLOOR), by=by
        )

    def find_wrong(self, row, reading, *, by=TESS):
        """Find that a paper form reads otherwise."""
        return self._do(
            lambda p, a: announcing.find_wrong(
                self.look(p), row, reading, key(), a, FLOOR
            ),
            by=by,
        )

    def inspect(self, entry_id):
        """Ask to see the forms of the last hand."""
        return self._do(lambda p, a: inspecting.inspect(p, entry_id, FLOOR))

    def used(self, entry_id):
        """How many an entrant has used in the session."""
        return self._do(lambda p, a: queries.used(self.look(p), entry_id, FLOOR.seal))

    @property
    def entries(self):
        """The entry at each seat."""
        return self._do(lambda p, a: dict(p.entries))

    @property
    def stacks(self):
        """The chips at each seat."""
        return self._do(lambda p, a: dict(p.stacks))

    def rule(self, *moves):
        """Let a ruling make these moves."""
        made = self._do(
            lambda p, a: handing_in.move_in(self.look(p), moves, key(), a, FLOOR)
        )
        assert made is None, made

    @property
    def is_over(self):
        """Whether every hand of the session is played."""
        return self._do(lambda p, a: p.hand.is_over)

    @property
    def first(self):
        """The seat with the marker."""
        return self._do(lambda p, a: p.first_to_bet())

    def deal(self, cards):
        """Key the cards of a coup, one by one in the order they come."""
        for card in cards.split():
            self.console.must("deal", cards=[card])

    def coup(self, cards, *forms, way=Way.PASS, bets=(), close=True):
        """A whole coup with these forms by seat, announced and closed."""
        self.open()
        for seat, spot, amount in bets:
            self.console.must("bet", seat=seat, spot=spot, amount=amount)
        rows = [self.must_hand_in(seat, written, way) for seat, written in forms]
        self.console.must("no_more_bets")
        for row in rows:
            verdict = self.examine(row)
            assert not isinstance(verdict, Refused), verdict
        self.deal(cards)
        if close:
            told = self.announce()
            assert not isinstance(told, Refused), told
            self.console.must("close")
        return rows


BANKER_WINS = "2c 9d Tc Kd"  # by a natural 9 against 2
PLAYER_WINS = "9c 2d Kc Td"
TIE = "9c 9d Kc Kd"

__all__ = ["SUE", "TESS", "corrections", "terms"]
