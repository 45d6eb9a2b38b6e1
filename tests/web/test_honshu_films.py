"""A map is filmed at the laptop: frames are sent one by one, and what they told becomes one's own map."""

import asyncio
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.errors import CompanionError, Refused
from companion.service.honshu.filming import Film, Frame
from companion.web.app import make_app
from companion.web.honshu import films
from companion.web.house import Settings
from companion.web.people import PLAYER, WATCHER
from tests.play.honshu import moves as honshu_moves
from tests.vision.photos.film import film
from tests.vision.test_watching import FILM, filmed
from tests.web.conftest import fields
from tests.web.seen_photos import JPEG

AT = "/t/friday/photo"


class Here:
    """A talk in this program."""

    def __init__(self, work: Callable[[Any], object] = str) -> None:
        self._work = work

    async def ask(self, wish: Any) -> object:
        return self._work(wish)

    def end(self) -> None:
        pass


class Talk(Here):
    """One that answers when it is told to, and knows whether it was ended."""

    def __init__(self, work: Callable[[Any], object] = str) -> None:
        super().__init__(work)
        self.goes_on, self.ended, self.asked = asyncio.Event(), False, 0

    async def ask(self, wish: Any) -> object:
        self.asked += 1
        await self.goes_on.wait()
        if self.ended:
            raise MemoryError
        return self._work(wish)

    def end(self) -> None:
        self.ended = True


@pytest.fixture
def app(tables):
    return make_app(tables, Settings(talk=cast("Any", Here)))


@pytest.fixture
def phone(browser, house, shelf):
    honshu_moves.begin(shelf, "friday", {"blue": "Aya", "red": "Bo"}, 5)

    def made(seat: str = "blue", name: str = "Aya"):
        client = browser(PLAYER)
        house.people.sit("friday", seat, house.people.find(client.cookies["companion"]), name)
        return client

    return made


def send(client, content: bytes, **more: str):
    form = {"token": fields(client.get(AT).text)["token"], **more}
    return client.post(f"{AT}/frame", data=form, files={"frame": ("frame.jpg", content, "image/jpeg")})


def take(client):
    empty = {name: ("", b"", "application/octet-stream") for name in ("camera", "file")}
    return client.post(AT, data={**fields(client.get(AT).text), "film": "1"}, files=empty)


def test_frames_are_told_and_become_ones_map(phone) -> None:
    """As many cards, doubts and remarks as the same frames give elsewhere; another map does no harm."""
    aya, (frames, known, _) = phone(), filmed()
    for number, (frame, seen) in enumerate(zip(frames, known, strict=True)):
        told = send(aya, frame.jpeg, **({} if number else {"begins": "1"})).json()
        assert told["counted"] == str(seen.counted)
        assert told["complete"] is seen.complete
        assert bool(told["remark"]) is (seen.remark is not None)
        assert len(told["seals"]) == len(seen.seals)
        assert len(told["squares"]) == len(seen.reading.squares)
    pictures = {picture for *_, doubt, picture in told["squares"] if not doubt}
    assert all(re.fullmatch(r"/static/[0-9a-f]{10}/img/sq-[\w-]+\.png", each) for each in pictures)
    assert all(aya.get(each).status_code == 200 for each in pictures)
    other = send(aya, next(film(3, 12)).jpeg).json()
    assert other["remark"] == "This is another map than before; film one."
    assert (other["counted"], other["squares"]) == (told["counted"], told["squares"])
    page = take(aya)
    assert page.url.path == f"{AT}/map"
    assert "Every square is known" in page.text
    assert aya.get(f"{AT}/picture").content[:2] == b"\xff\xd8"
    assert "No map was seen yet" in take(aya).text  # the film is let go
    form = {**fields(aya.get(f"{AT}/map").text), "again": "1"}
    assert aya.post(f"{AT}/map", data=form).url.path == f"{AT}/map"  # read once more, as photos


def test_a_new_film_begins_where_its_frame_says_so() -> None:
    here, (frames, known, _) = Film(), filmed()
    for frame, seen in zip(frames[:2], known, strict=False):
        assert here(Frame(frame.jpeg)).counted == seen.counted
    told = here(Frame(frames[0].jpeg, begins=True))
    assert (told.counted, told.frames) == (known[0].counted, (1,))
    assert len(here(None).shown) == 1


def test_frames_are_kept_as_long_as_their_map_needs_them(monkeypatch) -> None:
    here, frames = Film(), filmed()[0]
    for frame in frames:
        told = here(Frame(frame.jpeg))
    assert tuple(here._kept) == told.frames != tuple(range(1, 7))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "frame.jpg: the file is empty; a photo was expected."),
        (b"no photo", "this is no photo that can be read"),
        (JPEG, "the photo has 1 x 1 pixels"),
    ],
)
def test_what_is_no_frame_is_told_and_the_film_goes_on(phone, content: bytes, sentence: str) -> None:
    aya, frame = phone(), next(film(FILM, 10)).jpeg
    before = send(aya, frame).json()
    refused = send(aya, content)
    assert refused.status_code == 422
    assert sentence in refused.json()["refused"]
    assert send(aya, frame).json()["squares"] == before["squares"]


def test_a_frame_without_a_map_is_no_map(phone) -> None:
    aya = phone()
    assert "No map was seen yet; point the camera at it" in take(aya).text
    grey = next(film(FILM, 10, exposure=0.0)).jpeg
    assert send(aya, grey).json()["counted"] == "0 of 13 cards"
    assert "No map was seen yet; point the camera at it" in take(aya).text


def test_frames_come_from_a_page_of_this_table_and_from_a_seat(phone, browser) -> None:
    aya, frame = phone(), {"frame": ("frame.jpg", JPEG, "image/jpeg")}
    token = {"token": fields(aya.get(AT).text)["token"]}
    assert "not from a page of this table" in aya.post(f"{AT}/frame", files=frame).text
    elsewhere = aya.post(f"{AT}/frame", data=token, files=frame, headers={"origin": "https://example.org"})
    assert "not from a page of this table" in elsewhere.text
    large = {"frame": ("frame.jpg", bytes(2_000_000), "image/jpeg")}
    assert "That is too much to send" in aya.post(f"{AT}/frame", data=token, files=large).text
    assert browser(WATCHER).post(f"{AT}/frame", files=frame).status_code == 403
    assert browser().post(f"{AT}/frame", files=frame).status_code == 403
    assert aya.get(f"{AT}/frame").url.path == "/t/friday"


def test_the_camera_is_permitted_where_it_is_looked_through_and_nowhere_else(phone) -> None:
    aya = phone()
    permitted = {
        path: "camera=(self)" in aya.get(path).headers["permissions-policy"]
        for path in (AT, "/t/friday/squares", "/t/friday", "/", "/settings", "/print")
    }
    assert [path for path, may in permitted.items() if may] == [AT]
    assert " data-camera" in aya.get(AT).text
    assert " data-camera" not in aya.get("/t/friday/squares").text


class At(SimpleNamespace):
    """As much of a visit as a film asks for."""

    def __init__(self, house: Any, seat: str = "blue") -> None:
        super().__init__(house=house, seat=seat, table_name="friday", who=SimpleNamespace(id="a"))


class House:
    """As much of a house as a film asks for; keeps the talks that were begun."""

    def __init__(self) -> None:
        self.talks = list[Talk]()
        self.settings = Settings(talk=cast("Any", self.begun))

    def begun(self, _: object) -> Talk:
        self.talks.append(Talk())
        return self.talks[-1]


async def reached(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0)


def test_one_frame_a_phone_is_looked_at_and_few_films_run() -> None:
    async def play() -> None:
        house = House()
        going = [
            asyncio.create_task(films.ask_film(At(house, str(seat)), Frame(b"")))
            for seat in range(films._MOST_FILMS)
        ]
        await reached(lambda: sum(each.asked for each in house.talks) == films._MOST_FILMS)
        with pytest.raises(Refused, match="this one came too early"):
            await films.ask_film(At(house, "0"), Frame(b""))
        with pytest.raises(Refused, match="Other phones are filming"):
            await films.ask_film(At(house, "one more"), Frame(b""))
        for talk in house.talks:
            talk.goes_on.set()
        await asyncio.gather(*going)
        assert len(house.talks) == films._MOST_FILMS

    asyncio.run(play())


def test_a_film_is_let_go_when_it_is_taken_and_when_no_frame_comes(monkeypatch) -> None:
    async def play() -> None:
        house = House()
        going = asyncio.create_task(films.ask_film(At(house), Frame(b"")))
        await reached(lambda: bool(house.talks))
        house.talks[0].goes_on.set()
        await going
        assert not house.talks[0].ended
        await films.ask_film(At(house), None)
        assert house.talks[0].ended
        monkeypatch.setattr(films, "_IDLE", 0.05)
        going = asyncio.create_task(films.ask_film(At(house), Frame(b"")))
        await reached(lambda: len(house.talks) == 2)
        house.talks[1].goes_on.set()
        await going
        await reached(lambda: house.talks[1].ended)
        assert films._RUNNING[house] == {}

    asyncio.run(play())


@pytest.mark.parametrize(
    ("failing", "told"), [(TimeoutError, "took too long"), (MemoryError, "could not be")]
)
def test_a_frame_that_ends_its_film_is_told_and_the_next_begins_one(failing, told: str) -> None:
    class Fails(Talk):
        async def ask(self, wish: Any) -> object:
            raise failing

    async def play() -> None:
        house = House()
        house.settings = Settings(talk=cast("Any", Fails))
        with pytest.raises(CompanionError, match=told):
            await films.read_beside(films.ask_film(At(house), Frame(b"")))
        assert films._RUNNING[house] == {}

    asyncio.run(play())
