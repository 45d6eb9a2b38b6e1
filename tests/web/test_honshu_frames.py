"""The viewfinder's frames are read one by one, each as a photo is; the laptop keeps none of them."""

# ruff: noqa: F401, F811 - fixtures of another module
import re

import pytest

from companion.service.honshu.seen_map import read_photo
from companion.web.people import WATCHER
from tests.web.conftest import fields
from tests.web.seen_photos import JPEG, reading, rivals
from tests.web.test_honshu_photo import app, friday, looker, phone

AT = "/t/friday/photo"


def send(client, content: bytes = JPEG):
    token = {"token": fields(client.get(AT).text)["token"]}
    return client.post(f"{AT}/frame", data=token, files={"frame": ("frame.jpg", content, "image/jpeg")})


def test_the_answer_to_a_frame_lists_its_squares_and_known_count(phone, looker) -> None:
    looker.seen = reading(unknown=(7,), cubes=(1,))
    aya = phone()
    told = send(aya).json()
    assert (told["counted"], told["remark"], told["known"]) == ("2 of 13 cards", None, 10)
    assert [square for *square, _ in told["squares"] if square[2]] == [[0, 1, True], [1, 3, True]]
    pictures = {picture for *_, picture in told["squares"]}
    assert all(re.fullmatch(r"/static/[0-9a-f]{10}/img/sq-[\w-]+\.png", each) for each in pictures)
    assert all(aya.get(each).status_code == 200 for each in pictures)
    assert told["outlines"][0] == [[100, 100], [200, 100], [210, 200], [110, 200]]
    assert aya.get(f"{AT}/picture").status_code == 404
    assert aya.get(f"{AT}/map").url.path == AT


def test_a_frame_is_complete_if_its_map_page_would_ask_nothing(phone, looker) -> None:
    aya = phone()
    for seen, whole in (
        (reading(), True),
        (reading(cubes=(1,)), True),  # no factory wants it
        (reading(cubes=(7,)), False),
        (rivals(), False),
    ):
        looker.seen = seen
        assert send(aya).json()["complete"] is whole


def test_a_frame_without_a_map_says_why(phone, looker) -> None:
    looker.seen = "no seal is there"
    told = send(phone()).json()
    assert (told["remark"], told["squares"], told["complete"]) == ("no seal is there", [], False)
    assert told["counted"] == "0 of 13 cards"


@pytest.mark.parametrize(("content", "sentence"), [(b"", "is empty"), (b"no photo", "no photo that can be read")])
def test_an_invalid_camera_frame_is_refused(phone, looker, content: bytes, sentence: str) -> None:
    looker.seen = read_photo
    refused = send(phone(), content)
    assert refused.status_code == 422
    assert sentence in refused.json()["refused"]


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


def test_only_photo_pages_permit_the_camera(phone) -> None:
    aya = phone()
    permitted = {
        path: "camera=(self)" in aya.get(path).headers["permissions-policy"]
        for path in (AT, "/t/friday/squares", "/t/friday", "/", "/settings", "/print")
    }
    assert [path for path, may in permitted.items() if may] == [AT]
    assert " data-camera" in aya.get(AT).text
    assert " data-camera" not in aya.get("/t/friday/squares").text
