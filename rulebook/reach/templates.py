"""Which attributes the templates read, by the names the code calls them."""

import re
from collections.abc import Iterator
from pathlib import Path

CODE = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
OTHER = re.compile(r"""["']([^"']+\.(?:html|txt|xml))["']""")


class Templates:
    """The templates of a project; each is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[str] = set()

    def reads(self, name: str) -> Iterator[tuple[str, str]]:
        """What a template and those inside it read: of which attribute, and which."""
        if name in self._seen or not name.endswith((".html", ".txt", ".xml")):
            return
        self._seen.add(name)
        path = self._folder / name
        for code in CODE.findall(path.read_text("utf-8")) if path.is_file() else ():
            yield from _attributes(code)
            for other in OTHER.findall(code):
                yield from self.reads(other)


def _attributes(code: str) -> Iterator[tuple[str, str]]:
    """Every attribute in a piece of template code, with the one before it."""
    for chain in re.findall(r"[\w)\]](?:\s*\.\s*[A-Za-z_]\w*)+", code):
        _, *names = re.split(r"\s*\.\s*", chain)
        yield from zip(["", *names], names, strict=False)
