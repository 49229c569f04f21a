"""Tablets that send the same again until they are answered, and a night of them."""

import http.client
import json
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from bench.floor import SECRET, furnished
from bench.serving import LOOK, Served
from bench.tablet import Tablet

TABLES = 2
SHUFFLE = 0.2  # seconds between two rounds
Answer = tuple[int, dict[str, Any]]


class Patient(Tablet):
    """A tablet that asks again when it is cut off or told to, and keeps count."""

    def __post_init__(self) -> None:
        self.answered: set[str] = set()
        self.longest = 0.0
        super().__post_init__()

    def _send(self, path: str, said: dict[str, Any]) -> Answer:
        begun = time.monotonic()
        while (answer := self._once(path, said)) is None:
            self.line.close()
            time.sleep(LOOK)
        self.longest = max(self.longest, time.monotonic() - begun)
        acts = said.get("actions", [said])
        self.answered.update(each["key"] for each in acts)
        return answer

    def _once(self, path: str, said: dict[str, Any]) -> Answer | None:
        """The answer; none from a house that is cut off or says to come again."""
        with suppress(OSError, http.client.HTTPException):
            self.line.request("POST", path, json.dumps(said), self.headers)
            answer = self.line.getresponse()
            body = answer.read()
            return None if answer.status == 503 else (answer.status, json.loads(body))
        return None


class Night:
    """Tables at which play goes on while processes of the house are killed."""

    def __init__(self, url: str, folder: Path) -> None:
        self._stack = ExitStack()
        found = self._stack.enter_context(furnished(url, TABLES))
        self.db, token = found.db, found.token
        self.house = Served(url, folder, HOUSE_MODE="demo", SECRET_KEY=SECRET)
        numbers = range(1, TABLES + 1)
        self.tablets = [Patient(self.house.port, token, number) for number in numbers]
        self._over = threading.Event()

    def close(self) -> None:
        """End the house and let go of the tablets."""
        self.house.close()
        self._stack.close()
        for tablet in self.tablets:
            tablet.line.close()

    def under_kills(
        self, parts: Iterable[str], until_next: Callable[["Night"], None]
    ) -> list[float]:
        """Kill these one after another under play; how long each took to mend."""
        with ThreadPoolExecutor(TABLES) as together:
            playing = [together.submit(self._play, each) for each in self.tablets]
            try:
                took = [self._killed(part, until_next) for part in parts]
            finally:
                self._over.set()
            for tablet in playing:
                tablet.result()
        return took

    def _play(self, tablet: Tablet) -> None:
        while not self._over.is_set():
            tablet.round()
            time.sleep(SHUFFLE)

    def _killed(self, part: str, until_next: Callable[["Night"], None]) -> float:
        begun = time.monotonic()
        self.house.kill(part)
        took = time.monotonic() - begun
        until_next(self)
        return took

    def another_round(self) -> None:
        """Wait until every table has played on."""
        before = [tablet.playing for tablet in self.tablets]
        for tablet, number in zip(self.tablets, before, strict=True):
            self.house.until(lambda t=tablet, n=number: t.playing > n)  # type: ignore[misc]
