"""How often one address may ask for public pages: a bucket that fills up by itself."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from threading import Lock

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from house.people.accounts.throttle import neighbourhood
from house.web.access import access_of
from house.web.gate import WITHOUT
from house.web.request import cookie_name, now, staff
from rulebook import HOUSE

MEASURE = HOUSE.at("CROWD-6")
REMEMBERED = 10_000  # addresses; whoever has not asked for longest begins anew


@dataclass(slots=True)
class Bucket:
    """What is left for one address, and when that was true."""

    left: float
    at: datetime


class Measure:
    """So many requests at once from one address, and so many a second after that."""

    def __init__(self, at_once: int, a_second: int) -> None:
        self.at_once = at_once
        self.a_second = a_second
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._one = Lock()

    def wait(self, address: str, at: datetime) -> int:
        """Count a request; the seconds until the next may come, nought for this one."""
        with self._one:
            bucket = self._filled(address, at)
            if bucket.left >= 1:
                bucket.left -= 1
                return 0
            return ceil((1 - bucket.left) / self.a_second)

    def _filled(self, address: str, at: datetime) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self.at_once, at)
        since = max((at - bucket.at).total_seconds(), 0.0)
        bucket.left = min(bucket.left + since * self.a_second, float(self.at_once))
        bucket.at = at
        self._buckets[address] = bucket
        while len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


def init_app(app: Flask, at_once: int, a_second: int) -> None:
    """Hold public pages to the measure, before anybody takes a place at the gate."""
    app.extensions["measure"] = Measure(at_once, a_second)

    @app.before_request
    def count() -> None:
        if not _is_public():
            return
        measure: Measure = current_app.extensions["measure"]
        g.too_soon = measure.wait(neighbourhood(request.remote_addr or ""), now())
        if cookie_name("session") not in request.cookies:
            _send_away_if_too_soon()


def let_staff_pass(app: Flask) -> None:
    """Whoever is signed in is not held to it; looking that up takes a place."""

    @app.before_request
    def look_who_it_is() -> None:
        if g.get("too_soon") and staff() is None:
            _send_away_if_too_soon()


def _send_away_if_too_soon() -> None:
    if g.too_soon:
        raise TooManyRequests(
            "Too much was asked for from your address in too short a time "
            f"({MEASURE}).",
            retry_after=g.too_soon,
        )


def _is_public() -> bool:
    """Whether anybody may ask for this, and it is not served in any case."""
    endpoint = request.endpoint
    if endpoint is None or endpoint in WITHOUT.value:
        return endpoint is None
    access = access_of(current_app.view_functions[endpoint])
    return access is not None and access.public
