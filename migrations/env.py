"""Run migrations on the house's database, SQLite or PostgreSQL alike."""

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection, Enum
from sqlmodel.sql.sqltypes import AutoString, UTCDateTime

import tournaments.models
import tournaments.money.models
import tournaments.path.models
import tournaments.seating.models  # noqa: F401
from house.models import metadata


def render_item(kind: str, item: object, _context: AutogenContext) -> str | bool:
    """Write column types without importing the application."""
    if kind != "type":
        return False
    if isinstance(item, UTCDateTime):
        return "sa.DateTime(timezone=True)"
    if isinstance(item, Enum):
        return f"sa.String({item.length})"
    if isinstance(item, AutoString):
        return f"sa.String({item.length})" if item.length else "sa.String()"
    return False


def run(connection: Connection) -> None:
    """Migrate in one transaction; the database stays as it was if anything fails."""
    sqlite = connection.dialect.name == "sqlite"
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=sqlite,
        render_item=render_item,
        compare_type=False,
    )
    with context.begin_transaction():
        context.run_migrations()
        if sqlite:
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            if broken:
                raise RuntimeError(f"the migration would orphan rows: {broken[:5]}")


run(context.config.attributes["connection"])
