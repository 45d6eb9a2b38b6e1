"""What pages say where one phone is all there is: nothing of laptops, printing, codes or other phones."""

import re
from collections.abc import Iterator
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from companion.data.catalogue import language
from companion.paths import templates
from companion.web.app import list_pages
from tests.web.pocket.test_inside import Phone

PAGES = templates() / "web"
ELSEWHERE = {
    "join/asks.html",  # one phone asks nobody
    "join/code.html",
    "join/knock.html",
    "join/lobby.html",
    "join/no-table.html",
    "join/qr.html",
    "pocket/offer.html",
}
AWAY = ("print/", "honshu/photo", "watch/")
"""What no page of the pocket is drawn from, and what the names of others of these begin with."""

AMISS = re.compile(r"laptop|\bQR\b|\bscan|\bcodes?\b|\beach phone|\bevery phone|\bphones\b|\bnetwork\b", re.I)
FRENCH = re.compile(r"l’ordinateur|\bQR\b|scann|\bcodes?\b|les téléphones|chaque téléphone|réseau", re.I)
MEANT = {
    "Everything is on this phone now: the table opens without a network.",
    ("The printing part is not on this phone yet. With a network, open this page once more; then it is kept."),
    "From the first event to the last, with everything open; kept as one page, it needs no network.",
}


def evaluate_alone(test: nodes.Expr) -> bool | None:
    """Evaluate a template condition for the pocket; None if it can be either."""
    match test:
        case nodes.Not():
            inside = evaluate_alone(test.node)
            return None if inside is None else not inside
        case nodes.And():
            sides = {evaluate_alone(test.left), evaluate_alone(test.right)}
            return False if False in sides else None
        case nodes.Getattr(node=nodes.Name(name="context"), attr="is_alone" | "one_screen" | "visitor"):
            return True
        case nodes.Name(name="alone"):  # as a part is told of it
            return True
    return None


def list_sentences(node: nodes.Node) -> Iterator[str]:
    """The sentences that a template can say on one phone alone."""
    if isinstance(node, nodes.If):
        inside = evaluate_alone(node.test)
        yield from list_sentences(node.test)
        if inside is not False:
            for each in node.body:
                yield from list_sentences(each)
        if inside is not True:
            for each in (*node.elif_, *node.else_):
                yield from list_sentences(each)
        return
    if isinstance(node, nodes.CondExpr):
        inside = evaluate_alone(node.test)
        if inside is not False:
            yield from list_sentences(node.expr1)
        if inside is not True and node.expr2 is not None:
            yield from list_sentences(node.expr2)
        return
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name.startswith("say"):
        yield from (each.value for each in node.args if isinstance(each, nodes.Const) and isinstance(each.value, str))
    for child in node.iter_child_nodes():
        yield from list_sentences(child)


def list_pocket_templates() -> list[Path]:
    names = {path: path.relative_to(PAGES).as_posix() for path in sorted(PAGES.rglob("*.html"))}
    return [path for path, name in names.items() if name not in ELSEWHERE and not name.startswith(AWAY)]


@pytest.mark.parametrize("page", list_pocket_templates(), ids=lambda page: page.relative_to(PAGES).as_posix())
def test_pocket_templates_speak_of_no_other_phone_or_laptop(page: Path) -> None:
    sentences = set(list_sentences(jinja2.Environment().parse(page.read_text("utf-8")))) - MEANT
    french = language("fr")
    assert [each for each in sentences if AMISS.search(each)] == []
    assert [each for each in sentences if FRENCH.search(french.template(each))] == []


@pytest.fixture(scope="module")
def phone() -> Phone:
    """A phone with a table of every kind."""
    here = Phone()
    three = ["blue", "red", "yellow"]
    for way in ("tower", "fixed", "draft"):
        assert here.tap("/new/shogun", name=way, way=way, seat=three).status == 200
    assert here.tap("/new/honshu", table="honshu", **{"player-blue": "Aya", "player-red": "Bo"}).status == 200
    names = {"player-A": "Aya", "player-B": "Bo", "player-C": "Chen"}
    assert here.tap("/new/hogen", table="hogen", deduction="1", **names).status == 200
    return here


TABLES = ("tower", "fixed", "draft", "honshu", "hogen")


@pytest.mark.parametrize("languages", ["en", "fr"])
def test_every_pocket_page_opens_and_speaks_of_no_other_device(phone: Phone, languages: str) -> None:
    amiss = {"en": AMISS, "fr": FRENCH}[languages]
    phone.ask("GET", f"/language?to={languages}")
    for table in TABLES[1:]:
        seat = "A" if table == "hogen" else "blue"
        phone.tap(f"/t/{table}/curtain", seat=seat)
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
            for meant in sorted(MEANT):
                words = words.replace(" ".join(language(languages).template(meant).split()), "")
            assert amiss.search(words) is None, (path, amiss.findall(words))


@pytest.mark.parametrize("path", ["/join", "/lobby", "/print", "/t/tower/lobby", "/t/tower/live", "/t/honshu/map.svg"])
def test_pages_that_need_several_phones_are_not_in_the_pocket(phone: Phone, path: str) -> None:
    assert phone.ask("GET", path).status == 404
