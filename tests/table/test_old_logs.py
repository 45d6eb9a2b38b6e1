"""Tables that older programs wrote are read, verified and written alike, byte for byte."""

import gzip
import json
from pathlib import Path

import pytest

from companion.codec import encode
from companion.play.hogen import GAME as HOGEN
from companion.play.honshu import GAME as HONSHU
from companion.play.shogun import GAME as SHOGUN
from companion.table.archive import archive, verify_log
from companion.table.history import History, LogRules, canonical
from companion.table.store import Store
from companion.table.table import Table
from tests.table.files import import_archive

TABLES = Path(__file__).parents[1] / "golden/tables"
LOGS = {"full": SHOGUN, "hogen-dealt": HOGEN, "hogen-real": HOGEN, "honshu": HONSHU}


@pytest.mark.parametrize(("name", "game"), LOGS.items())
def test_an_old_log_is_read_verified_and_written_alike(tmp_path: Path, name: str, game: LogRules) -> None:
    text = gzip.decompress((TABLES / f"{name}.json.gz").read_bytes()).decode()
    file = tmp_path / "old.json"
    file.write_text(text, encoding="utf-8")
    with Store(tmp_path / "tables.sqlite") as store:
        import_archive(store, file, game)
        events = store.events(name)
        assert verify_log(events, game).true
        assert archive(store.header(name), events) == json.loads(text)
        read = Table(store, name, game).history
    replayed = History(game)
    for event in events:
        replayed.follow(event, anew=True)
    for step, again in zip(read, replayed, strict=True):
        assert canonical(encode(step.request)) == canonical(step.event.asked)
        assert step.after == again.after
        assert step.report == again.report
