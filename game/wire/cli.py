"""Answering JSON lines between standard input and standard output."""

import sys
from typing import cast

from game.wire.lines import Answerer, Source, answers, batches


def answer_all(answer: Answerer) -> None:
    """Answer the lines as they arrive; the exit status says whether any erred."""
    any_erred = False
    for lines in batches(cast("Source", sys.stdin.buffer)):
        for told, erred in answers(lines, answer):
            any_erred = any_erred or erred
            sys.stdout.write(told + "\n")
        sys.stdout.flush()
    if any_erred:
        raise SystemExit(1)
