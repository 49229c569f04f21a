"""Templates can be read: their lines wrap."""

from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
LONGEST = 120
# Pages that still wait to be wrapped; the list only gets shorter.
LONG = {
    "at_table/seats.html",
    "audit/index.html",
    "bare.html",
    "base.html",
    "console/_felt.html",
    "console/_now.html",
    "meters/_terms.html",
    "meters/care.html",
    "meters/show.html",
    "notices/index.html",
    "notices/write.html",
    "payments/limit.html",
    "public/changes.html",
    "rulings/show.html",
    "signs/_sheet.html",
    "tables/show.html",
    "tournaments/_aside.html",
    "tournaments/amend.html",
    "tournaments/path/seats.html",
    "tournaments/path/show.html",
    "tournaments/publish.html",
    "tournaments/structure/_body.html",
}


def test_no_line_of_a_template_runs_off_the_screen():
    long = {
        path.relative_to(TEMPLATES).as_posix()
        for path in TEMPLATES.rglob("*.html")
        if any(len(x) > LONGEST for x in path.read_text("utf-8").splitlines())
    }
    assert long == LONG
