"""Promotions in real browsers, in a house whose clock is the test's."""

import pytest
from sqlmodel import select

from house.people.models import StaffSessionRow
from tests.browser.serving import browsers
from tests.house.conftest import (  # noqa: F401
    app,
    built,
    compiled_pages,
    config,
    db,
    open_house,
    postgres_server,
    postgres_url,
    sign_in,
    sqlite_template,
    sqlite_url,
)
from tests.promotions.draw_cast import SHOW
from tests.promotions.test_draw_pages import signed


@pytest.fixture
def database_url(sqlite_url):  # noqa: F811
    """A browser sees the same on either database."""
    return sqlite_url


@pytest.fixture
def fresh_token(db, sign_in):  # noqa: F811
    """Sign somebody in who has only just shown that it is them."""

    def of(*roles, now, **named):
        token = sign_in(*roles, now=now, **named).get_cookie("session").value
        with db.writing() as session:
            for row in session.exec(select(StaffSessionRow)):
                row.stepped_up_at = now
        return token

    return of


@pytest.fixture
def come_in(served, app, db, browser):  # noqa: F811
    """A browser of its own for each of them; for nobody in particular, too."""
    with browsers(browser, served[0]) as page_of:

        def as_(who=None, **options):
            if who is None:
                return page_of(**options)
            token = signed(app, db, who, SHOW).get_cookie("session").value
            return page_of(token, **options)

        yield as_
