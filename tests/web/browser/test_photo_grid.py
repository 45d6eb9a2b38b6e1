"""A phone lays a grid over a photo of a map without seals: corners dragged, squares counted and guessed."""

import pytest
from playwright.sync_api import Page, expect

from companion.errors import CompanionError
from companion.service.honshu.photo_look import PhotoWish, SeenPhotos, ShownPhoto
from companion.vision.honshu.by_hand.proposing import propose
from tests.choice import EVERYTHING, pick
from tests.vision.bought import PLAIN, bought
from tests.web.browser.fingers import Fingers, Point, middle
from tests.web.browser.looking import BROAD, NARROW, USUAL, at_fault, looked, looked_over
from tests.web.browser.test_photo import FILE, phones  # noqa: F401
from tests.web.evening import Phones
from tests.web.seen_photos import JPEG

PHOTO = bought(7, PLAIN, cards=4, width=700)
HIGH, WIDE = PHOTO.photo.shape[:2]

ON_SCREEN = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.getElementById("grid-whole").getScreenCTM());
  return [at.x, at.y];
}"""


class Guesser:
    """Finds no seal on any photo, and guesses under every grid."""

    def __init__(self) -> None:
        self.wishes: list[PhotoWish] = []

    async def __call__(self, _work: object, wish: PhotoWish) -> SeenPhotos:
        self.wishes.append(wish)
        shown = (ShownPhoto(JPEG, WIDE, HIGH),)
        try:
            if wish.corners is None:
                raise CompanionError("No seal was found on the photo.")
            return SeenPhotos(shown, propose(PHOTO.photo, wish.corners, wish.rows, wish.columns, wish.known))
        except CompanionError as error:
            return SeenPhotos(shown, problem=error.whole)


@pytest.fixture
def looker() -> Guesser:
    return Guesser()


def sent(phone: Page) -> None:
    """Send a photo on which no seal is found, and go on to the grid."""
    phone.goto("/t/friday/photo")
    phone.set_input_files("input[name=file]", FILE)
    phone.get_by_role("link", name="Lay a grid over it").click()
    phone.wait_for_url("**/photo/grid")


def typed(phone: Page) -> list[Point]:
    return [tuple(int(phone.input_value(f"input[name={axis}{at}]")) for axis in "xy") for at in range(4)]


def test_a_finger_drags_the_grid_onto_the_map(phones: Phones, looker: Guesser) -> None:  # noqa: F811
    phone = phones("Aya")
    sent(phone)
    assert looked_over(phone) == {}
    finger = Fingers(phone)
    for at, corner in enumerate(PHOTO.corners):
        to = phone.evaluate(ON_SCREEN, list(corner))
        finger.draw([middle(phone.locator(f"#g{at} .g-ring")), tuple(to)])
        expect(phone.locator(f"input[name=corner][value='{at}']")).to_be_checked()
    for name, count in (("rows", len(PHOTO.grid)), ("columns", len(PHOTO.grid[0]))):
        while (now := int(phone.input_value(f"input[name={name}]"))) != count:
            more = "more" if count > now else "less"
            phone.get_by_role("button", name=f"{name.capitalize()}: one {more}").tap()
            expect(phone.locator(f"input[name={name}]")).to_have_value(str(now + (1 if count > now else -1)))
    lines = phone.locator("#g-lines").get_attribute("d") or ""
    assert lines.count("M") == len(PHOTO.grid) + len(PHOTO.grid[0]) - 2
    assert all(
        abs(x - to) < 2
        for one, two in zip(typed(phone), PHOTO.corners, strict=True)
        for x, to in zip(one, two, strict=True)
    )
    phone.locator("#g2").focus()
    phone.keyboard.press("ArrowLeft")
    phone.keyboard.press("Shift+ArrowUp")
    x, y = PHOTO.corners[2]
    assert typed(phone)[2] == (pytest.approx(x - 2, abs=2), pytest.approx(y - 20, abs=2))
    phone.keyboard.press("Shift+ArrowDown")
    phone.get_by_role("button", name="Guess the squares").tap()
    phone.wait_for_url("**/photo/map")
    assert looker.wishes[-1].rows == len(PHOTO.grid)
    expect(phone.locator(".p.guess")).to_have_count(len(PHOTO.grid) * len(PHOTO.grid[0]))
    assert looked_over(phone, axe=EVERYTHING) == {}
    phone.locator(".p.guess").first.click()
    phone.get_by_role("button", name="lake", exact=True).click()
    expect(phone.locator(".p.told")).to_have_count(1)
    phone.get_by_role("link", name="Move the grid").click()
    phone.wait_for_url("**/photo/grid")


def test_the_middle_moves_the_whole_grid(phones: Phones) -> None:  # noqa: F811
    phone = phones("Aya")
    sent(phone)
    before = typed(phone)
    x, y = middle(phone.locator("#g-edge"))
    Fingers(phone).draw([(x, y), (x + 20, y + 10)])
    moved = [
        (right - left, down - up) for (left, up), (right, down) in zip(before, typed(phone), strict=True)
    ]
    assert len(set(moved)) == 1
    assert moved[0] > (0, 0)


def test_the_grid_fits_every_screen(phones: Phones) -> None:  # noqa: F811
    phone = phones("Aya", dark=True)
    sent(phone)
    languages = ("fr", "en")
    for language in languages:
        phone.goto(f"/language?to={language}&back=/t/friday/photo/grid")
        for width in (USUAL, BROAD, NARROW):
            phone.set_viewport_size({"width": width, "height": 844})
            assert (language, width, looked(phone, "wide", "cut")) == (language, width, [])
        if language in pick(languages, 1):
            assert at_fault(phone) == []


def test_the_grid_is_laid_by_arrows_and_numbers_without_script(phones: Phones, looker: Guesser) -> None:  # noqa: F811
    phone = phones("Aya", script=False)
    phone.goto("/t/friday/photo")
    phone.set_input_files("input[name=file]", FILE)
    phone.get_by_role("button", name="Read the photo").click()
    phone.get_by_role("link", name="Lay a grid over it").click()
    start = typed(phone)
    phone.get_by_role("link", name="Lower right corner").click()
    phone.get_by_role("button", name="Up", exact=True).click()
    assert typed(phone) == [*start[:2], (start[2][0], start[2][1] - 4), start[3]]
    phone.get_by_text("Corners as numbers").click()
    for at, corner in enumerate(PHOTO.corners):
        for axis, value in zip("xy", corner, strict=True):
            phone.fill(f"input[name={axis}{at}]", str(round(value)))
    phone.get_by_role("button", name="Show the grid so").click()
    phone.get_by_role("button", name="Columns: one less").click()
    phone.get_by_role("button", name="Guess the squares").click()
    phone.wait_for_url("**/photo/map")
    assert looker.wishes[-1].corners == tuple((round(x), round(y)) for x, y in PHOTO.corners)
