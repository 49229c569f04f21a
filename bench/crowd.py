"""A crowd before the house: many who ask at the same instant, and ask again if told."""

import asyncio
import random
import resource
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from bench.floor import House

GIVE_UP = 60.0  # seconds, after which nobody waits for an answer any more
DEVICE = "bench-tablet-{:08}"


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody asks for, on a connection of their own."""

    path: str
    cookie: str = ""

    def spelt(self) -> bytes:
        """The request as it goes over the line."""
        lines = [f"GET {self.path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        if self.cookie:
            lines += [f"Cookie: session={self.cookie}", "X-Poll: console"]
        return "\r\n".join([*lines, "", ""]).encode()


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back in the end, how often it was asked for, and how long it took."""

    status: int
    seconds: float
    times: int = 1


def consoles(house: House, count: int, tables: int) -> list[Question]:
    """The polls of so many tablets, spread over the tables."""
    path = "/desk/tables/{}/console/now?device={}"
    return [
        Question(path.format(number % tables + 1, DEVICE.format(number)), house.token)
        for number in range(count)
    ]


def readers(count: int) -> list[Question]:
    """So many of the public, each with the rules of the house open."""
    pages = ("/rules/", "/rules/CROWN3", "/rules/STAR4")
    return [Question(pages[number % len(pages)]) for number in range(count)]


def together(port: int, questions: Sequence[Question]) -> list[Answered]:
    """Ask all of them at the same instant."""
    allow_sockets(len(questions))
    return asyncio.run(_all(port, questions))


async def _all(port: int, questions: Iterable[Question]) -> list[Answered]:
    asked = (_until_answered(port, question) for question in questions)
    return list(await asyncio.gather(*asked))


async def _until_answered(port: int, question: Question) -> Answered:
    """Ask, and again when the house says so, as tablets do."""
    begun, times = perf_counter(), 0
    while True:
        times += 1
        status, away = await asyncio.wait_for(_ask(port, question), GIVE_UP)
        spent = perf_counter() - begun
        if not away or spent > GIVE_UP:
            return Answered(status, spent, times)
        await asyncio.sleep(away * random.uniform(1, 1.5))  # noqa: S311


async def _ask(port: int, question: Question) -> tuple[int, float]:
    """The status, and for how long the house asks us to stay away."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(question.spelt())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()
    _, _, told = head.partition("retry-after: ")
    return int(head.split()[1]), float(told.split()[0]) if told else 0.0


def allow_sockets(count: int) -> None:
    """Open files enough for a socket each."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 2 * count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * count, hard), hard))
