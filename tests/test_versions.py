"""The script that tries the lowest and the newest versions: what it asks for, and when it says no."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def versions() -> ModuleType:
    loader = SourceFileLoader("versions", str(ROOT / ".ci" / "versions"))
    spec = spec_from_loader("versions", loader)
    assert spec is not None
    made = module_from_spec(spec)
    loader.exec_module(made)
    return made


def test_everything_a_player_needs_has_its_tests(versions: ModuleType) -> None:
    assert {*versions.CHOSEN} == {name for name, _ in versions.needed(*versions.extras())}
    files = {file for chosen in versions.CHOSEN.values() for file in chosen.split()}
    assert {file for file in files if not (ROOT / file).is_file()} == set()
