"""Run resvg in a process of its own, which draws one file after another: a hostile file might draw for ever."""

import atexit
import json
import sys
from base64 import b64decode
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from threading import Lock, Timer
from typing import Any

from companion.press.frame import fonts

FontFace = tuple[str, tuple[str, ...]]  # a font, and the families that files know it by
SERIF, SANS = "Companion Serif", "Companion Sans"  # the families that stand for any serif, and for any without
FAMILIES = {
    **dict.fromkeys(("font_family", "serif_family", "cursive_family", "fantasy_family", "monospace_family"), SERIF),
    "sans_serif_family": SANS,
}
ENGLISH = 0x409  # the first of the languages under which a font names its families
MOST_SECONDS = 40  # by the clock, for others may be at work; of the processor it has 20
PROGRAM = """
import base64, json, sys, time, resvg_py
try:
    from resource import RLIMIT_CPU, getrlimit, setrlimit
except ImportError:
    setrlimit = None
for line in sys.stdin.buffer:
    try:
        if setrlimit:  # each picture has its time, and nobody's end leaves one that is drawn for ever
            setrlimit(RLIMIT_CPU, (int(time.process_time()) + 20, getrlimit(RLIMIT_CPU)[1]))
        print(base64.b64encode(resvg_py.svg_to_bytes(**json.loads(line))).decode(), flush=True)
    except BaseException:
        print(flush=True)
"""
_RUNNING: list[Any] = []  # the process, if it runs
_ONE_BY_ONE = Lock()


@lru_cache(maxsize=16)  # a file that cannot be drawn is tried once, not for every card
def draw_svg(svg: str, faces: tuple[FontFace, ...], name: str) -> str:
    """Draw an SVG with the fonts `faces`; return the path of the picture, or "" if it cannot be drawn."""
    files = [_write_font(*face) for face in faces]
    order = {"svg_string": svg, "dpi": 96, "skip_system_fonts": True, "font_files": files, **FAMILIES}
    content = _draw_order(json.dumps(order))
    file = Path(_make_folder().name, blake2b(content, digest_size=12).hexdigest(), name)
    file.parent.mkdir(exist_ok=True)  # notes name the picture by this file name
    file.write_bytes(content)
    return str(file) if content else ""


@cache
def _make_folder() -> TemporaryDirectory[str]:
    """The folder for pictures and fonts, deleted when Companion exits."""
    return TemporaryDirectory(prefix="companion-")


@cache
def _write_font(font: str, families: tuple[str, ...]) -> str:
    """Write a font to a file under its families, as bold and as italic as they have it."""
    from fontTools.ttLib import TTFont

    font_object = TTFont(BytesIO(fonts.get_font_content(font)))
    font_object["name"].names = []
    font_object["name"].setName(fonts.get_font_name(font), 6, 3, 1, ENGLISH)
    for number, family in enumerate(families or (fonts.get_font_name(font),)):
        font_object["name"].setName(family, 1, 3, 1, ENGLISH + number)
    styles = font.partition(":")[0].split("-")
    bold, italic = "bold" in styles, "italic" in styles
    if "OS/2" in font_object:
        font_object["OS/2"].usWeightClass = 700 if bold else 400
        font_object["OS/2"].fsSelection = 0x20 * bold + italic or 0x40
    font_object["head"].macStyle = bold + 2 * italic
    digest = blake2b(repr(families).encode(), digest_size=4).hexdigest()
    file = Path(_make_folder().name, f"{fonts.get_font_name(font)}-{digest}.ttf")
    with file.open("wb") as goal:
        font_object.save(goal)
    return str(file)


def _draw_order(order: str) -> bytes:
    """The PNG that an order in JSON describes; empty if it fails or takes more than `MOST_SECONDS`."""
    with _ONE_BY_ONE:
        if not _RUNNING:
            command = [sys.executable, "-c", PROGRAM]
            _RUNNING.append(Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL))
        (program,), answer = _RUNNING, b""
        timer = Timer(MOST_SECONDS, program.kill)
        timer.start()
        try:
            with suppress(OSError):  # the process has ended
                program.stdin.write(order.encode() + b"\n")
                program.stdin.flush()
                answer = program.stdout.readline()
        finally:
            timer.cancel()
            timer.join()
            if not answer.endswith(b"\n") or program.poll() is not None:
                end()
        return b64decode(answer) if answer.endswith(b"\n") else b""


@atexit.register
def end() -> None:
    """End the process; the next order starts another."""
    while _RUNNING:
        with suppress(BrokenPipeError), _RUNNING.pop() as program:  # what was not yet written has no reader
            program.kill()
