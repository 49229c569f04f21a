"""Phones with the standings open, in a process of their own, until they are ended."""

import asyncio
import random
import sys
from time import perf_counter

from bench.crowd import allow_sockets
from bench.tournament import SLUG

EVERY = 4.0  # seconds, as static/screens.js has it
SPREAD = 0.25
LIST = f"/t/{SLUG}/standings/list"


async def _watch(port: int, until: float, waits: list[float], chance: float) -> None:
    """One phone: ask, wait about as long as phones do, ask whether it has changed."""
    await asyncio.sleep(chance * EVERY)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    tag, ways = "", random.Random(chance)  # noqa: S311  the same phones every time
    while perf_counter() < until:
        begun = perf_counter()
        tag = await _ask(reader, writer, tag)
        waits.append(perf_counter() - begun)
        await asyncio.sleep(EVERY * ways.uniform(1 - SPREAD, 1 + SPREAD))
    writer.close()


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, tag: str
) -> str:
    """The tag of what the house answers, which is nothing where nothing changed."""
    known = f"If-None-Match: {tag}\r\n" if tag else ""
    writer.write(f"GET {LIST} HTTP/1.1\r\nHost: 127.0.0.1\r\n{known}\r\n".encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    status = int(head.split()[1])
    if status not in {200, 304}:
        raise RuntimeError(f"{LIST} answered {status}.")
    _, _, length = head.partition("content-length: ")
    if status == 200:
        await reader.readexactly(int(length.split()[0]))
    return head.partition("etag: ")[2].split("\r\n")[0] or tag


async def _all(port: int, viewers: int, seconds: float) -> list[float]:
    waits: list[float] = []
    until, chance = perf_counter() + seconds, random.Random(7)  # noqa: S311
    phones = [_watch(port, until, waits, chance.random()) for _ in range(viewers)]
    await asyncio.gather(*phones)
    return waits


def main(port: int, viewers: int, seconds: float) -> None:
    """Watch for so long; say how many answers there were, and the slowest."""
    allow_sockets(viewers)
    waits = asyncio.run(_all(port, viewers, seconds))
    sys.stdout.write(f"{len(waits)} {max(waits)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
