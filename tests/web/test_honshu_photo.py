"""A photo of a map sent from a phone without any script: what was seen is shown, put right, and scored."""

import asyncio
from dataclasses import dataclass
from html import unescape
from re import findall, search
from types import SimpleNamespace

import pytest

from companion.errors import Refused
from companion.play.honshu.views import view
from companion.service.honshu.seen_map import PhotoUpload, SeenPhoto, ShownPhoto
from companion.vision.photo_limits import MOST_PHOTO_BYTES
from companion.web.app import list_pages, make_app
from companion.web.app_state import Settings
from companion.web.honshu import photos
from companion.web.people import PLAYER, WATCHER
from tests.play.honshu import moves as honshu_moves
from tests.web.conftest import fields
from tests.web.seen_photos import JPEG, Looker, card_symbols, reading, rivals


@dataclass(eq=False)
class Laptop:
    """As much of a house as reading asks for."""

    settings: Settings


@pytest.fixture
def looker() -> Looker:
    return Looker()


@pytest.fixture
def app(tables, looker):
    return make_app(tables, Settings(beside=looker))


@pytest.fixture
def friday(shelf):
    return honshu_moves.begin(shelf, "friday", {"blue": "Aya", "red": "Bo"}, 5)


@pytest.fixture
def phone(browser, app_state, friday):
    def make_phone(seat: str = "blue", name: str = "Aya"):
        client = browser(PLAYER)
        app_state.people.sit("friday", seat, app_state.people.find_visitor(client.cookies["companion"]), name)
        return client

    return make_phone


def send(client, content: bytes = JPEG, **values: str):
    """The form of the photo's page, sent as a browser sends it: an empty field for the other button."""
    body = {**fields(client.get("/t/friday/photo").text), **values}
    files = {"camera": ("", b"", "application/octet-stream"), "file": ("map.jpg", content, "image/jpeg")}
    return client.post("/t/friday/photo", data=body, files=files)


def settle(client, **values: str):
    return client.post("/t/friday/photo/map", data={**fields(client.get("/t/friday/photo/map").text), **values})


def grid(app_state, seat: str = "blue") -> list[str]:
    return view(app_state.open_table("friday").state).maps[seat].map.grid


WISH = PhotoUpload("map.jpg", JPEG)
SEEN = [
    " ".join(card_symbols("17")[2 * row : 2 * row + 2] + card_symbols("29")[2 * row : 2 * row + 2]) for row in range(3)
]


def test_a_completely_read_map_is_taken_over_with_two_taps(phone, app_state) -> None:
    aya = phone()
    page = send(aya)
    assert page.url.path == "/t/friday/photo/map"
    assert page.text.count('class="p"') == 12
    assert "Every square is known" in page.text
    scored = search(r'class="sum">(-?\d+)<', page.text)[1]
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
    return findall(r'class="crop"><h2[^>]*>([^<]*)</h2>', page.text)


def taps(page) -> list[str]:
    return findall(r'name="told" value="([^"]*)"', page.text)


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
    settle(aya, square="0.1", **{"is": "."})
    settle(aya, square="-1.2", **{"is": "b"})
    settle(aya, take="1")
    assert [row.split() for row in grid(app_state)] == [
        [".", ".", "b", "."],
        ["L", ".", *SEEN[0].split()[2:]],
        [SEEN[1].split()[0], "F", SEEN[1].split()[2], "b"],
        SEEN[2].split(),
    ]


def test_one_tap_confirms_all_guessed_squares(phone, looker) -> None:
    looker.seen = reading(doubts=(0, 5), unknown=(7,))
    aya = phone()
    assert taps(send(aya)) == ["0.0 L", "1.1 B3", "1.3 b*", "1.3 b"]
    assert "Every square is known" in settle(aya, rest="1").text


def test_a_doubtful_cube_that_changes_no_score_is_not_asked_about(phone, app_state, looker) -> None:
    looker.seen = reading(cubes=(7,))
    aya = phone()
    page = send(aya)
    total = search(r'class="sum">(-?\d+)<', page.text)[1]
    assert taps(page) == ["1.3 b*", "1.3 b"]  # the factory beside it wants it
    assert findall(r"<span>(Cube|No cube)</span>", page.text) == ["Cube", "No cube"]
    page = settle(aya, square="1.1", **{"is": "-"})
    assert (crops(page), taps(page)) == ([], [])
    assert f"Either way {int(total) - 3}: whether a cube stands at row 2, column 4." in page.text
    assert "The score is sure" in page.text
    assert "not sure" in aya.get("/t/friday/photo/map?square=1.3").text
    settle(aya, take="1")
    assert grid(app_state)[1].split()[3] == "b*"


def test_the_choice_between_several_maps_comes_first_and_can_be_undone(phone, app_state, looker) -> None:
    looker.seen = rivals()
    aya = phone()
    page = send(aya)
    told = findall(r'name="rival" value="(\d)"|<b>(W[^<]*)</b> <span class="quiet">(\d+) points?<', page.text)
    assert [each for row in told for each in row if each] == [
        *("0", "Without 29", "3"),  # a forest and a town
        *("1", "Without 17", "1"),  # a town
    ]
    assert findall(r"<text[^>]*>(\d+)<", page.text) == ["29", "17"]
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


def test_a_photo_without_a_map_is_shown_with_the_reason_and_thrown_away(phone, looker) -> None:
    looker.seen = "no seal was found"
    aya = phone()
    page = send(aya)
    assert page.url.path == "/t/friday/photo"
    assert "no seal was found" in page.text
    assert aya.get("/t/friday/photo/picture").content == JPEG
    aya.post("/t/friday/photo", data={**fields(page.text), "forget": "1"})
    assert aya.get("/t/friday/photo/picture").status_code == 404


def test_a_missing_or_too_large_photo_is_refused(phone, looker) -> None:
    limits = {page.path.rpartition("/")[2]: page.limit for page in photos.PAGES}
    assert limits["photo"] > MOST_PHOTO_BYTES
    aya = phone()
    assert "Take or choose a photo first." in send(aya, b"").text
    answer = send(aya, bytes(20_020_000))
    assert (answer.status_code, "too much to send" in answer.text) == (422, True)
    assert looker.wishes == []


def test_another_photo_takes_the_place_of_the_first(phone, looker) -> None:
    looker.seen = reading(doubts=(0,), unknown=(7,))
    aya = phone()
    send(aya)
    settle(aya, told="1.3 b")
    looker.seen = reading(unknown=(7,))
    assert crops(send(aya)) == ["Row 2, column 4"]


def test_photos_are_read_one_after_the_other_and_few_wait(phone, looker, app_state) -> None:
    aya, running, most = phone(), 0, 0

    async def slow(work, wish):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return await looker(work, wish)

    class Sent:  # as much of a visit as reading asks for
        seat, table_name, who = "blue", "friday", SimpleNamespace(id="a")

    Sent.app_state = Laptop(Settings(beside=slow))

    async def read_all_at_once():
        return await asyncio.gather(*(photos.read_sent_photo(Sent, WISH) for _ in range(8)), return_exceptions=True)

    told = asyncio.run(read_all_at_once())
    assert most == 1
    assert [type(each) for each in told] == [SeenPhoto] * 5 + [Refused] * 3
    assert aya.get("/t/friday/photo/picture").status_code == 404  # another laptop


@pytest.mark.parametrize(("failing", "told"), [(TimeoutError, "too long to read"), (MemoryError, "too large")])
def test_a_failed_photo_reading_is_refused_in_one_sentence(failing: type[Exception], told: str) -> None:
    async def fails(_work, _wish):
        raise failing

    app_state = Laptop(Settings(beside=fails))
    sent = SimpleNamespace(seat="blue", table_name="friday", who=SimpleNamespace(id="a"), app_state=app_state)
    with pytest.raises(Refused, match=told):
        asyncio.run(photos.read_sent_photo(sent, WISH))


def test_a_reader_answer_of_the_wrong_type_is_refused() -> None:
    async def other(_work, _wish):
        return ShownPhoto(b"", 1, 1)

    app_state = Laptop(Settings(beside=other))
    sent = SimpleNamespace(seat="blue", table_name="friday", who=SimpleNamespace(id="a"), app_state=app_state)
    with pytest.raises(Refused, match="could not be read here"):
        asyncio.run(photos.read_sent_photo(sent, WISH))


def test_waiting_photos_are_dropped_oldest_first_and_after_a_time(monkeypatch) -> None:
    monkeypatch.setattr(photos, "_MOST_WAITING_BYTES", 250)
    app_state, who = Laptop(Settings(beside=Looker())), SimpleNamespace(id="a")
    seats = [
        SimpleNamespace(seat=seat, table_name="friday", who=who, app_state=app_state)
        for seat in ("blue", "red", "black")
    ]

    async def keep_photos(kept: float):
        monkeypatch.setattr(photos, "_KEPT", kept)
        for seat in seats:
            photos.keep_photo(seat, photos.WaitingPhoto(ShownPhoto(bytes(100), 1, 1)))
        await asyncio.sleep(0.01)
        return [photos.find_photo(seat) is not None for seat in seats]

    assert asyncio.run(keep_photos(3600)) == [False, True, True]
    assert asyncio.run(keep_photos(0)) == [False, False, False]


def test_the_pocket_has_the_same_photo_pages_as_the_laptop() -> None:
    at = "/t/{table}/photo"
    for pocket in (True, False):
        photos = {page.path for page in list_pages(pocket) if "photo" in page.path}
        assert photos == {at, *(f"{at}/{name}" for name in ("picture", "map", "hand", "frame"))}
