"""The cells of plain lines, all at once and column by column."""

BREAK = ",\n,"  # a cell of its own between two lines


def columns(text: str) -> list[list[str]] | None:
    """Cells of lines without quotation marks; none where lines differ in width."""
    lines = text.replace("\r\n", "\n").removesuffix("\n")
    width, rows = lines.partition("\n")[0].count(",") + 1, lines.count("\n") + 1
    cells = lines.replace("\n", BREAK).split(",")
    breaks = cells[width :: width + 1]
    if "\r" in lines or not len(breaks) == breaks.count("\n") == rows - 1:
        return None
    if len(cells) != rows * (width + 1) - 1:
        return None
    return [cells[place :: width + 1] for place in range(width)]
