"""The calibration sheet: what stands on it, for whoever holds it against a window."""

from companion.data.papers import Profile, parse_paper
from companion.press.frame.frame import Text, Use
from companion.press.sheets.guide import BY_NAME, GAUGES, Instructions, lay_out_calibration
from tests.goldens import read_golden
from tests.press.golden_faces import format_frame


def test_the_whole_millimetres_are_numbered_on_the_front_and_the_tenths_on_the_back() -> None:
    """Four scales a side; without its numbers no scale can be read."""
    (document,) = lay_out_calibration(parse_paper("a4"), "duplex-long", "en")
    front, back = ([item.text for item, _ in page.frame.walk() if isinstance(item, Text)] for page in document.pages)
    assert {text: back.count(text) for text in ("0", "5", "10")} == {"0": 4, "5": 4, "10": 4}
    assert front.count("15") == 4 + 1  # that of the example in the instructions


OFFICE = Profile("office", "", "a4", 0.2, -0.3, 0.05)
TYPED = Instructions(tuple(f"--{gauge}" for gauge in GAUGES), BY_NAME.step, ("companion printer set NAME", "--top"))


def test_the_calibration_sheet_matches_the_golden_file() -> None:
    (document,) = lay_out_calibration(parse_paper("a4"), "duplex-long", "en", OFFICE, TYPED)
    front = document.pages[0].frame
    inner = [front, *(use.frame for use in front.items if isinstance(use, Use))]
    uses = [use for frame in inner for use in frame.items if isinstance(use, Use)]
    text = format_frame(next(use.frame for use in uses if (use.frame.name, use.frame.width) == ("calibration", 134)))
    assert "corrected for office" in text
    assert text == read_golden("calibration-corrected.txt", text)
