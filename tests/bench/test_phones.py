"""The bench of the full house loses no tap, in a small house."""

from pathlib import Path

import pytest

from tests.bench import bench_phones


@pytest.mark.deep
def test_a_small_house_sees_every_tap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("companion.web.shogun.tower")  # the page that everybody looks at
    monkeypatch.setattr(bench_phones, "TABLES", 2)
    monkeypatch.setattr(bench_phones, "PHONES", 3)
    evening, peak, made = bench_phones.measure(tmp_path, seconds=2)
    assert (evening.lost, evening.refused) == (0, 0)
    assert evening.taps >= 2
    assert len(evening.took) == 2 * evening.taps
    assert peak != 0
    assert made >= 1
