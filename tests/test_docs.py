"""What the pages for newcomers name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md")
TOPS = {path.name for path in ROOT.iterdir() if path.is_dir()}
NAMED = re.compile(r"`([\w.-]+/[\w./*-]*)`")  # a path, such as `house/floor/`
LINKED = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_files_and_folders_that_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = {path for path in NAMED.findall(text) if path.partition("/")[0] in TOPS}
    gone = [path for path in sorted(paths) if not any(ROOT.glob(path.rstrip("/")))]
    assert not gone
    folder = (ROOT / name).parent
    assert not [to for to in LINKED.findall(text) if not (folder / to).exists()]
