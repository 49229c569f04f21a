"""What a browser carries: its token, whom it signed in, and where it wants to go."""

import json
import secrets
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from flask import Response, make_response, request
from flask.typing import ResponseReturnValue

from house.sealing import BrokenSeal, Seal
from house.web.request import config, cookie_name, seal

REMEMBERS = 180 * 24 * 3600
MOST_PEOPLE = 12  # a tablet on the floor is signed in to by many


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser and the people it has signed in before, as a sealed cookie says."""

    id: str
    people: tuple[int, ...] = ()

    def known_to(self, staff_id: int | None) -> str:
        """Its id, if it has signed this person in before."""
        return self.id if staff_id in self.people else ""

    def knowing(self, staff_id: int) -> "Browser":
        """The same browser after it has signed this person in."""
        others = tuple(one for one in self.people if one != staff_id)
        return replace(self, people=(*others, staff_id)[-MOST_PEOPLE:])

    def sealed(self, seal: Seal) -> str:
        """What the cookie holds."""
        return seal.seal(json.dumps([self.id, *self.people]).encode()).decode()

    @classmethod
    def read(cls, seal: Seal, cookie: str) -> "Browser":
        """The browser that shows this cookie; a new one when it shows none of ours."""
        try:
            id_, *people = json.loads(seal.open(cookie.encode(), seconds=REMEMBERS))
        except BrokenSeal:
            return cls(secrets.token_hex(16))
        return cls(id_, tuple(people))


def this_browser() -> Browser:
    """The browser behind the request."""
    return Browser.read(seal(), request.cookies.get(cookie_name("device"), ""))


def agent() -> str:
    """What the browser calls itself, printable and short."""
    named = request.user_agent.string
    return "".join(c for c in named if c.isprintable())[:255]


def remote_address() -> str:
    """Where the request comes from."""
    return (request.remote_addr or "unknown")[:64]


def carry(answer: ResponseReturnValue, token: str, known: Browser) -> Response:
    """Give the browser its token, and the memory of whom it has signed in."""
    response = make_response(answer)
    _set(response, "session", token, None)
    if known.people:
        _set(response, "device", known.sealed(seal()), REMEMBERS)
    return response


def drop_token(answer: ResponseReturnValue) -> Response:
    """Take the token back; whom the browser knows stays."""
    response = make_response(answer)
    response.delete_cookie(
        cookie_name("session"),
        secure=config().behind_tls,
        httponly=True,
        samesite="Lax",
    )
    return response


def _set(response: Response, name: str, value: str, seconds: int | None) -> None:
    response.set_cookie(
        cookie_name(name),
        value,
        max_age=seconds,
        secure=config().behind_tls,
        httponly=True,
        samesite="Lax",
    )


def ours(target: str | None) -> str | None:
    """The page asked for, if it is a path of this house and nothing cleverer."""
    if not target or not target.startswith("/") or target.startswith("//"):
        return None
    if "\\" in target or not target.isprintable() or len(target) > 2000:
        return None
    parts = urlsplit(target)
    return None if parts.scheme or parts.netloc else target


def named(agent: str) -> str:
    """A browser as people know it: Firefox on Windows."""
    browsers = ("Edg", "OPR", "Firefox", "Chrome", "Safari")
    systems = ("iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux")
    words = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "macOS", "CrOS": "ChromeOS"}
    browser = next((word for word in browsers if word in agent), "")
    system = next((word for word in systems if word in agent), "")
    parts = [words.get(word, word) for word in (browser, system) if word]
    return " on ".join(parts) or agent[:40] or "Unknown browser"
