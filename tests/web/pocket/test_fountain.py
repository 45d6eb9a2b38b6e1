"""A moving code: whatever frames are seen, in any order, all comes out as it was, or nothing does."""

from base64 import b32encode
from random import Random
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError, TableError
from companion.web.pocket.fountain import MOST_BYTES, Collected, Fountain, Frame, read_frame

ALPHANUMERIC = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
contents = st.builds(lambda size, seed: Random(seed).randbytes(size), st.integers(1, 9000), st.integers())


def read(text: str) -> Frame:
    frame = read_frame(text)
    assert frame is not None
    return frame


def begun(content: bytes) -> Collected:
    return Collected(read(Fountain(content).frame(0)))


@given(contents, st.integers(), st.floats(0, 0.6))
def test_all_comes_out_as_it_was_in_any_order_with_frames_missed_and_seen_twice(
    content: bytes, seed: int, lost: float
) -> None:
    chance, shown, film = Random(seed), Fountain(content), begun(content)
    seen = [number for number in range(4 * shown.count + 40) if chance.random() > lost]
    chance.shuffle(seen)
    for number in (each for pair in zip(seen, seen, strict=True) for each in pair):
        before = film.known
        assert film.take(read(shown.frame(number)))
        assert before <= film.known <= before + 1
        if (found := film.whole()) is not None:
            assert found == content
            return
    raise AssertionError("all frames together did not tell it")


@given(contents)
def test_without_a_loss_as_many_frames_as_pieces_are_enough(content: bytes) -> None:
    shown, film = Fountain(content), begun(content)
    for number in range(shown.count):
        assert film.whole() is None
        film.take(read(shown.frame(number)))
    assert film.whole() == content


def test_two_frames_more_than_pieces_are_nearly_always_enough() -> None:
    """Of frames that are sums alone, as for whoever begins to film late."""
    needed = []
    for seed in range(40):
        content = Random(seed).randbytes(20_000)
        shown, film = Fountain(content), begun(content)
        number = first = shown.count + 1000 * seed
        while film.whole() is None:
            film.take(read(shown.frame(number)))
            number += 1
        needed.append(number - first - shown.count)
    assert sum(needed) / len(needed) < 2.5
    assert max(needed) < 15


@given(contents, contents, st.integers(0, 60))
def test_a_frame_of_something_else_is_refused(one: bytes, other: bytes, number: int) -> None:
    film = begun(one)
    frame = read(Fountain(other).frame(number))
    assert film.take(frame) == (frame.mark == film.first.mark)
    assert film.known == (1 if frame.mark == film.first.mark else 0)


@given(st.data())
def test_a_frame_that_was_spoilt_is_nothing(data: st.DataObject) -> None:
    text = Fountain(b"a table of Honshu" * 40).frame(data.draw(st.integers(0, 9)))
    at = data.draw(st.integers(len("COMPANION1:"), len(text) - 1))
    spoilt = text[:at] + data.draw(st.sampled_from(sorted(ALPHANUMERIC - {text[at]}))) + text[at + 1 :]
    assert read_frame(spoilt) in (None, read_frame(text))  # the last letter has a bit that tells nothing
    assert read_frame(text[:at]) is None


def test_what_was_mixed_on_the_way_is_not_taken_for_the_whole() -> None:
    """A frame with a right sum over a wrong piece: somebody made it so."""
    content = Random(1).randbytes(900)
    shown, film = Fountain(content), begun(content)
    for number in range(shown.count):
        frame = read(shown.frame(number))
        piece = bytes(len(frame.piece)) if number == 1 else frame.piece
        film.take(Frame(frame.mark, frame.length, number, piece))
    assert film.known == film.count
    assert film.whole() is None


def test_other_codes_and_newer_ones_are_told_apart() -> None:
    with pytest.raises(InputError, match="shows no table"):
        read_frame("https://example.org/")
    with pytest.raises(TableError, match="newer Companion"):
        read_frame("COMPANION2:ABC")
    assert read_frame("COMPANION1:") is None
    assert read_frame("COMPANION1:" + "0" * 200) is None


def test_a_frame_fits_a_code_that_phones_read_and_its_text_takes_little_room() -> None:
    from qrcode import QRCode, constants

    shown = Fountain(Random(2).randbytes(MOST_BYTES))
    text = shown.frame(shown.count + 5)
    assert set(text) <= ALPHANUMERIC
    code = QRCode(border=0, error_correction=constants.ERROR_CORRECT_L, mask_pattern=0)
    code.add_data(text)
    code.make(fit=True)
    assert len(code.get_matrix()) <= 73


def test_a_frame_that_promises_too_much_is_nothing() -> None:
    """Nobody makes a phone gather a thousand pieces of one byte, or more than is ever shown."""
    for length, size in ((MOST_BYTES, 1), (MOST_BYTES + 1, 400), (0, 400)):
        told = bytes(8) + length.to_bytes(4) + bytes(4) + bytes(size)
        whole = told + crc32(told).to_bytes(4)
        assert read_frame("COMPANION1:" + b32encode(whole).decode().rstrip("=")) is None
