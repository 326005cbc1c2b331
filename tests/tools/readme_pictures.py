"""Pictures of the README from the games of `scorekeeper demo`: `./run readme_pictures [DIRECTORY]`.

By default, they are written to `docs/screenshots`. The moving picture is an animated PNG, which browsers and forges
play like a GIF, with all its colours.
"""

import base64
import struct
import sys
import tempfile
import threading
import zlib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from waitress.server import create_server

from scorekeeper.commands.demo_games import fill
from scorekeeper.pairing import pairing_key
from scorekeeper.web import create_app
from tests.tools.browser import NO_SANDBOX, start
from tests.tools.pictures import FOLDER, SERVER, follow, new_phone, open_page, press, send, step

PNG = b"\x89PNG\r\n\x1a\n"
SHORT, LONG, REFUSED, LAST = 300, 750, 1_600, 1_500  # milliseconds that a frame of the moving picture is shown
GAP = 16
TOGETHER = """<!DOCTYPE html>
<body style="margin:0;display:flex;gap:16px;padding:16px;align-items:center;background:#e9e2d8">
{}</body>"""
IMAGE = '<img src="data:image/png;base64,{}" width="{}" style="border-radius:14px;box-shadow:0 1px 6px #0006">'
SCREEN = {"width": 1280, "height": 720}


def take(browser: Browser, key: str, folder: Path) -> Iterator[Path]:
    """Take all pictures in an instance with the games of the demo, and yield their paths."""

    def picture(name: str, page: Page) -> Path:
        path = folder / f"readme-{name}.png"
        page.wait_for_timeout(300)  # until the highlight of the last tap is gone
        page.screenshot(path=path, animations="disabled")
        return path

    first, second = new_phone(browser), new_phone(browser)
    frames = []
    for duration in evening(first, second, key):
        frames.append((side_by_side(browser, [(first, 296), (second, 296)]), duration))
        if duration == REFUSED:
            yield picture("refused", second)
    moving = folder / "readme-two-phones.png"
    moving.write_bytes(animated(frames))
    yield moving

    open_page(second, "/past")
    yield picture("history", second)
    dark = new_phone(browser, locale="de", color_scheme="dark")
    open_page(dark, f"/pair/{key}")
    follow(dark.get_by_role("link", name="Don Carlo").first)
    yield picture("dark-german", dark)

    open_page(first, "/")
    follow(first.get_by_role("link", name="Skull King").first)
    table = first.url.partition("?")[0]
    step(first)
    press(first, "20")
    yield picture("round", first)
    screen = browser.new_context(base_url=f"http://{SERVER}", viewport=SCREEN, reduced_motion="reduce").new_page()
    open_page(screen, f"/pair/{key}")
    open_page(screen, f"{table}/screen")
    open_page(second, table)
    path = folder / "readme-screen.png"
    path.write_bytes(side_by_side(browser, [(first, 210), (screen, 640), (second, 210)]))
    yield path
    press(first, "44")
    send(first)
    expect(first.get_by_role("link", name="Rematch")).to_be_visible()
    yield picture("result", first)


def evening(first: Page, second: Page, key: str) -> Iterator[int]:
    """Play on two phones, and yield how long each frame of the moving picture is shown.

    The second phone is paired; the first one enters, and the second one is refused a code name and then takes the lead.
    """
    open_page(first, f"/pair/{key}")
    open_page(first, "/share")
    open_page(second, "/")
    first.get_by_role("region", name="Pair another phone").locator("summary").tap()
    yield LONG
    open_page(second, first.locator("#pair-link").text_content() or "")
    yield LONG
    for page in (first, second):
        open_page(page, "/")
        follow(page.get_by_role("link", name="Don Carlo").first)
    yield LONG
    for page, digits, total in ((first, "25", "31"), (second, "136", None), (second, "36", "37")):
        page.locator("[data-number='0'][aria-disabled]").wait_for()
        for digit in digits:
            page.locator(f"[data-number='{digit}']").tap()
            yield SHORT
        if total is None:
            expect(page.locator(".verdict-stop")).to_be_visible()
            yield REFUSED
            for _ in digits:
                page.locator("[data-backspace]").tap()
            continue
        page.locator("#send").tap()
        for each in (first, second):
            expect(each.locator(".standings")).to_contain_text(total)
            yield SHORT
        yield LONG
    yield LAST


def side_by_side(browser: Browser, pages: Sequence[tuple[Page, int]]) -> bytes:
    """Return one picture of several pages, each with its width in pixels."""
    shots = [(base64.b64encode(page.screenshot(animations="disabled")).decode(), width) for page, width in pages]
    with browser.new_context(
        viewport={"width": sum(width + GAP for _, width in shots) + GAP, "height": 100}
    ) as context:
        joined = context.new_page()
        joined.set_content(TOGETHER.format("".join(IMAGE.format(*shot) for shot in shots)))
        return joined.screenshot(full_page=True)


def animated(frames: Sequence[tuple[bytes, int]]) -> bytes:
    """Return an animated PNG of pictures with the same size, each with its duration in milliseconds.

    Equal pictures in a row become one. A viewer without animations shows the last picture. Source:
    https://www.w3.org/TR/png-3/#animation-information
    """
    merged: list[tuple[bytes, int]] = []
    for picture, duration in frames:
        before = merged.pop() if merged and merged[-1][0] == picture else (picture, 0)
        merged.append((picture, before[1] + duration))
    header = next(data for kind, data in chunks(merged[0][0]) if kind == b"IHDR")
    written = [chunk(b"IHDR", header), chunk(b"acTL", struct.pack(">II", len(merged), 0))]
    written.append(chunk(b"IDAT", pixels(merged[-1][0])))
    numbers = count()
    for picture, duration in merged:
        control = struct.pack(">I8sIIHHBB", next(numbers), header[:8], 0, 0, duration, 1000, 0, 0)
        written.append(chunk(b"fcTL", control))
        written.append(chunk(b"fdAT", struct.pack(">I", next(numbers)) + pixels(picture)))
    return PNG + b"".join(written) + chunk(b"IEND", b"")


def pixels(picture: bytes) -> bytes:
    """Return the pixels of a PNG, compressed as far as possible."""
    return zlib.compress(zlib.decompress(b"".join(data for kind, data in chunks(picture) if kind == b"IDAT")), 9)


def chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the type and data of each chunk of a PNG."""
    at = len(PNG)
    while at < len(picture):
        length, kind = struct.unpack(">I4s", picture[at : at + 8])
        yield kind, picture[at + 8 : at + 8 + length]
        at += length + 12


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main(folder: Path) -> None:
    """Make all pictures in a directory."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as instance, sync_playwright() as playwright:
        app = create_app(Path(instance))
        service = app.extensions["service"]
        fill(service, seed=1)
        server = create_server(app, host="127.0.0.1", port=0, clear_untrusted_proxy_headers=True)
        threading.Thread(target=server.run, daemon=True).start()
        here = f"--host-resolver-rules=MAP {SERVER} 127.0.0.1:{server.effective_port}"
        browser = start(playwright.chromium.launch, args=[NO_SANDBOX, here])
        for path in take(browser, pairing_key(service.store), folder):
            print(path)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER)
