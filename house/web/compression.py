"""Files of the look are sent compressed; pages are not, for they carry secrets.

Whoever can make a page repeat their words and see how long the answer is could guess
the secret of its forms letter by letter. The files of the look are the same for all.
"""

import gzip
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request

TEXT = frozenset(
    {"text/css", "text/javascript", "application/javascript", "image/svg+xml"}
)
LEAST = 1_024  # bytes; what is shorter travels as fast as it is


def init_app(app: Flask) -> None:
    """Send files of the look compressed to whoever can read them so."""
    files = Path(app.static_folder or "")

    @app.after_request
    def compress(response: Response) -> Response:
        if request.endpoint != "static" or response.mimetype not in TEXT:
            return response
        response.vary.add("Accept-Encoding")
        _weaken(response)
        if response.status_code == 200 and request.accept_encodings["gzip"]:
            path = files / str((request.view_args or {})["filename"])
            if path.stat().st_size >= LEAST:
                _put(response, compressed(path, path.stat().st_mtime_ns))
        return response


@lru_cache(maxsize=256)
def compressed(path: Path, _modified_at_ns: int) -> bytes:
    """The file as it was at that time, once."""
    return gzip.compress(path.read_bytes(), mtime=0)


def _weaken(response: Response) -> None:
    """Both forms of a file are one thing to whoever asks whether it has changed."""
    tag, _ = response.get_etag()
    if tag is not None:
        response.set_etag(tag, weak=True)


def _put(response: Response, body: bytes) -> None:
    """Send these bytes in place of the file."""
    response.close()
    response.direct_passthrough = False
    response.set_data(body)
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)
