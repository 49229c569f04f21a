"""A page as a PDF: made here, from files of the house alone, without a time in it."""

import atexit
import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from house.config import ROOT

STATIC = ROOT / "static"
# Where a page finds our own files; relative addresses need a name that looks real.
HERE = "https://paper.invalid/"
# Prints share their fonts, and memory is worth more than speed here.
_ONE_AT_A_TIME = Lock()


class NoPdf(OSError):
    """This machine lacks what it takes to make a PDF."""

    def __init__(self, why: object) -> None:
        super().__init__(f"No PDF can be made on this machine: {why}")


def as_pdf(html: str, identifier: str = "", style: str = "") -> bytes:
    """The page as an accessible PDF, without a time or a name of this machine in it.

    A page brings its own style sheet along, or names one of ours.
    """
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")  # or fonts carry the time of day
    try:
        # Its libraries may be missing; the house runs without them.
        from weasyprint import HTML  # noqa: PLC0415
    except OSError as error:
        raise NoPdf(str(error).strip().partition("\n")[0]) from error
    with _ONE_AT_A_TIME, _without_sweeping():
        fetcher, fonts, sheets = _press(style)
        made: bytes = HTML(string=html, url_fetcher=fetcher, base_url=HERE).write_pdf(
            stylesheets=sheets,
            font_config=fonts,
            pdf_identifier=identifier.encode() or None,
            pdf_variant="pdf/ua-1",
        )
    return made


@contextmanager
def _without_sweeping() -> Iterator[None]:
    """Let memory be swept after a print: looking for waste in it costs a fifth."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@cache
def _press(style: str = "") -> tuple[Any, Any, list[Any]]:
    """What prints in one style need, made once: our files, their fonts, the style.

    Each style has fonts of its own: what was printed before in another one would
    change the bytes of the next.
    """
    from weasyprint import CSS  # noqa: PLC0415
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415

    fetcher, fonts = _our_files(), FontConfiguration()
    atexit.register(_press.cache_clear)  # fonts are given back while they still can be
    if not style:
        return fetcher, fonts, []
    text = (STATIC / style).read_text(encoding="utf-8")
    sheet = CSS(string=text, base_url=HERE, url_fetcher=fetcher, font_config=fonts)
    return fetcher, fonts, [sheet]


@cache
def _our_files() -> Any:
    """Who fetches our own style sheets and fonts, and refuses every other address."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class OurFiles(URLFetcher):  # type: ignore[misc]
        """Our own style sheets and fonts; every other address is refused."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            if url.startswith("data:image/svg+xml"):  # drawn here, from squares
                return super().fetch(url)
            path = (STATIC / url.removeprefix(HERE)).resolve()
            if not url.startswith(HERE) or not path.is_relative_to(STATIC):
                raise ValueError(f"A printed page loads nothing from {url}.")
            return URLFetcherResponse(url, path.read_bytes(), _kind(path))

    return OurFiles()


def _kind(path: Path) -> dict[str, str]:
    kinds = {".css": "text/css", ".woff2": "font/woff2"}
    return {"Content-Type": kinds.get(path.suffix, "application/octet-stream")}
