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
from tests.web.conftest import read_fields, send_form
from tests.web.seen_photos import JPEG, FakeLooker, build_reading, build_rivals, list_card_symbols


@pytest.fixture
def looker() -> FakeLooker:
    return FakeLooker()


@pytest.fixture
def app(tables, looker):
    return make_app(tables, Settings(run_isolated=looker))


@pytest.fixture
def phone(seated_browser, friday):
    return lambda seat="blue", name="Aya": seated_browser("friday", seat, name)


AT = "/t/friday/photo"


def send_photo(client, content: bytes = JPEG, **values: str):
    """The form of the photo's page, sent as a browser sends it: an empty field for the other button."""
    body = {**read_fields(client.get(AT).text), **values}
    files = {"camera": ("", b"", "application/octet-stream"), "file": ("map.jpg", content, "image/jpeg")}
    return client.post(AT, data=body, files=files)


def settle_squares(client, **values: str):
    return send_form(client, f"{AT}/map", **values)


def get_grid(app_state) -> list[str]:
    return view(app_state.open_table("friday").state).maps["blue"].map.grid


SEEN = [
    " ".join(list_card_symbols("17")[2 * row : 2 * row + 2] + list_card_symbols("29")[2 * row : 2 * row + 2])
    for row in range(3)
]


def test_a_completely_read_map_is_taken_over_with_two_taps(phone, app_state) -> None:
    aya = phone()
    page = send_photo(aya)
    assert page.url.path == "/t/friday/photo/map"
    assert page.text.count('class="p"') == 12
    assert "Every square is known" in page.text
    scored = re.search(r'class="sum">(-?\d+)<', page.text)[1]
    form = {**read_fields(page.text), "take": "1"}
    for _ in range(2):  # sent again after a lost answer
        page = aya.post("/t/friday/photo/map", data=form)
        assert page.url.path == "/t/friday/score"
    assert get_grid(app_state) == SEEN
    assert f'<span class="sum">{scored}</span>' in page.text
    assert aya.get("/t/friday/photo/picture").status_code == 404
    assert aya.get("/t/friday/photo/map").url.path == "/t/friday/photo"


def list_crops(page) -> list[str]:
    return re.findall(r'class="crop"><h2[^>]*>([^<]*)</h2>', page.text)


def test_doubtful_squares_are_settled_on_one_page_with_one_tap_each(phone, app_state, looker) -> None:
    looker.seen = build_reading(doubts=(0, 5), unknown=(7,))
    aya = phone()
    page = send_photo(aya)
    assert "3 squares are not sure" in unescape(page.text)
    assert list_crops(page) == ["Row 1, column 1", "Row 2, column 2", "Row 2, column 4"]
    assert re.findall(r'name="told" value="([^"]*)"', page.text) == ["0.0 L", "1.1 B3", "1.3 b*", "1.3 b"]
    assert 'name="take"' not in page.text
    assert settle_squares(aya, take="1").status_code == 422
    page = settle_squares(aya, told="1.3 b")
    assert (page.url.query, list_crops(page)) == (b"", ["Row 1, column 1", "Row 2, column 2"])
    page = settle_squares(aya, square="1.1", **{"is": "F"})  # something else
    assert (page.url.query, list_crops(page)) == (b"", ["Row 1, column 1"])
    page = settle_squares(aya, told="0.0 L")
    assert list_crops(page) == []
    assert "Every square is known" in page.text
    assert len(list_crops(send_photo(aya))) == 3  # of another photo nothing is settled
    assert "Every square is known" in settle_squares(aya, rest="1").text
    settle_squares(aya, square="1.1", **{"is": "F"})
    settle_squares(aya, told="1.3 b")
    settle_squares(aya, square="0.1", **{"is": "."})
    settle_squares(aya, square="-1.2", **{"is": "b"})
    settle_squares(aya, take="1")
    assert [row.split() for row in get_grid(app_state)] == [
        [".", ".", "b", "."],
        ["L", ".", *SEEN[0].split()[2:]],
        [SEEN[1].split()[0], "F", SEEN[1].split()[2], "b"],
        SEEN[2].split(),
    ]


def test_the_choice_between_several_maps_comes_first_and_can_be_undone(phone, app_state, looker) -> None:
    looker.seen = build_rivals()
    aya = phone()
    page = send_photo(aya)
    choices = re.findall(r'name="rival" value="(\d)"|<b>(W[^<]*)</b> <span class="quiet">(\d+) points?<', page.text)
    assert [each for row in choices for each in row if each] == [
        *("0", "Without 29", "3"),  # a forest and a town
        *("1", "Without 17", "1"),  # a town
    ]
    assert re.findall(r"<text[^>]*>(\d+)<", page.text) == ["29", "17"]
    assert page.text.count('class="r-out"') == 2
    assert "The photo shows two start provinces" in page.text
    assert "Card 5 lies beside the map and is left out." in page.text
    refused = settle_squares(aya, take="1")
    assert (refused.status_code, "Say first which map is yours." in refused.text) == (422, True)
    assert settle_squares(aya, rival="2").status_code == 422
    page = settle_squares(aya, rival="1")
    assert "6 squares" in page.text
    assert "Without 17" in page.text
    assert "Card 5 lies beside the map and is left out." in page.text
    settle_squares(aya, square="0.0", **{"is": "F"})  # the upper left of card 29
    page = settle_squares(aya, whose="1")
    assert page.text.count('name="rival"') == 2
    page = settle_squares(aya, rival="1")
    settle_squares(aya, take="1")
    assert [row.split() for row in get_grid(app_state)] == [
        ["F", SEEN[0].split()[3]],
        *(row.split()[2:] for row in SEEN[1:]),
    ]


def test_invalid_or_distant_squares_are_refused(phone, looker) -> None:
    aya = phone()
    send_photo(aya)
    for values in (
        {"square": "0.0", "is": "Q"},
        {"square": "0.0", "is": ""},
        {"square": "x", "is": "F"},
        {"square": "90.0", "is": "F"},
    ):
        assert settle_squares(aya, **values).status_code == 422
    answer = settle_squares(phone("red", "Bo"), square="0.0", **{"is": "F"})
    assert (answer.status_code, "The photo is no longer here" in answer.text) == (422, True)


def test_only_its_owner_can_see_a_photo(phone, browser) -> None:
    aya, bo = phone(), phone("red", "Bo")
    send_photo(aya)
    picture = aya.get("/t/friday/photo/picture")
    assert (picture.content, picture.headers["content-type"]) == (JPEG, "image/jpeg")
    assert picture.headers["cache-control"] == "no-store"
    assert bo.get("/t/friday/photo/picture").status_code == 404
    assert bo.get("/t/friday/photo/map").url.path == "/t/friday/photo"
    assert browser(WATCHER).get("/t/friday/photo/picture").status_code == 403
    assert browser().get("/t/friday/photo/picture").url.path == "/join"


@pytest.mark.parametrize(
    ("failing", "message"),
    [(TimeoutError, "too long to read"), (MemoryError, "too large"), (None, "could not be read here")],
)
def test_a_photo_that_cannot_be_read_is_refused_in_one_sentence(
    phone, looker, failing: type[Exception] | None, message: str
) -> None:
    def fail(_wish: PhotoUpload) -> object:
        if failing is not None:
            raise failing
        return ShownPhoto(b"", 1, 1)  # which is no reading

    aya = phone()
    assert "Take or choose a photo first." in send_photo(aya, b"").text
    answer = send_photo(aya, bytes(20_020_000))
    assert (answer.status_code, "too much to send" in answer.text) == (422, True)
    assert looker.uploads == []
    looker.seen = fail
    refused = send_photo(aya)
    assert (refused.status_code, message in refused.text) == (422, True)


def test_photos_are_read_one_after_the_other_few_wait_and_the_oldest_go(monkeypatch) -> None:
    monkeypatch.setattr(photos, "_MOST_WAITING_BYTES", 250)
    running: list[int] = []

    async def read_slowly(_work, upload):
        running.append(len(running))
        await asyncio.sleep(0)
        assert running.pop() == 0
        return SeenPhoto(ShownPhoto(JPEG, 700, 500), build_reading())

    house = SimpleHouse(Settings(run_isolated=read_slowly))
    seats = [
        SimpleNamespace(seat=seat, table_name="friday", user=SimpleNamespace(id="a"), app_state=house)
        for seat in ("blue", "red", "black")
    ]

    async def send_photos() -> None:
        uploads = (photos.read_sent_photo(seats[0], PhotoUpload("map.jpg", JPEG)) for _ in range(8))
        answers = await asyncio.gather(*uploads, return_exceptions=True)
        assert [type(each) for each in answers] == [SeenPhoto] * 5 + [Refused] * 3
        for kept, there in ((3600, [False, True, True]), (0, [False, False, False])):
            monkeypatch.setattr(photos, "_KEPT", kept)
            for seat in seats:
                photos.keep_photo(seat, photos.WaitingPhoto(ShownPhoto(bytes(100), 1, 1)))
            await asyncio.sleep(0.01)
            assert [photos.find_photo(seat) is not None for seat in seats] == there

    asyncio.run(send_photos())


@dataclass(eq=False)
class SimpleHouse:
    """As much of a house as reading asks for."""

    settings: Settings


def test_a_map_with_missing_cards_is_not_called_whole_until_completed(phone, looker) -> None:
    missing = say("12 of 13 cards were found; enter the rest.")
    looker.seen = replace(build_reading(cubes=(7,)), remarks=(missing,))
    aya = phone()
    page = send_photo(aya)
    assert missing.translate() in page.text
    page = settle_squares(aya, told="1.3 b")
    assert ("Incomplete map" in page.text, "Every square is known" in page.text) == (True, False)
    assert ("Take it as it is" in page.text, missing.translate() in page.text) == (True, True)
    page = settle_squares(aya, square="-1.2", **{"is": "F"})
    assert missing.translate() not in page.text
    assert ("Every square is known" in page.text, "Take this map" in page.text) == (True, True)


def send_frame(client, content: bytes = JPEG):
    token = {"token": read_fields(client.get(AT).text)["token"]}
    return client.post(f"{AT}/frame", data=token, files={"frame": ("frame.jpg", content, "image/jpeg")})


def test_the_answer_to_a_frame_lists_its_squares_and_known_count(phone, looker) -> None:
    looker.seen = build_reading(unknown=(7,), cubes=(1,))
    aya = phone()
    answer = send_frame(aya).json()
    assert (answer["counted"], answer["remark"], answer["known"]) == ("2 of 13 cards", None, 10)
    assert [square for *square, _ in answer["squares"] if square[2]] == [[0, 1, True], [1, 3, True]]
    pictures = {picture for *_, picture in answer["squares"]}
    assert all(re.fullmatch(r"/static/[0-9a-f]{10}/img/sq-[\w-]+\.png", each) for each in pictures)
    assert all(aya.get(each).status_code == 200 for each in pictures)
    assert answer["outlines"][0] == [[100, 100], [200, 100], [210, 200], [110, 200]]
    assert aya.get(f"{AT}/picture").status_code == 404
    assert aya.get(f"{AT}/map").url.path == AT


def test_a_frame_is_complete_if_nothing_is_asked_and_says_why_nothing_is_seen(phone, looker) -> None:
    aya = phone()
    for seen, whole in (
        (build_reading(), True),
        (build_reading(cubes=(1,)), True),  # no factory wants it
        (build_reading(cubes=(7,)), False),
        (build_rivals(), False),
    ):
        looker.seen = seen
        assert send_frame(aya).json()["complete"] is whole
    looker.seen = "no seal is there"
    answer = send_frame(aya).json()
    assert (answer["remark"], answer["squares"], answer["complete"]) == ("no seal is there", [], False)
    page = send_photo(aya)  # a photo without a map is shown with the reason, and thrown away
    assert (page.url.path, "no seal is there" in page.text) == (AT, True)
    assert aya.get(f"{AT}/picture").content == JPEG
    aya.post(AT, data={**read_fields(page.text), "forget": "1"})
    assert aya.get(f"{AT}/picture").status_code == 404
    looker.seen = read_photo
    for content, sentence in ((b"", "is empty"), (b"no photo", "not a photo that can be read")):
        refused = send_frame(aya, content)
        assert (refused.status_code, sentence in refused.json()["refused"]) == (422, True)


def test_frames_are_accepted_only_from_a_seat_with_this_tables_token(phone, browser) -> None:
    aya, frame = phone(), {"frame": ("frame.jpg", JPEG, "image/jpeg")}
    token = {"token": read_fields(aya.get(AT).text)["token"]}
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
