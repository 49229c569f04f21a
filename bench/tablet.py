"""A tablet at a table of the bench: what it sends, and how long the answer takes."""

import http.client
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bench.floor import OPTIONS, SEATS, TOKEN, Action


@dataclass
class Tablet:
    """A tablet at one table that keeps one connection and one round going.

    It knows its game by heart, as a dealer does: everybody stays to the end.
    """

    port: int
    token: str
    number: int
    waits: list[float] = field(default_factory=list)
    actions: int = 0
    most: int = 40  # actions to a request
    keys: Iterator[int] = field(default_factory=itertools.count)
    playing: int = 0  # the number of the round
    seq: int = 0
    left: list[list[Action]] = field(default_factory=list)  # by stage

    def __post_init__(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.headers = {"Cookie": f"session={self.token}"}
        status, page, cookie = self.get("/desk/help")
        token = TOKEN.search(page)
        if status != 200 or token is None:
            raise RuntimeError(f"The desk answered {status}.")
        self.headers["Cookie"] += f"; {cookie.partition(';')[0]}"
        self.headers |= {
            "Content-Type": "application/json",
            "X-CSRFToken": token[1],
        }

    def get(self, path: str) -> tuple[int, str, str]:
        """A page as a browser gets it: status, text, and the cookie it sets."""
        self.line.request("GET", path, headers=self.headers)
        answer = self.line.getresponse()
        cookie = answer.headers.get("Set-Cookie", "")
        return answer.status, answer.read().decode(), cookie

    def step(self) -> None:
        """Send the next taps: those that follow without anybody's say in between."""
        if not self.left:
            self.playing = self._post("open", {"options": OPTIONS})["round"]
            self.seq, self.left = 0, self.taps()
            return
        actions, later = self.left[0][: self.most], self.left[0][self.most :]
        keyed = [{"key": self._key(), "action": action} for action in actions]
        place = {"round": self.playing, "expected": self.seq}
        self.seq = self._post("actions", place | {"actions": keyed})["seq"]
        self.actions += len(actions)
        self.left[:1] = [later] if later else []

    def taps(self) -> list[list[Action]]:
        """The taps of the next round, by stage."""
        return stages()

    def round(self) -> None:
        """Play one round from its opening to its end."""
        self.step()
        while self.left:
            self.step()

    def _key(self) -> str:
        return f"bench-{self.number:04}-{next(self.keys):08}"

    def _post(self, what: str, said: dict[str, Any]) -> dict[str, Any]:
        said["key"] = self._key()
        path = f"/desk/tables/{self.number}/rounds/{what}"
        begun = time.perf_counter()
        status, told = self._send(path, said)
        self.waits.append(time.perf_counter() - begun)
        if status != 200:
            raise RuntimeError(f"{status}: {told}")
        return told

    def _send(self, path: str, said: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        self.line.request("POST", path, json.dumps(said), self.headers)
        answer = self.line.getresponse()
        return answer.status, json.loads(answer.read())


def stages(order: tuple[int, ...] = SEATS) -> list[list[Action]]:
    """The taps of a round: the antes and the deal, three streets, the settlement."""
    antes = [_at(seat, "ante", amount=1000) for seat in order]
    bets = [_at(seat, "bet", amount=1000) for seat in SEATS]
    paid = [_at(seat, "settle") for seat in reversed(SEATS)]
    return [
        [*antes, {"act": "no_more_bets"}, {"act": "deal"}, {"act": "bet_or_fold"}],
        *([*bets, {"act": "reveal"}] for _street in range(3)),
        [*paid, {"act": "close"}],
    ]


def _at(seat: int, act: str, **more: int) -> Action:
    return {"act": act, "seat": seat, **more}
