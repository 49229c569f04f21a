"""Make the database itself refuse to change or drop rows of a table."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: correct it with a new row', TG_TABLE_NAME;
END $$ LANGUAGE plpgsql
"""


def append_only(table: str) -> None:
    """Refuse UPDATE and DELETE (REPLACE and TRUNCATE where they exist) on it."""
    if op.get_bind().dialect.name == "sqlite":
        _on_sqlite(table)
        return
    op.execute(FUNCTION)
    op.execute(
        f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )


def _on_sqlite(table: str) -> None:
    refuse = (
        "BEGIN SELECT RAISE(ABORT, "
        f"'{table} is append-only: correct it with a new row'); END"
    )
    for verb in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"{refuse}"
        )
    # INSERT OR REPLACE drops the row in its way without any DELETE trigger firing.
    inspector = sa.inspect(op.get_bind())
    keys = [inspector.get_pk_constraint(table)["constrained_columns"]]
    keys += [u["column_names"] for u in inspector.get_unique_constraints(table)]
    taken = " OR ".join(
        "(" + " AND ".join(f"{column} = NEW.{column}" for column in key) + ")"
        for key in keys
    )
    in_its_way = f"SELECT 1 FROM {table} WHERE {taken}"  # noqa: S608
    op.execute(
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS ({in_its_way}) {refuse}"
    )


def refuse_once_set(
    table: str, name: str, once: str, columns: Sequence[str] | None
) -> None:
    """Refuse to change these columns, or with none to drop the row, once one is set."""
    verb = f"UPDATE OF {', '.join(columns)}" if columns else "DELETE"
    begins = f"CREATE TRIGGER {table}_{name} BEFORE {verb} ON {table} "
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"{begins} WHEN OLD.{once} IS NOT NULL BEGIN SELECT RAISE(ABORT, "
            f"'{table} is append-only: correct it with a new row'); END"
        )
        return
    op.execute(
        f"{begins} FOR EACH ROW WHEN (OLD.{once} IS NOT NULL) "
        "EXECUTE FUNCTION refuse_change()"
    )
