"""What is asked of the database while something is done."""

from contextlib import contextmanager

from sqlalchemy import event


@contextmanager
def statements(db):
    """Every statement that is sent meanwhile."""
    found = []

    def note(_connection, _cursor, statement, *_):
        found.append(statement)

    event.listen(db.engine, "before_cursor_execute", note)
    yield found
    event.remove(db.engine, "before_cursor_execute", note)
