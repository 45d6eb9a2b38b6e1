"""A photo of a map sent from a phone without any script: what was seen is shown, put right, and scored."""

import asyncio
import re
from dataclasses import dataclass, replace
from html import unescape
from types import SimpleNamespace

import pytest

from companion.errors import Refused
from companion.play.honshu.views import view
from companion.sentences import say
from companion.service.honshu.seen_map import PhotoUpload, SeenPhoto, ShownPhoto, read_photo
from companion.web.app import make_app
from companion.web.app_state import Settings
from companion.web.honshu import photos
from companion.web.people import WATCHER
from tests.play.honshu import moves as honshu_moves
from tests.web.conftest import fields, send_form
from tests.web.seen_photos import JPEG, Looker, card_symbols, reading, rivals


@pytest.fixture
def looker() -> Looker:
    return Looker()


@pytest.fixture
def app(tables, looker):
    return make_app(tables, Settings(run_isolated=looker))


@pytest.fixture
def friday(shelf):
    return honshu_moves.begin(shelf, "friday", {"blue": "Aya", "red": "Bo"}, 5)


@pytest.fixture
def phone(seated_browser, friday):
    return lambda seat="blue", name="Aya": seated_browser("friday", seat, name)


AT = "/t/friday/photo"


def send(client, content: bytes = JPEG, **values: str):
    """The form of the photo's page, sent as a browser sends it: an empty field for the other button."""
    body = {**fields(client.get(AT).text), **values}
    files = {"camera": ("", b"", "application/octet-stream"), "file": ("map.jpg", content, "image/jpeg")}
    return client.post(AT, data=body, files=files)


def settle(client, **values: str):
    return send_form(client, f"{AT}/map", **values)


def grid(app_state) -> list[str]:
    return view(app_state.open_table("friday").state).maps["blue"].map.grid


SEEN = [
    " ".join(card_symbols("17")[2 * row : 2 * row + 2] + card_symbols("29")[2 * row : 2 * row + 2]) for row in range(3)
]


def test_a_completely_read_map_is_taken_over_with_two_taps(phone, app_state) -> None:
    aya = phone()
    page = send(aya)
    assert page.url.path == "/t/friday/photo/map"
    assert page.text.count('class="p"') == 12
    assert "Every square is known" in page.text
    scored = re.search(r'class="sum">(-?\d+)<', page.text)[1]
    form = {**fields(page.text), "take": "1"}
    for _ in range(2):  # sent again after a lost answer
        page = aya.post("/t/friday/photo/map", data=form)
        assert page.url.path == "/t/friday/score"
    assert grid(app_state) == SEEN
    assert f'<span class="sum">{scored}</span>' in page.text
    assert aya.get("/t/friday/photo/picture").status_code == 404
    assert aya.get("/t/friday/photo/map").url.path == "/t/friday/photo"


def crops(page) -> list[str]:
    """The squares that are asked about, by their places in words."""
    return re.findall(r'class="crop"><h2[^>]*>([^<]*)</h2>', page.text)


def taps(page) -> list[str]:
    return re.findall(r'name="told" value="([^"]*)"', page.text)


def test_doubtful_squares_are_settled_on_one_page_with_one_tap_each(phone, app_state, looker) -> None:
    looker.seen = reading(doubts=(0, 5), unknown=(7,))
    aya = phone()
    page = send(aya)
    assert "3 squares are not sure" in unescape(page.text)
    assert crops(page) == ["Row 1, column 1", "Row 2, column 2", "Row 2, column 4"]
    assert taps(page) == ["0.0 L", "1.1 B3", "1.3 b*", "1.3 b"]
    assert 'name="take"' not in page.text
    assert settle(aya, take="1").status_code == 422
    page = settle(aya, told="1.3 b")
    assert (page.url.query, crops(page)) == (b"", ["Row 1, column 1", "Row 2, column 2"])
    page = settle(aya, square="1.1", **{"is": "F"})  # something else
    assert (page.url.query, crops(page)) == (b"", ["Row 1, column 1"])
    page = settle(aya, told="0.0 L")
    assert crops(page) == []
    assert "Every square is known" in page.text
    assert len(crops(send(aya))) == 3  # of another photo nothing is settled
    assert "Every square is known" in settle(aya, rest="1").text
    settle(aya, square="1.1", **{"is": "F"})
    settle(aya, told="1.3 b")
    settle(aya, square="0.1", **{"is": "."})
    settle(aya, square="-1.2", **{"is": "b"})
    settle(aya, take="1")
    assert [row.split() for row in grid(app_state)] == [
        [".", ".", "b", "."],
        ["L", ".", *SEEN[0].split()[2:]],
        [SEEN[1].split()[0], "F", SEEN[1].split()[2], "b"],
        SEEN[2].split(),
    ]


def test_the_choice_between_several_maps_comes_first_and_can_be_undone(phone, app_state, looker) -> None:
    looker.seen = rivals()
    aya = phone()
    page = send(aya)
    told = re.findall(r'name="rival" value="(\d)"|<b>(W[^<]*)</b> <span class="quiet">(\d+) points?<', page.text)
    assert [each for row in told for each in row if each] == [
        *("0", "Without 29", "3"),  # a forest and a town
        *("1", "Without 17", "1"),  # a town
    ]
    assert re.findall(r"<text[^>]*>(\d+)<", page.text) == ["29", "17"]
    assert page.text.count('class="r-out"') == 2
    assert "Two start provinces lie there" in page.text
    assert "Card 5 lies beside the map and is left out." in page.text
    refused = settle(aya, take="1")
    assert (refused.status_code, "Say first which map is yours." in refused.text) == (422, True)
    assert settle(aya, rival="2").status_code == 422
    page = settle(aya, rival="1")
    assert "6 squares" in page.text
    assert "Without 17" in page.text
    assert "Card 5 lies beside the map and is left out." in page.text
    settle(aya, square="0.0", **{"is": "F"})  # the upper left of card 29
    page = settle(aya, whose="1")
    assert page.text.count('name="rival"') == 2
    page = settle(aya, rival="1")
    settle(aya, take="1")
    assert [row.split() for row in grid(app_state)] == [
        ["F", SEEN[0].split()[3]],
        *(row.split()[2:] for row in SEEN[1:]),
    ]


def test_invalid_or_distant_squares_are_refused(phone, looker) -> None:
    aya = phone()
    send(aya)
    for values in (
        {"square": "0.0", "is": "Q"},
        {"square": "0.0", "is": ""},
        {"square": "x", "is": "F"},
        {"square": "90.0", "is": "F"},
    ):
        assert settle(aya, **values).status_code == 422
    answer = settle(phone("red", "Bo"), square="0.0", **{"is": "F"})
    assert (answer.status_code, "The photo is no longer here" in answer.text) == (422, True)


def test_only_its_owner_can_see_a_photo(phone, browser) -> None:
    aya, bo = phone(), phone("red", "Bo")
    send(aya)
    picture = aya.get("/t/friday/photo/picture")
    assert (picture.content, picture.headers["content-type"]) == (JPEG, "image/jpeg")
    assert picture.headers["cache-control"] == "no-store"
    assert bo.get("/t/friday/photo/picture").status_code == 404
    assert bo.get("/t/friday/photo/map").url.path == "/t/friday/photo"
    assert browser(WATCHER).get("/t/friday/photo/picture").status_code == 403
    assert browser().get("/t/friday/photo/picture").url.path == "/join"


@pytest.mark.parametrize(
    ("failing", "told"),
    [(TimeoutError, "too long to read"), (MemoryError, "too large"), (None, "could not be read here")],
)
def test_a_photo_that_cannot_be_read_is_refused_in_one_sentence(
    phone, looker, failing: type[Exception] | None, told: str
) -> None:
    def fail(_wish: PhotoUpload) -> object:
        if failing is not None:
            raise failing
        return ShownPhoto(b"", 1, 1)  # which is no reading

    aya = phone()
    assert "Take or choose a photo first." in send(aya, b"").text
    answer = send(aya, bytes(20_020_000))
    assert (answer.status_code, "too much to send" in answer.text) == (422, True)
    assert looker.uploads == []
    looker.seen = fail
    refused = send(aya)
    assert (refused.status_code, told in refused.text) == (422, True)


def test_photos_are_read_one_after_the_other_few_wait_and_the_oldest_go(monkeypatch) -> None:
    monkeypatch.setattr(photos, "_MOST_WAITING_BYTES", 250)
    running: list[int] = []

    async def slow(_work, upload):
        running.append(len(running))
        await asyncio.sleep(0)
        assert running.pop() == 0
        return SeenPhoto(ShownPhoto(JPEG, 700, 500), reading())

    house = SimpleHouse(Settings(run_isolated=slow))
    seats = [
        SimpleNamespace(seat=seat, table_name="friday", user=SimpleNamespace(id="a"), app_state=house)
        for seat in ("blue", "red", "black")
    ]

    async def evening() -> None:
        uploads = (photos.read_sent_photo(seats[0], PhotoUpload("map.jpg", JPEG)) for _ in range(8))
        told = await asyncio.gather(*uploads, return_exceptions=True)
        assert [type(each) for each in told] == [SeenPhoto] * 5 + [Refused] * 3
        for kept, there in ((3600, [False, True, True]), (0, [False, False, False])):
            monkeypatch.setattr(photos, "_KEPT", kept)
            for seat in seats:
                photos.keep_photo(seat, photos.WaitingPhoto(ShownPhoto(bytes(100), 1, 1)))
            await asyncio.sleep(0.01)
            assert [photos.find_photo(seat) is not None for seat in seats] == there

    asyncio.run(evening())


@dataclass(eq=False)
class SimpleHouse:
    """As much of a house as reading asks for."""

    settings: Settings


def test_a_map_with_missing_cards_is_not_called_whole_until_completed(phone, looker) -> None:
    missing = say("12 of 13 cards were found; enter the rest.")
    looker.seen = replace(reading(cubes=(7,)), remarks=(missing,))
    aya = phone()
    page = send(aya)
    assert missing.translate() in page.text
    page = settle(aya, told="1.3 b")
    assert ("Incomplete map" in page.text, "Every square is known" in page.text) == (True, False)
    assert ("Take it as it is" in page.text, missing.translate() in page.text) == (True, True)
    page = settle(aya, square="-1.2", **{"is": "F"})
    assert missing.translate() not in page.text
    assert ("Every square is known" in page.text, "Take this map" in page.text) == (True, True)


def send_frame(client, content: bytes = JPEG):
    token = {"token": fields(client.get(AT).text)["token"]}
    return client.post(f"{AT}/frame", data=token, files={"frame": ("frame.jpg", content, "image/jpeg")})


def test_the_answer_to_a_frame_lists_its_squares_and_known_count(phone, looker) -> None:
    looker.seen = reading(unknown=(7,), cubes=(1,))
    aya = phone()
    told = send_frame(aya).json()
    assert (told["counted"], told["remark"], told["known"]) == ("2 of 13 cards", None, 10)
    assert [square for *square, _ in told["squares"] if square[2]] == [[0, 1, True], [1, 3, True]]
    pictures = {picture for *_, picture in told["squares"]}
    assert all(re.fullmatch(r"/static/[0-9a-f]{10}/img/sq-[\w-]+\.png", each) for each in pictures)
    assert all(aya.get(each).status_code == 200 for each in pictures)
    assert told["outlines"][0] == [[100, 100], [200, 100], [210, 200], [110, 200]]
    assert aya.get(f"{AT}/picture").status_code == 404
    assert aya.get(f"{AT}/map").url.path == AT


def test_a_frame_is_complete_if_nothing_is_asked_and_says_why_nothing_is_seen(phone, looker) -> None:
    aya = phone()
    for seen, whole in (
        (reading(), True),
        (reading(cubes=(1,)), True),  # no factory wants it
        (reading(cubes=(7,)), False),
        (rivals(), False),
    ):
        looker.seen = seen
        assert send_frame(aya).json()["complete"] is whole
    looker.seen = "no seal is there"
    told = send_frame(aya).json()
    assert (told["remark"], told["squares"], told["complete"]) == ("no seal is there", [], False)
    page = send(aya)  # a photo without a map is shown with the reason, and thrown away
    assert (page.url.path, "no seal is there" in page.text) == (AT, True)
    assert aya.get(f"{AT}/picture").content == JPEG
    aya.post(AT, data={**fields(page.text), "forget": "1"})
    assert aya.get(f"{AT}/picture").status_code == 404
    looker.seen = read_photo
    for content, sentence in ((b"", "is empty"), (b"no photo", "no photo that can be read")):
        refused = send_frame(aya, content)
        assert (refused.status_code, sentence in refused.json()["refused"]) == (422, True)


def test_frames_are_accepted_only_from_a_seat_with_this_tables_token(phone, browser) -> None:
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
    for path, may in ((AT, True), ("/t/friday/squares", False), ("/", False)):
        assert ("camera=(self)" in aya.get(path).headers["permissions-policy"]) is may
