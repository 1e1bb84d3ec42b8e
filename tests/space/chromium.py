"""Chromium for the tests, and all that a page should not do while they use it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --autoplay-policy=no-user-gesture-required"
)


def where() -> str | None:
    """The browser of this machine; None if it has none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@dataclass
class Misdeeds:
    """What pages did wrong: errors on the console, exceptions, requests to others, dialogs."""

    home: str
    found: list[str] = field(default_factory=list)

    def watch(self, page: Any) -> None:
        """Write down what a page does wrong from now on."""
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("pageerror", lambda error: self.found.append(f"exception: {error}"))
        page.on("request", lambda request: self._asked(request.url))
        page.on("dialog", self._dialog)

    def _said(self, kind: str, text: str) -> None:
        if kind == "error":
            self.found.append(f"console: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.home, "data:", "blob:")):
            self.found.append(f"request: {url}")

    def _dialog(self, dialog: Any) -> None:
        self.found.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@contextmanager
def browser() -> Iterator[Any]:
    """The browser, headless."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=where(), args=_SWITCHES.split())
        try:
            yield launched
        finally:
            launched.close()
