"""The log of a table on the command line: verified, exported, damaged, put back, and killed at any moment."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from companion.table.backup import back_up
from companion.table.store import Store

ROOT = Path(__file__).parents[2]
PLAYERS = ["--players", "blue,yellow,red"]
ATTACK = ["--attacker", "blue=4", "--defender", "yellow=3"]


def test_verify_and_the_hash_that_was_shown(friday, tmp_path: Path) -> None:
    shown = [friday("attack", "friday", *ATTACK, "--json").json["hash"] for _ in range(3)]
    assert "4 events followed again from the seed" in friday("verify", "friday").out
    assert "is that of event 2" in friday("verify", "friday", "--head", shown[0][:16]).out
    commitment = friday("show", "friday", "--json").json["commitment"]
    assert friday("verify", "friday", "--commitment", commitment).code == 0
    assert friday("verify", "friday", "--commitment", "0" * 64).code == 1
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    connection.execute("DROP TRIGGER event_is_never_deleted")
    connection.execute("DELETE FROM event WHERE number = 4")
    connection.commit()
    connection.close()
    assert friday("verify", "friday").code == 0
    answer = friday("verify", "friday", "--head", shown[2][:16])
    assert answer.code == 1
    assert "cut off" in answer.out


def test_verify_names_the_record_that_was_changed(friday, tmp_path: Path) -> None:
    friday("attack", "friday", *ATTACK)
    friday("attack", "friday", *ATTACK)
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    connection.execute("DROP TRIGGER event_is_never_changed")
    connection.execute(
        "UPDATE event SET record = replace(record, '\"armies\":4', '\"armies\":5') WHERE number = 2"
    )
    connection.commit()
    connection.close()
    answer = friday("verify", "friday", "--json")
    assert answer.code == 1
    assert answer.json["true"] is False
    assert answer.json["findings"][0] == {"event": 2, "text": "event 2 is not what was written down"}
    refused = friday("attack", "friday", *ATTACK)
    assert refused.code == 2
    assert "is damaged; the last backup is" in refused.err
    assert friday("restore").code == 0
    assert friday("show", "friday").code == 0


def test_export_and_import(friday, tmp_path: Path) -> None:
    friday("attack", "friday", *ATTACK)
    file = tmp_path / "friday.json"
    answer = friday("export", "friday", "-o", str(file))
    assert answer.code == 0
    assert answer.err == ""
    assert "--with-seed" in answer.out
    assert json.loads(friday("export", "friday").out) == json.loads(file.read_text())
    assert friday("verify", str(file), "--file").code == 0
    assert "seed" not in json.loads(file.read_text())["events"][0]["asked"]
    answer = friday("export", "friday", "--with-seed", "-o", str(file), "--json")
    assert "holds the seed" in answer.err
    assert json.loads(file.read_text())["events"][0]["asked"]["seed"] == "kabuto"
    assert friday("import", str(file)).code == 2
    assert "not a name for a table" in friday("import", str(file), "--as", "").err
    assert friday("import", str(file), "--as", "saturday", "--json").json["events"] == 3
    assert friday("show", "saturday", "--json").out == friday("show", "friday", "--json").out
    assert [each["table"] for each in friday("tables", "--json").json["tables"]] == ["friday", "saturday"]
    document = json.loads(file.read_text())
    document["events"][1]["result"]["winner"] = "nobody"
    file.write_text(json.dumps(document))
    assert friday("verify", str(file), "--file").code == 1
    refused = friday("import", str(file), "--as", "sunday")
    assert refused.code == 2
    assert "was changed after it was played" in refused.err


def test_verify_says_when_a_table_plays_another_game(shogun, tmp_path: Path) -> None:
    assert shogun("new", "friday", *PLAYERS).code == 0
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    connection.execute("UPDATE game_table SET game = 'hogen'")
    connection.commit()
    connection.close()
    answer = shogun("verify", "friday")
    assert answer.code == 2
    assert "plays Hogen, not Shogun" in answer.err


def test_a_newer_store_is_refused(friday, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "tables.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    answer = friday("show", "friday")
    assert answer.code == 2
    assert "newer Companion" in answer.err


def test_a_damaged_store_is_refused_and_put_back(friday, tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"\xff" * 5000)
    answer = friday("show", "friday")
    assert answer.code == 2
    assert "is damaged; the last backup is" in answer.err
    assert "is back in its place" in friday("restore").out
    assert friday("show", "friday").code == 0


def test_a_store_in_order_is_not_put_back_by_mistake(friday) -> None:
    friday("attack", "friday", *ATTACK)
    answer = friday("restore")
    assert answer.code == 1
    assert "is in order" in answer.out
    assert friday("show", "friday", "--json").json["throw"] == 1
    assert friday("restore", "--force", "--json").json["tables"] == {"friday": 1}
    assert friday("show", "friday", "--json").json["throw"] == 0


def test_commands_killed_at_any_moment_leave_a_true_log(friday, tmp_path: Path) -> None:
    chance = random.Random(5)
    environment = {**os.environ, "COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    command = [sys.executable, "-m", "companion.cli.main", "shogun", "attack", "friday", *ATTACK, "--json"]
    began = time.monotonic()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    whole, answered = time.monotonic() - began, 1
    for _ in range(8):
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as program:
            time.sleep(whole * chance.uniform(0.1, 1))  # somewhere on its way, as long as that takes here
            program.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
            out, _ = program.communicate()
            answered += bool(out)
    verdict = friday("verify", "friday", "--json")
    assert verdict.code == 0
    assert verdict.json["events"] >= 1 + answered


def test_backups_are_listed_and_an_older_one_is_taken(friday, tmp_path: Path) -> None:
    friday("attack", "friday", *ATTACK)
    back_up(tmp_path / "tables.sqlite")
    listed = friday("restore", "--copy", "--json").json["copies"]
    assert [(each["copy"], each["tables"]) for each in listed] == [(2, {"friday": 2}), (1, {"friday": 1})]
    assert "2: tables-000002" in friday("restore", "--copy").out
    assert "friday to event 1" in friday("restore", "--copy").out
    assert friday("restore", "--copy", "1", "--json").json["tables"] == {"friday": 1}
    missing = friday("restore", "--copy", "9")
    assert (missing.code, "There is no sound backup 9 of" in missing.err) == (2, True)
    assert "is not the number of a backup" in friday("restore", "--copy", "one").err
    (tmp_path / "tables.sqlite").unlink()
    lost = friday("show", "friday")
    assert lost.code == 2
    assert lost.err.endswith(f"back with: companion table restore --store {tmp_path / 'tables.sqlite'}\n")
    assert friday("restore").code == 0


def test_nothing_is_put_back_under_an_open_table(friday, tmp_path: Path) -> None:
    with Store(tmp_path / "tables.sqlite"):
        answer = friday("restore", "--force")
    assert answer.code == 1
    assert "open in another program" in answer.out
