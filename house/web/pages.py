"""How answers look: redirects, refusals, and what every template may use."""

import hashlib
import re
import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

import rulebook
from house import money
from house.config import ROOT
from house.venue import span
from house.web.access import opens
from house.web.request import now, staff, venue
from rulebook import Cite, Refused

STATIC = ROOT / "static"
GAP = re.compile(r"\s+")


class OneSpace(Extension):
    """Lets a template wrap where it likes: the page has one space for a line break."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """The tokens of a template, its text without line breaks and indentation."""
        for token in stream:
            wrapped = token.type == "data"
            text = GAP.sub(" ", token.value) if wrapped else token.value
            yield Token(token.lineno, token.type, text)


def go_to(url: str) -> ResponseReturnValue:
    """Send the browser on after something was done."""
    if request.headers.get("HX-Request"):
        response = make_response("", 204)
        response.headers["HX-Redirect"] = url
        return response
    return redirect(url, 303)


def refuse(template: str, refused: Refused, **context: Any) -> ResponseReturnValue:
    """Show the page again with every reason on top and at its field."""
    return render_template(template, refused=refused, **context), 409


@cache
def _fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def asset(name: str) -> str:
    """The address of a static file, new whenever its content is."""
    return url_for("static", filename=name, v=_fingerprint(STATIC / name))


def icon(name: str, extra: str = "") -> Markup:
    """An icon from the sprite, in the colour of its text."""
    return Markup(
        '<svg class="i {}" aria-hidden="true"><use href="{}#{}"/></svg>'
    ).format(extra, url_for("static", filename="icons.svg"), name)


def cite(rule: Cite | str) -> Markup:
    """The product's signature: a rule's id, always a link to the rule."""
    rule_id = rulebook.rule(str(rule)).id
    return Markup('<a class="cite" href="{}">{}</a>').format(
        url_for("rules.show", rule_id=rule_id), rule_id
    )


def fresh_key() -> str:
    """A key for a form, for browsers that make none themselves."""
    return secrets.token_urlsafe(18)


def init_app(app: Flask) -> None:
    """Give templates their small vocabulary and nothing else."""
    app.jinja_env.globals.update(
        asset=asset,
        cite=cite,
        dollars=money.dollars,
        fresh_key=fresh_key,
        icon=icon,
        now=now,
        opens=opens,
        span=span,
        staff=staff,
        venue=venue,
    )
    app.jinja_env.add_extension(OneSpace)
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
