"""Files spoilt by chance: every command that reads one says what is wrong, or does what it can."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.choice import pick, pick_seeds
from tests.fuzz.attempts import faults
from tests.fuzz.subjects import SUBJECTS, Subject

pytestmark = pytest.mark.deep

CHANCES = [*pick(range(16), 4), *pick_seeds(0, 8)]
"""Four of sixteen ways to spoil each file; in ``make test-all`` all, and eight of the seed of the run."""


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_damaged_files_give_no_traceback(subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "other.sqlite"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    for seed in CHANCES:
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert faults(subject, folder, Random(f"{subject.name} {seed}"), 4) == [], seed
