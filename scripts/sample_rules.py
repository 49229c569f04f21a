"""Draw held rules at random: the way to each, and the tests to break it under.

How to use what it prints: docs/held-rules.md.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from rulebook.citations import How
from rulebook.coverage import Coverage, State, coverage, documents, house


def tell(rule_id: str, found: Coverage) -> None:
    """Say which entrance asks a rule, along which code, and what carries it."""
    print(f"\n{rule_id}")
    for place in found.places[rule_id]:
        if place.how is not How.GUIDANCE:
            way = " > ".join(place.way) or "no entrance leads here"
            print(f"  {place.file}:{place.line}  {way}")
    for test in found.tests[rule_id]:
        print(f"  {test.file}::{test.name.replace('.', '::')}")


def main(count: int, seed: int, *begins: str) -> None:
    """Draw so many rules; the same seed draws the same rules of the same code.

    Only rules of the documents are drawn, unless it is said how their ids begin.
    """
    found = coverage()
    every = [*documents(), *house()] if begins else documents()
    held = sorted(found.in_state(every, State.ENFORCED))
    held = [each for each in held if each.startswith(begins)] if begins else held
    print(f"{count} of {len(held):,} enforced rules, seed {seed}.")
    for rule_id in sorted(random.Random(seed).sample(held, count)):
        tell(rule_id, found)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
