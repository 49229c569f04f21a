"""Make the database itself refuse to change or drop rows of a table."""

from alembic import op

FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: correct it with a new row', TG_TABLE_NAME;
END $$ LANGUAGE plpgsql
"""


def append_only(table: str) -> None:
    """Refuse UPDATE and DELETE (and TRUNCATE where it exists) on this table."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, "
                f"'{table} is append-only: correct it with a new row'); END"
            )
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
