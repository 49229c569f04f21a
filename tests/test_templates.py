"""Templates can be read: their lines wrap."""

from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
LONGEST = 120


def test_no_line_of_a_template_runs_off_the_screen():
    assert not [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
