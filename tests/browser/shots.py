"""Pictures of pages, kept for whoever asks for them."""

import os
from pathlib import Path

SHOTS = os.environ.get("SHOTS")


def shot(page, name):
    """Keep a picture of the whole page."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)
