"""Which attributes the templates read, by the names the code calls them."""

import re
from collections.abc import Iterator
from pathlib import Path

CODE = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
ATTRIBUTE = re.compile(r"\.\s*([A-Za-z_]\w*)")
OTHER = re.compile(r"""["']([^"']+\.(?:html|txt|xml))["']""")


class Templates:
    """The templates of a project; each is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: set[str] = set()

    def reads(self, name: str) -> Iterator[str]:
        """The attributes a template reads, and those of every template inside it."""
        if name in self._seen or not name.endswith((".html", ".txt", ".xml")):
            return
        self._seen.add(name)
        path = self._folder / name
        for code in CODE.findall(path.read_text("utf-8")) if path.is_file() else ():
            yield from ATTRIBUTE.findall(code)
            for other in OTHER.findall(code):
                yield from self.reads(other)
