"""Tables where a rule shows itself: what was refused, offered, settled or ruled.

A test names the rules it holds by its mark. `Floor` remembers every rule that a
service really cited, or that an assertion showed, so a mark cannot claim more.
"""

from contextlib import contextmanager

from sqlmodel import select

from house.audit.models import AuditRow
from tests.house.topics_table import Table


def named(node):
    """The rules that a test says it holds."""
    marked = {id_ for mark in node.iter_markers("rule") for id_ in mark.args}
    params = getattr(node, "callspec", None)
    one = params.params.get("rule") if params else None
    return marked | ({one} if one else set())


@contextmanager
def proving(app, db, node):
    """A floor on which every rule the test names must have shown itself."""
    floor = Floor(db)
    with app.app_context():
        yield floor
    unseen = sorted(named(node) - floor.shown)
    assert not unseen, f"named, but not shown: {unseen}"


class Floor:
    """A house to play in, and the rules that showed themselves there."""

    def __init__(self, db):
        self.db, self.shown = db, set()

    def saw(self, *rules):
        """Remember rules that a service cited."""
        self.shown.update(rules)

    def holds(self, condition, *rules):
        """What these rules ask for is so."""
        assert condition, rules
        self.saw(*rules)

    def table(self, code, seats=(1, 3), **wanted):
        """An open table of a document, with players and a round."""
        return Table(self, code, seats, **wanted)

    def seen_on_record(self, act):
        """Remember the rules that the last entry of this kind names."""
        with self.db.reading() as session:
            query = select(AuditRow).where(AuditRow.act == act)
            last = session.exec(query.order_by(AuditRow.number.desc())).first()
        assert last is not None, act
        self.saw(*last.rules)
        return last
