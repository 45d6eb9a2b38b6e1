"""Maps from photos as answers: what is told and written of them, whatever reads the photo."""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from companion.data.catalogue import language
from companion.errors import CompanionError, InputError, OutputError, Place
from companion.sentences import say
from companion.service.honshu import photo
from companion.service.honshu.photo import score_photo
from companion.vision.honshu.reading import Evidence, Reading, SeenCard
from tests.goldens import read_golden
from tests.service.answer_text import format_answers
from tests.service.honshu.readings import build_outline, build_two_card_reading, replace_square

GLARE = say("one is in glare; photograph again, or enter it.")
UNKNOWN = replace_square(build_two_card_reading((GLARE,)), (1, 1), evidence=Evidence.UNKNOWN, doubt=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "a.jpg"
    Image.new("RGB", (300, 600), (150, 120, 90)).save(made, "JPEG")
    return made


def fake_reading(monkeypatch: pytest.MonkeyPatch, reading: Reading | InputError) -> None:
    """Whatever photo is read, this is what it shows, or why it shows nothing."""

    def read(_photo: object, _cards: int, without: object) -> Reading:
        if isinstance(reading, InputError):
            raise reading
        return reading

    module = SimpleNamespace(read_map_photo=read)
    monkeypatch.setitem(sys.modules, "companion.vision.honshu.map_reading", module)


def test_the_map_and_its_photo_are_written(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_reading(monkeypatch, build_two_card_reading())
    over = SimpleNamespace(annotate_photo=lambda photo, maps, language: b"drawn")
    monkeypatch.setitem(sys.modules, "companion.vision.honshu.annotating", over)
    goals = [tmp_path / "map.txt", tmp_path / "drawn.png"]
    answer = score_photo(file, output=goals[0], annotate=goals[1], language=language("fr"))
    assert answer.files == tuple(goals)
    text = goals[0].read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert text.endswith("\n-  -\nb* m*\nV  L\nj* V\n-  -\n")
    assert goals[1].read_bytes() == b"drawn"
    with pytest.raises(OutputError):
        score_photo(file, output=goals[0], annotate=goals[1])
    assert score_photo(file, output=goals[0], annotate=goals[1], overwrite=True).yes


def test_photo_answers_match_the_golden_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    covered = Reading(
        build_two_card_reading().squares,
        (SeenCard("7", 2, 0, 0), SeenCard("A1", 0, 0, 0), SeenCard("50", 1, -1, 90)),
        (("7", "A1"), ("7", "50"), ("50", "60")),
        (),
    )
    circle = Reading(covered.squares, covered.cards[:2], (("7", "A1"), ("A1", "7")), ())
    lower = replace_square(covered, (4, 0), evidence=Evidence.INFERRED)
    lower = replace_square(lower, (4, 1), evidence=Evidence.INFERRED, doubt=True)
    aside = replace(
        lower, squares=tuple(replace(each, row=each.row + 3, column=each.column - 2) for each in lower.squares)
    )
    unknown = replace_square(covered, (2, 1), evidence=Evidence.UNKNOWN, doubt=True)
    lost = replace_square(build_two_card_reading((GLARE,)), (2, 0), evidence=Evidence.UNKNOWN, doubt=True)
    empty = replace(build_two_card_reading((GLARE,)), squares=build_two_card_reading().squares[:1])
    empty = replace_square(empty, (0, 0), doubt=True)
    answers = {}
    readings = {"a stack": covered, "in a circle": circle, "inferred": lower, "counted from elsewhere": aside}
    readings |= {"of either of two cards": unknown, "unread": lost, "nothing but doubts": empty}
    for name, reading in readings.items():
        fake_reading(monkeypatch, reading)
        answers[name] = score_photo(file, 4, cards=len(reading.cards))
    text = format_answers(answers, file.parent, {"of either of two cards"})
    assert text == read_golden("honshu-answers-photos.txt", text)


def test_the_map_is_drawn_over_its_photo(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = build_two_card_reading()
    for place, changed in (
        ((0, 0), {"evidence": Evidence.INFERRED}),
        ((0, 1), {"doubt": True, "evidence": Evidence.INFERRED}),
        ((2, 0), {"evidence": Evidence.UNKNOWN, "doubt": True}),  # a town on either card that may lie there
        ((2, 1), {"evidence": Evidence.UNKNOWN, "doubt": True}),
    ):
        reading = replace_square(reading, place, **changed)
    fake_reading(monkeypatch, reading)
    drawn: list[tuple[list[Any], Any]] = []
    over = SimpleNamespace(annotate_photo=lambda photo, maps, language: drawn.extend(maps) or b"PNG")
    monkeypatch.setitem(sys.modules, "companion.vision.honshu.annotating", over)
    score_photo(file, annotate=tmp_path / "drawn.png", language=language("fr"))
    ((marks, legend),) = drawn
    words = [(word.translate(language("fr")), doubt) for word, doubt in legend]
    assert words == [("lu", False), ("déduit", None), ("douteux", True)]
    assert [symbol for _, symbol, _ in marks] == ["-", "-", "b*", "m*", "V", "?", "j*", "V", "-", "-"]
    assert [doubt for _, _, doubt in marks] == [None, True, False, False, True, True, *[False] * 4]
    assert [where for where, _, _ in marks][:2] == [build_outline(0, 0), build_outline(0, 1)]


def test_a_photo_without_a_map_is_refused_by_its_file_name(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = build_two_card_reading((GLARE,))
    nobody = replace(plain, squares=tuple(replace(each, evidence=Evidence.UNKNOWN) for each in plain.squares))
    many = tuple(replace(plain.squares[0], row=number // 20, column=number % 20) for number in range(401))
    for reading, message, name in (
        (nobody, "no map square was recognized", str(file)),
        (replace(plain, squares=many), "401 squares in it", str(file)),
        (InputError("no seal was found."), "no seal", str(file)),
        (InputError("it is too dark.", place=Place("a.jpg")), "too dark", "a.jpg"),
    ):
        fake_reading(monkeypatch, reading)
        with pytest.raises(InputError, match=message) as refused:
            score_photo(file)
        assert refused.value.place.file == name
    monkeypatch.setattr(photo, "can_read_photos", lambda: False)
    with pytest.raises(CompanionError, match="The photo reader is not installed here"):
        score_photo(file)
