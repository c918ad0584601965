"""The Chromium that the browser tests and the screenshots drive."""

import os
import shutil
from typing import Any

from playwright.sync_api import ViewportSize

SIZES: dict[str, ViewportSize] = {
    "390px": {"width": 390, "height": 844},
    "1280px": {"width": 1280, "height": 800},
}
"""A phone at the table, and a laptop between games."""


def launch() -> dict[str, Any] | None:
    """How Playwright starts it: what ``CHROMIUM`` names, else what is on the path. None where there is none."""
    found = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None
    )
    if not found:
        return None
    return {
        "executable_path": found,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }
