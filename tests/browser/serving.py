"""A house of the test's own, served in its process, and browsers that enter it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Flask
from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server


@contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The house at an address, until the test is done."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()


@contextmanager
def browsers(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """A browser of its own for each who has such a token; for nobody, too."""
    contexts = []

    def page_of(token: str | None = None, **options: object) -> Page:
        context = browser.new_context(
            base_url=address, reduced_motion="reduce", **options
        )
        contexts.append(context)
        if token is not None:
            cookie = {"name": "session", "value": token, "url": address}
            context.add_cookies([cookie])
        return context.new_page()

    yield page_of
    for context in contexts:
        context.close()
