"""What decks and faces may name is drawn by the press itself or by a game's package."""

import json
from importlib import import_module

from companion.data.deck import TUCKBOX
from companion.paths import templates
from companion.press.face import kinds
from companion.press.games import find_drawing_modules
from companion.press.layout import KINDS


def schema(name: str) -> dict:
    return json.loads((templates() / "schemas" / f"{name}.json").read_text(encoding="utf-8"))


def test_every_kind_of_element_has_a_module_that_draws_it() -> None:
    elements = schema("face")["properties"]["element"]["items"]["oneOf"]
    assert {each["$ref"].rpartition("/")[2] for each in elements} <= KINDS.keys()  # drawn faces have some more
    of_games = find_drawing_modules("ELEMENTS")
    assert of_games.keys() == KINDS.keys() - kinds.KINDS.keys()
    assert all(kind in import_module(module).KINDS for kind, module in of_games.items())


def test_every_net_has_a_module_that_folds_it() -> None:
    found = json.dumps(schema("deck"))
    nets = find_drawing_modules("NETS")
    assert json.dumps([*sorted(nets), TUCKBOX]) in found
    for module in map(import_module, nets.values()):
        assert callable(module.model_pages)
        assert callable(module.model_notes)
