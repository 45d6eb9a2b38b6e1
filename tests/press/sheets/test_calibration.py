"""The calibration sheet: what stands on it, for whoever holds it against a window."""

import pytest

from companion.data.papers import paper
from companion.press.frame.frame import Text
from companion.press.ink.pdf import document_pdf
from companion.press.sheets.calibration import calibration
from tests.press.impose.test_edition import texts

STEPS = {
    "en": ("Calibration sheet", "Hold it against a window", "Measure both rulers", "Tell Companion"),
    "fr": ("Tenez-la contre une vitre", "Mesurez les deux règles"),
}


@pytest.mark.parametrize("code", STEPS)
@pytest.mark.parametrize("sides", ["duplex-long", "separate"])
def test_the_sheet_says_how_it_is_read(sides: str, code: str) -> None:
    front = texts(document_pdf(calibration(paper("a4"), sides, code)[0]))[0]
    said = " ".join(front.split())
    assert [step for step in STEPS[code] if step not in said] == []


def test_the_whole_millimetres_are_numbered_on_the_front_and_the_tenths_on_the_back() -> None:
    """Four scales a side; without its numbers no scale can be read."""
    (document,) = calibration(paper("a4"), "duplex-long", "en")
    front, back = (
        [item.text for item, _ in page.frame.walk() if isinstance(item, Text)] for page in document.pages
    )
    assert {text: back.count(text) for text in ("0", "5", "10")} == {"0": 4, "5": 4, "10": 4}
    assert front.count("15") == 4 + 1  # that of the example in the instructions
