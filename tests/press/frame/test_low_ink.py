from companion.data.deck import open_deck
from companion.press.frame.drawing import Drawing, Trace
from companion.press.frame.frame import Frame, Item, Shape, Text, Use
from companion.press.frame.low_ink import LowInk, compute_lightness, darken
from companion.press.frame.outlines import rect
from companion.press.layout import lay_out
from tests.press.colours import find_lookalikes, measure_coverage

SQUARE = "M0 0L9 0L9 9L0 9Z"


def draw_low(*traces: Trace) -> list[Trace]:
    after = LowInk().rewrite(Drawing.from_traces("a drawing", traces))
    assert isinstance(after, Drawing)
    return [each for each in after.traces if isinstance(each, Trace)]


def shade_low(*items: Item) -> list[Shape]:
    return [each for each in LowInk().rewrite(Frame("f", 20, 20, items)).items if isinstance(each, Shape)]


def test_the_map_cards_take_sixty_percent_less_ink() -> None:
    fronts = [piece.front for piece in lay_out(open_deck("honshu"), "en", ["map-cards"])]
    assert measure_coverage(map(LowInk().rewrite, fronts)) <= 0.4 * measure_coverage(fronts)


def test_kinds_stay_distinguishable_without_their_fills() -> None:
    """The variants that a face tags differ in what is drawn, colours left out."""
    low = LowInk()
    frames = [low.rewrite(piece.front) for piece in lay_out(open_deck("honshu"), "en", ["map-cards", "tokens"])]
    assert list(find_lookalikes(frames)) == []


def test_a_seal_is_paler_words_are_kept_and_light_words_turn_dark() -> None:
    seal = Shape(rect(0, 0, 6, 6), "#a52823", role="seal")
    words = Text("words", 5, 5, 8, colour="#f6f0e1")
    dark = Text("words", 5, 9, 8, colour="#26221d")
    seal_after, light_after, dark_after = LowInk().rewrite(Frame("f", 20, 20, (seal, words, dark))).items
    assert isinstance(seal_after, Shape)
    assert 50 < compute_lightness(str(seal_after.fill)) < 65  # as pale as a photo still reads, and no outline
    assert seal_after.stroke is None
    assert dark_after is dark
    assert isinstance(light_after, Text)
    assert light_after.colour == "#26221d"


def test_a_woven_pattern_becomes_lines_that_paper_shows() -> None:
    for grey in range(256):
        colour = f"#{grey:02x}{grey:02x}{grey:02x}"
        (drawn,) = shade_low(Shape(rect(0, 0, 6, 6), colour, role="weave"))
        assert drawn.fill is None
        assert compute_lightness(str(drawn.stroke)) <= 70
        assert compute_lightness(colour) > 70 or drawn.stroke == colour


def test_grain_is_left_out_of_drawings_and_what_is_as_light_as_paper_has_no_line() -> None:
    roof, tiles = Trace(SQUARE, "#93542f"), Trace(SQUARE, stroke="#2a2622", width=0.3, names=("texture",))
    mist, plaster = Trace(SQUARE, "#f4ecd8"), Trace(SQUARE, "#f4ecd8", "#2a2622", 0.3)
    below, cover, walls = draw_low(roof, tiles, mist, plaster)
    assert [below.stroke, cover.fill, cover.stroke, walls.stroke] == ["#93542f", "#ffffff", None, "#2a2622"]


def test_a_light_sign_on_a_dark_ground_turns_dark_and_keeps_its_gaps() -> None:
    crest, lines = Trace(SQUARE, "#f6f0e1", names=("ink",)), Trace(SQUARE, None, "#f6f0e1", 2, names=("ink",))
    gaps, lock = Trace(SQUARE, "#2b3f63", names=("paper",)), Trace(SQUARE, "#f6f0e1", names=("paper",))
    body, drawn, left, plate = draw_low(crest, lines, gaps, lock)
    assert (body.stroke, drawn.stroke, left.fill) == ("#26221d", "#26221d", "#ffffff")
    assert plate.stroke is not None


def test_words_on_a_dark_panel_take_its_colour_and_decoration_stays_pale() -> None:
    def build_word(colour: str, role: str = "") -> Text:
        return Text("words", 2, 9, 12, colour=colour, role=role)

    dark, light = (Shape(rect(0, 0, 9, 9), fill, role="panel") for fill in ("#a52823", "#f6f0e1"))
    items = (
        build_word("#f6f0e1"),
        dark,
        build_word("#f6f0e1"),
        light,
        build_word("#f6f0e1"),
        build_word("#e6c9a0", "decor"),
    )
    after = LowInk().rewrite(Frame("f", 20, 20, items)).items
    colours = [each.colour for each in after if isinstance(each, Text)]
    assert colours == ["#26221d", "#a52823", "#26221d", "#e6c9a0"]


def test_a_coloured_panel_without_a_line_keeps_its_edge_and_a_pale_one_has_none() -> None:
    fills = ("#2f6aa3", "#d9a514", "#f6f0e1")
    blue, yellow, pale = shade_low(*(Shape(rect(0, 0, 9, 9), fill, role="panel") for fill in fills))
    assert [each.fill for each in (blue, yellow, pale)] == ["#ffffff"] * 3
    assert (blue.stroke, pale.stroke) == ("#2f6aa3", None)
    assert compute_lightness(str(yellow.stroke)) <= 45
    assert blue.width > yellow.width


def test_a_panel_with_a_line_keeps_it_dark_and_as_wide_and_without_a_fill_none_covers_what_is_below() -> None:
    frame, ringed = (Shape(rect(0, 0, 9, 9), fill, "#d9a514", 0.7, role="panel") for fill in (None, "#2f6aa3"))
    after = shade_low(frame, ringed, Shape(rect(0, 0, 9, 9), None, role="panel"))
    dark = darken("#d9a514")
    assert compute_lightness(dark) <= 45
    assert [(each.fill, each.stroke) for each in after] == [(None, dark), ("#ffffff", dark), (None, None)]
    assert [each.width for each in after[:2]] == [0.7, 0.7]


def test_the_main_forms_of_a_drawing_have_a_line_that_a_home_printer_shows() -> None:
    after = draw_low(Trace(SQUARE, "#d7907e", names=("key",)), Trace(SQUARE, "#d7907e"))
    assert [each.width for each in after] == [0.2, 0.1]
    helmet = Trace(SQUARE, "#2f6aa3", "#f6f0e1", 0.5, names=("key",))
    shell, sign = draw_low(helmet, Trace("M0 0L9 0", None, "#26221d", 2.4, names=("ink", "key")))
    assert (shell.stroke, shell.width, sign.width) == ("#2f6aa3", 0.3, 0.8)  # its own colour, not the light line's


def test_the_waves_of_a_sea_are_the_same_hairlines_by_day_and_by_night() -> None:
    lines = ("#b4c8cb", "#3a5073")
    day, night = draw_low(*(Trace("M0 0L9 0", None, line, 0.3, names=("wave", "echo")) for line in lines))
    assert day == night
    assert day.width < 0.2


def test_a_sign_is_unchanged_in_low_ink() -> None:
    sign = Use(Drawing.from_traces("a chest", (Trace("M0 0L9 0L9 9L0 9Z", "#93542f"),)), role="sign")
    assert LowInk().rewrite(Frame("f", 20, 20, (sign,))).items == (sign,)


def test_a_ground_and_what_covers_a_part_of_it_are_one_pale_tone_without_a_line() -> None:
    ground, mask = (Trace(SQUARE, "#34523f", line, 0.3, names=("wash",)) for line in (None, "#34523f"))
    lattice = Trace("M0 0L9 9", None, "#34523f", 0.3, names=("wash",))
    sign = Trace(SQUARE, "#3a2b20", names=("solid",))
    below, lines, cover, kept = draw_low(ground, lattice, mask, sign)
    assert below.fill == cover.fill
    assert compute_lightness(str(below.fill)) > 95
    assert below.stroke is cover.stroke is None
    assert compute_lightness(str(lines.stroke)) > 60
    assert kept is sign


def test_nearly_black_forms_keep_their_hues_in_low_ink() -> None:
    tints = [str(each.fill) for each in draw_low(*(Trace(SQUARE, fill) for fill in ("#161f33", "#281a38", "#26221d")))]
    spread = [max(one) - min(one) for one in (bytes.fromhex(tint[1:]) for tint in tints)]
    assert min(spread[:2]) > 4 * spread[2]


def test_a_dark_sea_keeps_a_breath_of_its_colour_and_a_pale_cell_half_of_it() -> None:
    sea, cell = (Shape(rect(0, 0, 9, 9), fill, role="wash") for fill in ("#2c405f", "#e9dfc8"))
    lattice = Shape(rect(0, 0, 9, 9), None, "#f6f0e1", 0.3, role="weave", group="wash")
    region, tally = Shape(rect(0, 0, 9, 9), "#e7a998", role="region"), Shape(rect(5, 5, 2, 3), "#f6f0e1", role="tally")
    pale, kept, lines, land, bar = shade_low(sea, cell, lattice, region, tally)
    assert 95 < compute_lightness(str(pale.fill)) < 99
    assert (kept.fill, bar.fill) == ("#f4efe4", "#26221d")
    assert compute_lightness(str(lines.stroke)) > 80
    assert 93 < compute_lightness(str(land.fill)) < 98


def test_the_coast_is_the_heaviest_line_of_the_board_and_the_sea_is_white_with_echoes_of_it() -> None:
    (board,) = lay_out(open_deck("shogun"), "en", ["board-sun"])
    frame = LowInk().rewrite(board.front)
    shapes = [item for item in frame.items if isinstance(item, Shape)]
    (coast,) = (each for each in shapes if each.role == "coast")
    borders = [each.width for each in shapes if each.role == "border"]
    assert len(borders) == 2
    assert coast.width / 2 > max(borders)  # the land lies over its inner half
    echoes, clear = ([each for each in shapes if each.role == role] for role in ("echo", "clear"))
    assert {each.stroke for each in clear} == {"#ffffff"}
    assert [shapes.index(each) + 1 for each in echoes] == [shapes.index(each) for each in clear]
    assert not [item for item in frame.items if isinstance(item, Use) and item.frame.name == "hatch/sea"]
    routes = [each for each in shapes if each.role == "route"]
    assert [each.stroke for each in routes if not each.dash] == ["#ffffff"] * 6
    assert all(each.stroke != "#ffffff" for each in routes if each.dash)
