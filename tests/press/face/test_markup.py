"""What stands between stars and braces in a text, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.press.face.markup import ABOVE, BELOW, STANDS_FOR, MarkedText, Pen, parse_marks
from companion.press.face.typesetting import Icon
from companion.press.frame import fonts
from companion.press.frame.fonts import name_styled_font
from companion.press.frame.frame import Frame

COIN = Icon(Frame("coin", 20, 10, ()), (0, 0, 20, 10))


INKS = {"red": "#ff0000", "rgb(0, 0, 9)": "#000009"}


def parse(text: str) -> MarkedText:
    icons = {"coin": COIN}
    return parse_marks(
        text,
        lambda name, _: icons.get(name),
        lambda bold, italic: name_styled_font("regular", bold=bold, italic=italic),
        INKS.__getitem__,
    )


def list_runs(text: str) -> list[tuple[str, str, Pen]]:
    """The runs of a text, each with its font and its pen; an icon as ``@``."""
    words = parse(text)
    runs = words.split_runs((0, len(words.letters))) if words.letters else []
    return [(words.letters[a:b].replace(STANDS_FOR, "@"), *words.looks[a][:2]) for a, b in runs]


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("pay **two** now", [("pay ", "regular"), ("two", "bold"), (" now", "regular")]),
        ("***both***", [("both", "bold-italic")]),
        ("**a *b***", [("a ", "bold"), ("b", "bold-italic")]),
        ("木を**二枚**引く", [("木を", "regular"), ("二枚", "bold"), ("引く", "regular")]),
        ("(**a**), b.", [("(", "regular"), ("a", "bold"), ("), b.", "regular")]),
        ("2 {coin}{coin}", [("2 ", "regular"), ("@", "regular"), ("@", "regular")]),
        (r"\{coin}", [("{", "regular"), ("coin}", "regular")]),
        (r"\*two\*", [("*two*", "regular")]),
        ("pay <b>two</b> <i>now</i>", [("pay ", "regular"), ("two", "bold"), (" ", "regular"), ("now", "italic")]),
        (
            "Fo<strong>x</strong> **a <em>b</em>**",
            [("Fo", "regular"), ("x", "bold"), (" ", "regular"), ("a ", "bold"), ("b", "bold-italic")],
        ),
        (r"R&amp;D &lt;b&gt; &#42;a&#x2a; \<b>a</b> \&amp; \\n", [("R&D <b> *a* <b>a</b> &amp; \\n", "regular")]),
    ],
)
def test_marked_words_are_set_in_their_fonts(text: str, runs: list[tuple[str, str]]) -> None:
    assert [(words, font) for words, font, _ in list_runs(text)] == runs


@pytest.mark.parametrize(
    "text",
    [
        "3 * 4",
        "a ** b",
        "*1 rice",
        "****four****",
        "** a **",
        "{tree}",
        "* one\n* two",
        "*",
        "a < b > c",
        "<3 R & D; a&b",
        "<- ->",
    ],
)
def test_unmarked_stars_stay_in_the_text(text: str) -> None:
    assert parse(text).letters == text
    assert parse(text).is_plain


@pytest.mark.parametrize(
    ("text", "letters", "unread"),
    [
        ("H<sub>2</sub>O &foo;", "H<sub>2</sub>O &foo;", ("&foo;", "<sub>", "</sub>")),
        ("<b>a <Player> b</i>", "<b>a <Player> b</i>", ("<b>", "<Player>", "</i>")),
        ('<span size="large">a</span>', "a", ('size="large"',)),
        ("<span style='color:red; top:3'>a</span>", "a", ("style='color:red; top:3'",)),
    ],
)
def test_tags_that_mean_nothing_are_told(text: str, letters: str, unread: tuple[str, ...]) -> None:
    assert (parse(text).letters, parse(text).unread) == (letters, unread)


def test_an_icon_is_as_wide_as_its_height_and_shape_ask() -> None:
    words = parse("{coin}")
    assert words.compute_width((0, 1), 10) == pytest.approx(2 * (ABOVE + BELOW) * 10)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("pay [red]two[/] now", [("pay ", Pen()), ("two", Pen("#ff0000")), (" now", Pen())]),
        ("[u]a[s]b[/][/]c", [("a", Pen(underline=True)), ("b", Pen(underline=True, strike=True)), ("c", Pen())]),
        ("[200%]a[50%]b[/][/]", [("a", Pen(size=2)), ("b", Pen(size=1))]),
        ("[300%]a[300%]b[/][/]", [("a", Pen(size=3)), ("b", Pen(size=4))]),
        ("[red u 120%]a[/]", [("a", Pen("#ff0000", 1.2, underline=True))]),
        ("[rgb(0, 0, 9) s]a[/]", [("a", Pen("#000009", strike=True))]),
        ("[red]a[u]b[/]c[/]", [("a", Pen("#ff0000")), ("b", Pen("#ff0000", underline=True)), ("c", Pen("#ff0000"))]),
        ("see [page 3] and [red]x[/]", [("see [page 3] and ", Pen()), ("x", Pen("#ff0000"))]),
        (r"\[red]a", [("[red]a", Pen())]),
        ("<u>a</u><S>b</S>", [("a", Pen(underline=True)), ("b", Pen(strike=True))]),
        ("<span foreground='red' weight=\"bold\">a</span>", [("a", Pen("#ff0000", bold=True))]),
        ('<font style="color: red; font-style:italic">a</font>', [("a", Pen("#ff0000", italic=True))]),
        ("[red]<u>a[/]</u>b", [("a", Pen("#ff0000", underline=True)), ("b", Pen())]),
    ],
)
def test_words_in_brackets_have_a_pen_of_their_own(text: str, runs: list[tuple[str, Pen]]) -> None:
    assert [(words, pen) for words, _, pen in list_runs(text)] == runs


@pytest.mark.parametrize(("text", "word"), [("a[/]", "/"), ("[red]a[/][/]", "/"), ("[rde u]a[/]", "rde")])
def test_brackets_of_an_unknown_pen_are_refused(text: str, word: str) -> None:
    with pytest.raises(KeyError, match=word):
        parse(text)


def test_larger_words_are_wider_and_their_line_is_higher() -> None:
    words = parse("a[200%]a[/]")
    assert words.compute_width((1, 2), 10) == pytest.approx(2 * words.compute_width((0, 1), 10))
    assert (words.compute_scale((0, 1)), words.compute_scale((0, 2))) == (1, 2)


@given(st.text(r"ab *\{}coin" + "\n木", max_size=60), st.integers(20, 200))
def test_no_letter_is_lost_in_lines(text: str, most: int) -> None:
    words = parse(text)
    lines = words.break_lines(10, most)
    together = "".join(words.letters[first:end] for first, end in lines)
    assert together.replace(" ", "") == words.letters.replace(" ", "").replace("\n", "")
    for first, end in lines:
        widest = [fonts.measure_width(each, "bold-italic", 10) for each in words.letters[first:end].split(" ")]
        assert words.compute_width((first, end), 10) <= most or max(widest) > most / 2


@pytest.mark.parametrize(
    ("font", "bold", "italic", "name"),
    [
        ("title", True, False, "title-bold"),
        ("title-bold", False, True, "title-bold-italic"),
        ("bold", True, False, "bold"),
        ("my-italic", True, False, "my-bold-italic"),
    ],
)
def test_styles_of_a_font_have_its_name(font: str, bold: bool, italic: bool, name: str) -> None:
    assert name_styled_font(font, bold=bold, italic=italic) == name
