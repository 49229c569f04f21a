"""Files of the look are sent compressed to who can read them; pages never are."""

import gzip
from pathlib import Path

import pytest

LOOK = "/static/app.css"
ASKED = {"Accept-Encoding": "br, gzip;q=0.8"}


@pytest.fixture
def client(app):
    """A browser of nobody in particular."""
    return app.test_client()


@pytest.fixture
def look(app):
    """The bytes of the stylesheet."""
    return (Path(app.static_folder) / "app.css").read_bytes()


def test_a_file_of_the_look_is_compressed_for_who_can_read_it(client, look):
    given = client.get(LOOK, headers=ASKED, buffered=True)
    assert given.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(given.data) == look
    assert int(given.headers["Content-Length"]) == len(given.data) < len(look) / 3
    assert given.mimetype == "text/css"


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0"])
def test_whoever_cannot_read_it_gets_the_file_as_it_is(client, look, accepted):
    given = client.get(LOOK, headers={"Accept-Encoding": accepted}, buffered=True)
    assert "Content-Encoding" not in given.headers
    assert given.data == look
    assert given.headers["Vary"] == "Accept-Encoding"


def test_a_file_that_has_not_changed_is_not_sent_again_in_either_form(client):
    for headers in ({}, ASKED):
        tag = client.get(LOOK, headers=headers, buffered=True).headers["ETag"]
        again = client.get(
            LOOK, headers=headers | {"If-None-Match": tag}, buffered=True
        )
        assert (again.status_code, again.data) == (304, b"")
        assert (again.headers["ETag"], again.headers["Vary"]) == (
            tag,
            "Accept-Encoding",
        )


def test_a_part_of_a_file_is_sent_as_it_is(client, look):
    given = client.get(LOOK, headers=ASKED | {"Range": "bytes=0-9"}, buffered=True)
    assert (given.status_code, given.data) == (206, look[:10])
    assert "Content-Encoding" not in given.headers


@pytest.mark.parametrize(
    "path", ["/sign-in", "/static/favicon.svg", "/static/no-such.css"]
)
def test_pages_short_files_and_refusals_are_not_compressed(client, path):
    given = client.get(path, headers=ASKED, buffered=True)
    assert given.data
    assert "Content-Encoding" not in given.headers
