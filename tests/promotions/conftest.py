"""Promotions are tested in the same house as everything else."""

from functools import cache

import pytest

from house.documents import pdf
from house.press import as_pdf
from proof import chains
from tests.house.conftest import (  # noqa: F401
    app,
    built,
    compiled_pages,
    config,
    database_url,
    db,
    open_house,
    postgres_server,
    postgres_url,
    sign_in,
    sqlite_template,
    sqlite_url,
)


@cache
def _drawn(html: str, identifier: str, style: str) -> bytes:
    return as_pdf(html, identifier, style)


@pytest.fixture(autouse=True)
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same terms are drawn once a run: what is due next waits for their paper."""
    monkeypatch.setattr(pdf, "as_pdf", _drawn)


@pytest.fixture(autouse=True)
def quick_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phrase is worked out at once, as passwords are: nobody guesses at it here."""
    monkeypatch.setattr(chains, "GUESS", 1_000)
