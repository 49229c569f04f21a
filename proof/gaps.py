"""Numbers that were taken out of a long row, and what is left at a place of it."""

from bisect import bisect_right, insort

BLOCK = 256  # ranges side by side before they are parted: a walk stays short


class Gaps:
    """Ranges taken out of a row of numbers; thousands cost no more than a few."""

    def __init__(self) -> None:
        self.total = 0
        self._heads = [0]
        self._blocks: list[list[tuple[int, int]]] = [[]]
        self._sizes = [0]

    def take(self, first: int, after: int) -> None:
        """Take out a range that nothing was taken of before."""
        at = bisect_right(self._heads, first) - 1
        block = self._blocks[at]
        insort(block, (first, after))
        self._sizes[at] += after - first
        self.total += after - first
        if len(block) > 2 * BLOCK:
            self._part(at)

    def left_at(self, place: int) -> int:
        """The number at this place, counted from nought, of those that are left."""
        at = 0
        while at + 1 < len(self._heads):
            if place + self._sizes[at] < self._heads[at + 1]:
                break
            place += self._sizes[at]
            at += 1
        for first, after in self._blocks[at]:
            if place < first:
                break
            place += after - first
        return place

    def _part(self, at: int) -> None:
        block = self._blocks[at]
        parts = block[:BLOCK], block[BLOCK:]
        self._blocks[at : at + 1] = parts
        self._sizes[at : at + 1] = [sum(b - a for a, b in part) for part in parts]
        self._heads.insert(at + 1, parts[1][0][0])
