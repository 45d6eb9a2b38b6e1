"""What pages say where one phone is all there is: nothing of laptops, printing, codes or other phones."""

import re

import pytest

from companion.web.app import list_pages
from tests.web.pocket.test_inside import Phone

AMISS = re.compile(r"laptop|\bQR\b|\bscan|\bcodes?\b|\beach phone|\bevery phone|\bphones\b|\bnetwork\b", re.I)
MEANT = {
    "Everything is on this phone now: the table opens without a network.",
    "The printing part is not on this phone yet. With a network, open this page once more; then it is kept.",
    "From the first event to the last, with everything revealed; saved as one page, it needs no network.",
}


@pytest.fixture(scope="module")
def phone() -> Phone:
    phone = Phone()
    three = ["blue", "red", "yellow"]
    for way in ("tower", "fixed", "draft"):
        assert phone.tap("/new/shogun", name=way, way=way, seat=three).status == 200
    assert phone.tap("/new/honshu", table="honshu", **{"player-blue": "Aya", "player-red": "Bo"}).status == 200
    names = {"player-A": "Aya", "player-B": "Bo", "player-C": "Chen"}
    assert phone.tap("/new/hogen", table="hogen", deduction="1", **names).status == 200
    return phone


TABLES = ("tower", "fixed", "draft", "honshu", "hogen")


def test_every_pocket_page_opens_and_speaks_of_no_other_device(phone: Phone) -> None:
    for table in TABLES[1:]:
        phone.tap(f"/t/{table}/curtain", seat="A" if table == "hogen" else "blue")
    for page in list_pages(pocket=True):
        for table in TABLES if "{table}" in page.path else ("",):
            path = page.path.replace("{table}", table)
            if page.show is None or "{" in path:
                continue
            answered = phone.ask("GET", path)
            assert answered.status in (200, 404, 422), path
            if not answered.headers["content-type"].startswith("text/html"):
                continue
            text = answered.body.decode()
            links = re.findall(r'(?:href|action)="/(lobby|join)|href="[^"]*/(lobby|live|map\.)', text)
            assert links == [], path
            words = " ".join(re.sub(r"<[^>]*>", " ", text).replace("&#39;", "'").split())
            for meant in MEANT:
                words = words.replace(meant, "")
            assert AMISS.search(words) is None, (path, AMISS.findall(words))
