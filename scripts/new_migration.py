"""Write a migration for what the models have and the migrations do not yet."""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from alembic import command

from house import migrate

with tempfile.TemporaryDirectory() as folder:
    url = f"sqlite:///{folder}/house.sqlite3"
    if migrate.head():
        migrate.upgrade(url)
    with migrate.connection_to(url) as connection:
        settings = migrate.settings()
        settings.attributes["connection"] = connection
        number = f"{int(migrate.head() or 0) + 1:04}"
        command.revision(settings, sys.argv[1], autogenerate=True, rev_id=number)
