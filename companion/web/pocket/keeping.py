"""What a browser does for own decks: it keeps them, hands over chosen files, and decodes pictures."""

import json
import os
import shutil
from pathlib import Path

from companion.data.decks.sources import Handed
from companion.errors import InputError
from companion.service.press.own_decks import OWN, decks_folder, homely, kept_decks, own_deck
from companion.web.pocket.pictures import Browser, BrowserPictures, Sent


class Decks:
    """Own decks, which the browser keeps; those that are asked for lie in the folder of decks too."""

    def __init__(self, browser: Browser) -> None:
        self._browser, self.pictures = browser, BrowserPictures(browser)
        self._here = set[str]()
        self._sent: Sent | None = None

    async def look(self, asked: str, sent: Sent | None) -> None:
        """See what is kept before a page is asked for, which may name a deck, and bring that one."""
        self._sent = sent
        kept = json.loads(await self._browser.names())
        known = {name: called for name, called, _ in kept}
        folder = decks_folder()
        for gone in {each.name for each in folder.glob("own-*")} - known.keys():
            shutil.rmtree(folder / gone)
            self._here.discard(gone)
        for name, called in known.items():
            if name not in self._here:
                (folder / name / called).mkdir(parents=True, exist_ok=True)
        for name in set(OWN.findall(asked)) & known.keys() - self._here:
            shutil.rmtree(folder / name)
            await self._browser.bring(name, str(folder / name))
            await self._browser.besides(str(folder / name))
            await self.pictures.prepare(folder / name)
            self._here.add(name)
        for name, _, taken in kept:
            os.utime(folder / name, (taken, taken))

    async def receive(self, folder: Path) -> str:
        """Lay out the files that came along in a folder, and say what one of them alone is called."""
        files = (
            [(str(name), int(size)) for name, size in json.loads(self._sent.listed())] if self._sent else []
        )
        if self._sent is None or not files:
            raise InputError("Choose a file first.")
        alone = Path(files[0][0]) if len(files) == 1 else Path()
        zipped = alone.suffix.lower() == ".zip"
        handed, goal = Handed(folder), folder.with_suffix(".zip")
        for number, (name, size) in enumerate(files):
            place = goal if zipped else handed.goal(name, size)
            handed.count(size if zipped else 0)
            if place is not None:
                await self._sent.place(number, str(place))
        if zipped:
            handed = Handed(folder)
            handed.unpack(goal.rename(goal.with_name(alone.name)))
        return alone.stem

    async def keep(self, name: str) -> None:
        """Have the browser keep a deck that lies among those that are kept, or nothing of it."""
        home = decks_folder() / name
        try:
            if not await self._browser.besides(str(home)):
                raise InputError(
                    "What it needs besides is not on this phone yet; try again when there is a network."
                )
            await self.pictures.prepare(home, "whole")
            own_deck(name, faulty=True)
            if not await self._browser.keep(name, kept_decks()[name], str(home)):
                raise InputError("This phone has no room left for it; delete another deck first.")
        except InputError as error:
            shutil.rmtree(home)
            raise InputError(homely(error.whole)) from None
        self._here.add(name)

    async def drop(self, name: str) -> None:
        """Keep a deck no more."""
        await self._browser.drop(name)
        shutil.rmtree(decks_folder() / name, ignore_errors=True)
        self._here.discard(name)
