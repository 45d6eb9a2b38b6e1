"""Spools: what is put in comes out again, from memory and from disk; a full disk is told in a sentence."""

import errno
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.data.files import Spool
from companion.errors import OutputError

THINGS = st.recursive(st.text() | st.floats(allow_nan=False) | st.none(), lambda each: st.tuples(each, each))


@pytest.fixture
def small_spool(monkeypatch: pytest.MonkeyPatch) -> None:
    """A spool goes to disk after a hundred bytes."""
    monkeypatch.setattr("companion.data.files.MOST_IN_MEMORY", 100)
    monkeypatch.setattr("companion.data.files.AT_ONCE", 40)


@pytest.mark.usefixtures("small_spool")
@settings(max_examples=60)
@given(st.lists(THINGS, max_size=40), st.randoms())
def test_spooled_values_are_read_back_unchanged(things: list[object], chance: Any) -> None:
    spool = Spool()
    placed = []
    for thing in things:
        placed.append((spool.put(thing), thing))
        at, known = chance.choice(placed)  # what is read while more is put in
        assert spool.get(at) == known
    chance.shuffle(placed)
    assert all(spool.get(at) == thing for at, thing in placed)


@pytest.mark.usefixtures("small_spool")
def test_a_full_disk_is_reported_in_one_sentence_by_the_spool(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("companion.data.files.tempfile.TemporaryFile", fail)
    spool = Spool()
    with pytest.raises(OutputError, match=r"cannot be used \(No space left on device\)"):
        spool.write(b" " * 200)


def test_a_small_spool_makes_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.data.files.tempfile.TemporaryFile", None)
    spool = Spool()
    assert spool.get(spool.put("a small deck")) == "a small deck"


@pytest.mark.usefixtures("small_spool")
@settings(max_examples=40)
@given(st.lists(st.binary(max_size=150), max_size=12))
def test_spooled_passages_are_read_back_each_by_itself(contents: list[bytes]) -> None:
    spool = Spool()
    passages = [spool.write_passage(content) for content in contents]
    assert len(spool) == sum(map(len, contents))
    assert [b"".join(passage.parts()) for passage in passages] == contents
