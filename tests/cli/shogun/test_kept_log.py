"""The log of a table on the command line: verified, exported, damaged, put back, and killed at any moment."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.shogun_player import ShogunPlayer

ATTACK = "attack --table friday --attacker blue=4 --defender yellow=3"


def damage_store(folder: Path, script: str) -> None:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.executescript(script)


def test_check_finds_a_shown_hash_and_the_commitment_in_the_log(friday: ShogunPlayer, tmp_path: Path) -> None:
    shown = [friday(f"{ATTACK} --json").json["hash"] for _ in range(3)]
    assert "4 events replayed from the seed" in friday("table check friday").out
    assert "is that of event 2" in friday(f"table check friday --head {shown[0][:16]}").out
    commitment = friday.read_tower()["commitment"]
    assert friday(f"table check friday --commitment {commitment}").code == 0
    assert friday(f"table check friday --commitment {'0' * 64}").code == 1
    damage_store(tmp_path, "DELETE FROM event WHERE number = 4")
    assert friday("table check friday").code == 0
    answer = friday(f"table check friday --head {shown[2][:16]} --json")
    assert answer.code == 1
    assert "cut off" in answer.json["findings"][0]["text"]


def test_an_exported_table_can_be_checked_and_imported(friday: ShogunPlayer, tmp_path: Path) -> None:
    friday(ATTACK)
    file = tmp_path / "friday.json"
    answer = friday(f"table export friday -o {file!s}")
    assert (answer.code, answer.err, "--with-seed" in answer.out) == (0, "", True)
    assert json.loads(friday("table export friday").out) == json.loads(file.read_text())
    assert friday(f"table check {file!s} --file").code == 0
    assert "seed" not in json.loads(file.read_text())["events"][0]["asked"]
    answer = friday(f"table export friday --with-seed -o {file!s} --json")
    assert "holds the seed" in answer.err
    assert json.loads(file.read_text())["events"][0]["asked"]["seed"] == "kabuto"
    assert friday(f"table import {file!s}").code == 2
    assert "not a name for a table" in friday(f"table import {file!s} --as ''").err
    assert friday(f"table import {file!s} --as saturday --json").json["events"] == 3
    assert friday.read_tower("saturday") == friday.read_tower()
    assert [each["table"] for each in friday("table list --json").json["tables"]] == ["friday", "saturday"]
    document = json.loads(file.read_text())
    document["events"][1]["result"]["winner"] = "nobody"
    file.write_text(json.dumps(document))
    assert friday(f"table check {file!s} --file").code == 1
    refused = friday(f"table import {file!s} --as sunday")
    assert refused.code == 2
    assert "was changed after it was played" in refused.err


def test_restore_refuses_a_sound_store_unless_forced_and_replaces_a_lost_one(
    friday: ShogunPlayer, tmp_path: Path
) -> None:
    friday(ATTACK)
    answer = friday("table restore")
    assert (answer.code, "is in order" in answer.out) == (1, True)
    assert "1: tables-000001" in friday("table restore --copy").out
    assert friday("table restore --copy 1 --json").json["tables"] == {"friday": 1}
    friday(ATTACK)
    assert friday("table restore --force --json").json["tables"] == {"friday": 1}
    assert friday.read_tower()["throw"] == 0
    (tmp_path / "tables.sqlite").unlink()
    lost = friday.play("show")
    assert lost.err.endswith(f"backup with: companion table restore --store {tmp_path / 'tables.sqlite'}\n")
    assert friday("table restore").code == 0
