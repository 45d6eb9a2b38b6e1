"""What prints speaks every language, also beside a memory in which the tables have spoken it before."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from companion.data.catalogue import LANGUAGES
from companion.paths import assets
from companion.web.pocket.building import PRESS
from tests.web.pocket.inside import go, tap
from tests.web.pocket.served import Handset, Host, has_restored_memory, until_kept
from tests.web.pocket.spoken import SPOKEN
from tests.web.pocket.unpacked import program
from tests.web.test_words import SPOKEN as WRITTEN
from tests.web.test_words import english

PAGES = ("/print", "/print?game=hogen&margin=zz", "/print/printers", "/print/own")

ASKED = """
import asyncio, json, shutil, sys
from html import unescape
here, languages, pages, begin, press = json.loads(sys.argv[1])
def ask(pocket, path, code):
    answered = asyncio.run(pocket.answer("GET", path, "", b"", code))
    return unescape(answered.body.decode())
exec(begin.replace("/companion", here))
for code in languages:  # the tables are looked at, and their memory is kept
    ask(Pocket.open_rows("[]", "static"), "/", code)
shutil.copytree(f"{here}/later", here, dirs_exist_ok=True)
exec(press)
pocket = Pocket.open_rows("[]", "static")
print(json.dumps({code: [ask(pocket, each, code) for each in pages] for code in languages}))
"""
"""What ``core.js`` has Python do, in a Python of this computer."""


def lay_out(folder: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


@pytest.mark.deep
def test_the_press_finds_its_translations_beside_those_of_the_tables(pocket_folder: Path, tmp_path: Path) -> None:
    lay_out(tmp_path, program(pocket_folder))
    lay_out(tmp_path / "later", program(pocket_folder, PRESS))
    core = (assets() / "web/pocket/core.js").read_text("utf-8")
    begin, press = (re.findall(f"const {name} = `(.*?)`;", core, re.S)[0] for name in ("BEGIN", "PRESS"))
    asked = json.dumps([str(tmp_path), LANGUAGES, PAGES, begin, press])
    done = subprocess.run(
        [sys.executable, "-c", ASKED, asked],
        env={"HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    left = {
        (code, path): found
        for code, pages in json.loads(done.stdout).items()
        for path, page in zip(PAGES, pages, strict=True)
        if (found := {text.strip() for pair in WRITTEN.findall(page) for text in pair} & english(code))
    }
    assert left == {}


@pytest.fixture(scope="module")
def kept(
    playing: Playwright, only_host: Host, pocket_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """A page from a memory that was kept while every language was spoken."""
    only_host.folder = pocket_folder
    only_host.start()
    phone = Handset(playing, tmp_path_factory.mktemp("kept") / "profile", only_host, language="fr")
    page = phone.open()
    for code in LANGUAGES:
        go(page, f"/language?to={code}&back=/")
        expect(page.locator("html")).to_have_attribute("lang", code)
    assert tap(page, "/settings", [["language", "fr"]])[0] == 200  # at the first form it is taken
    until_kept(page, pocket_folder)
    phone.shut_down()
    phone.start()
    page = phone.open()
    assert has_restored_memory(page)
    yield page
    phone.shut_down()
    assert phone.wrong == []


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_a_phone_prints_in_every_language_after_its_first_visit(kept: Page, tmp_path: Path, code: str) -> None:
    strange = english(code)

    def check() -> None:
        expect(kept.locator("html")).to_have_attribute("lang", code)
        assert [each for each in kept.evaluate(SPOKEN) if each in strange] == []

    go(kept, f"/language?to={code}&back=/print")
    go(kept, "/print?game=hogen&sides=fronts")
    expect(kept.locator("h2 small")).to_be_visible()
    check()
    kept.locator("button.act").click()
    expect(kept.locator("a.act[href^='blob:']")).to_be_visible()
    check()
    go(kept, "/print/own")
    check()
    kept.locator("button[name=begin][value=plain]").click()
    expect(kept.locator("main .note[role=status]")).to_be_visible()
    check()
    (tmp_path / "cards.zip").write_bytes(b"PK")
    kept.set_input_files("#files", tmp_path / "cards.zip")
    kept.locator("#own > button").click()
    expect(kept.locator("#problem")).to_be_visible()
    check()
