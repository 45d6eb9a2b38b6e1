"""The commands of a table as players type them: answers, exit codes, French, every refusal a sentence."""

import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[2]
PLAYERS = ["--players", "blue,yellow,red"]
ATTACK = ["--attacker", "blue=4", "--defender", "yellow=3"]


class Answer:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> dict:
        return json.loads(self.out)


@pytest.fixture
def shogun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setenv("COMPANION_STORE", str(tmp_path / "tables.sqlite"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")

    def command(*words: str, lang: str = "en") -> Answer:
        capsys.readouterr()
        code = 0
        try:
            run(["--ui-lang", lang, "shogun", *words])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return command


@pytest.fixture
def friday(shogun):
    assert shogun("new", "friday", *PLAYERS, "--seed", "kabuto").code == 0
    return shogun


def test_a_table_begins_with_a_hash_to_write_down(shogun) -> None:
    answer = shogun("new", "friday", *PLAYERS)
    assert answer.code == 0
    commitment = shogun("show", "friday", "--json").json["commitment"]
    assert commitment in answer.out
    assert "62 of each player and 20 green" in answer.out
    assert "may know every throw" not in answer.out


def test_a_chosen_seed_is_said_to_prove_less(shogun) -> None:
    assert "Somebody chose this seed" in shogun("new", "friday", *PLAYERS, "--seed", "x").out
    assert shogun("new", "saturday", *PLAYERS, "--seed", "x", "--json").json["seed_chosen"] is True


def test_show_answers_with_just_these_keys(friday) -> None:
    friday("attack", "friday", *ATTACK)
    answer = friday("show", "friday", "--json").json
    assert list(answer) == ["throw", "tower", "tray", "outside", "supply", "board", "commitment"]
    assert answer["throw"] == 1
    assert answer["supply"] is None
    assert answer["board"] is None
    for colour, size in {"blue": 62, "yellow": 62, "red": 62, "green": 20}.items():
        assert sum(answer[where].get(colour, 0) for where in ("tower", "tray", "outside")) == size


def test_the_same_seed_throws_the_same(shogun) -> None:
    answers = []
    for name in ("one", "two"):
        shogun("new", name, *PLAYERS, "--seed", "again")
        answers.append(shogun("attack", name, *ATTACK, "--json").json)
    for key in ("in", "out", "verdict", "tray", "odds"):
        assert answers[0][key] == answers[1][key]


def test_an_attack_is_told_with_odds_verdict_and_hash(friday) -> None:
    answer = friday("attack", "friday", *ATTACK, "--province", "kozuke")
    assert answer.code == 0
    for part in (
        "Throw 1, Kozuke: Blue attacks Yellow.",
        "Before the throw:",
        "In the tray:",
        "This happens in",
    ):
        assert part in answer.out
    shown = friday("verify", "friday", "--json").json["head"]
    assert " ".join(shown[start : start + 4] for start in range(0, 16, 4)) in answer.out
    assert "\x1b" not in answer.out


def test_an_attack_answers_a_program(friday) -> None:
    odds = friday("attack", "friday", *ATTACK, "--odds-only", "--json").json
    answer = friday("attack", "friday", *ATTACK, "--json").json
    assert answer["odds"] == odds
    assert answer["in"] == {"blue": 4, "yellow": 3}
    winner = answer["verdict"]["winner"]
    assert answer["chance"] == odds[{"attacker": "win", "defender": "lose", "tie": "tie"}[winner]]
    assert set(answer["verdict"]) >= {"winner", "survivors", "to_supply", "stays_in_tray", "province"}
    assert friday("show", "friday", "--json").json["throw"] == 1


def test_a_revolt_and_a_winter_revolt(friday) -> None:
    assert friday("revolt", "friday", "--owner", "red=4", "--markers", "2", "--json").json["in"] == {
        "red": 4,
        "green": 2,
    }
    friday("tray", "friday", "empty")
    answer = friday("revolt", "friday", "--owner", "red=4", "--markers", "1", "--winter", "2")
    assert "the farmers revolt against Red" in answer.out


def test_cards_events_and_supplies(friday) -> None:
    fight = [*ATTACK, "--attack-card", "--defence-card", "--event", "4", "--castle"]
    assert friday("attack", "friday", *fight, "--json").json["in"] == {"blue": 5, "yellow": 5}
    friday("undo", "friday")
    answer = friday("attack", "friday", *fight, "--supply", "blue=0 yellow=0", "--json").json
    assert answer["in"] == {"blue": 4, "yellow": 3}
    assert len(answer["notes"]) == 3
    friday("undo", "friday")
    neutral = ["--attacker", "blue=2", "--defender", "neutral", "--event", "3", "--json"]
    assert friday("attack", "friday", *neutral).json["in"] == {"blue": 2, "green": 2}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--temple", "--event", "6"], "temple protects"),
        (["--from", "4"], "One army must stay behind"),
    ],
)
def test_what_the_rules_forbid_is_answered_no(friday, words: list[str], said: str) -> None:
    answer = friday("attack", "friday", *ATTACK, *words)
    assert (answer.code, answer.err) == (1, "")
    assert said in answer.out
    assert said in friday("attack", "friday", *ATTACK, *words, "--json").json["refused"]
    assert friday("show", "friday", "--json").json["throw"] == 0


def test_a_real_tower_is_entered(shogun) -> None:
    shogun("new", "friday", *PLAYERS, "--out", "blue=4 yellow=5,red=4", "--out", "green=6")
    assert shogun("show", "friday", "--json").json["tower"] == {"blue": 3, "red": 3, "yellow": 2, "green": 4}
    answer = shogun("throw", "friday", *ATTACK, "--out", "blue=3 yellow=1 green=1", "--json").json
    assert answer["verdict"]["winner"] == "attacker"
    assert answer["verdict"]["survivors"] == {"blue": 1}
    assert shogun("throw", "friday", *ATTACK, "--out", "nothing", "--json").json["out"] == {}
    revolt = shogun(
        "throw", "friday", "--owner", "red=3", "--markers", "2", "--out", "rouge=2", "--json"
    ).json
    assert revolt["verdict"]["winner"] == "owner"
    free = shogun("throw", "friday", "--in", "blue=3", "--out", "blue=2", "--json").json
    assert free["tray"] == {"blue": 2}
    assert "[real tower]" in shogun("luck", "friday").out


def test_undo_and_redo(friday) -> None:
    before = friday("show", "friday", "--json").out
    first = friday("attack", "friday", *ATTACK, "--json").json
    after = friday("show", "friday", "--json").out
    assert "Throw 1 is undone" in friday("undo", "friday").out
    assert friday("show", "friday", "--json").out == before
    assert "stands again" in friday("undo", "friday", "--redo").out
    assert friday("show", "friday", "--json").out == after
    assert friday("undo", "friday", "--json").json["undone"] == first["event"]
    assert friday("attack", "friday", *ATTACK, "--json").json["out"] == first["out"]
    sheet = friday("luck", "friday", "--json").json["players"]["blue"]
    assert [line["undone"] for line in sheet["throws"]] == [True, False]
    assert sheet["fights"] == 1


def test_undo_with_nothing_to_undo(friday) -> None:
    answer = friday("undo", "friday")
    assert (answer.code, answer.out) == (1, "There is nothing to undo.\n")
    assert friday("undo", "friday", "--json").json == {"refused": "There is nothing to undo."}


def test_the_tray_is_put_right(friday) -> None:
    assert friday("tray", "friday", "green=2", "blue=+1", "--json").json["tray"] == {"blue": 1, "green": 2}
    assert friday("tray", "friday", "vert=-1", "--json").json["tray"] == {"blue": 1, "green": 1}
    assert "nothing" in friday("tray", "friday", "empty").out
    friday("undo", "friday")
    assert friday("show", "friday", "--json").json["tray"] == {"blue": 1, "green": 1}


def test_words_then_the_seed_is_revealed(friday) -> None:
    assert "Red's word is mixed in." in friday("word", "friday", "red=rain", "blue=le thé").out
    shown = friday("show", "friday", "--json").json["commitment"]
    friday("attack", "friday", *ATTACK)
    answer = friday("reveal", "friday", "--json").json
    assert (answer["seed"], answer["words"]) == ("kabuto", [["red", "rain"], ["blue", "le thé"]])
    hashed = hashlib.sha256(f"{answer['seed']}\n{answer['salt']}".encode()).hexdigest()
    assert hashed == answer["commitment"] == shown
    again = friday("reveal", "friday")
    assert again.code == 0
    assert f"printf '%s\\n%s' kabuto {answer['salt']} | sha256sum" in again.out
    refused = friday("attack", "friday", *ATTACK)
    assert refused.code == 1
    assert "revealed" in refused.out
    assert friday("throw", "friday", *ATTACK, "--out", "blue=1").code == 0
    assert friday("verify", "friday").code == 0


def test_the_inside_is_hidden_when_the_table_chose_so(shogun) -> None:
    shogun("new", "friday", *PLAYERS, "--inside", "hidden")
    answer = shogun("show", "friday", "--json").json
    assert (answer["tower"], answer["outside"]) == (None, None)
    assert "not to be told" in shogun("show", "friday").out
    assert shogun("attack", "friday", *ATTACK, "--json").json["outside"] is None


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
    assert answer.json["findings"][0] == {"event": 2, "what": "event 2 is not what was written down"}
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
    assert "holds the seed" in answer.err
    assert json.loads(friday("export", "friday").out) == json.loads(file.read_text())
    assert friday("verify", str(file), "--file").code == 0
    assert friday("import", str(file)).code == 2
    assert friday("import", str(file), "--as", "saturday", "--json").json["events"] == 2
    assert friday("show", "saturday", "--json").out == friday("show", "friday", "--json").out
    assert [each["table"] for each in friday("tables", "--json").json["tables"]] == ["friday", "saturday"]
    document = json.loads(file.read_text())
    document["events"][1]["result"]["winner"] = "nobody"
    file.write_text(json.dumps(document))
    assert friday("verify", str(file), "--file").code == 1
    refused = friday("import", str(file), "--as", "sunday")
    assert refused.code == 2
    assert "was changed after it was played" in refused.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "monday"], "no table 'monday'; there is friday."),
        (["new", "friday", *PLAYERS], "a table 'friday' already"),
        (["new", "x", "--players", "blue,pink,red"], "'pink' is not a colour"),
        (["new", "x", "--players", "blue,blue,red"], "Blue is named twice"),
        (["new", "x", "--players", "blue"], "takes 2 to 5 players, not 1"),
        (["new", "x", "--players", "blue,green,red"], "belong to no player"),
        (["new", "x", "--players", ","], "players, not 0"),
        (["new", "x", *PLAYERS, "--preset", "mine"], "'mine' is not a tower"),
        (["new", "x", *PLAYERS, "--parameter", "p=2"], "cannot be '2'"),
        (["new", "x", *PLAYERS, "--word", "tea"], "COLOUR=WORD"),
        (["new", "\x07", *PLAYERS], "not a name for a table"),
        (["attack", "friday", "--attacker", "blue=0", "--defender", "red=3"], "from 1 to 62"),
        (["attack", "friday", "--attacker", "blue=63", "--defender", "red=3"], "from 1 to 62"),
        (["attack", "friday", "--attacker", "pink=3", "--defender", "blue=3"], "'pink' is not a colour"),
        (["attack", "friday", "--attacker", "black=3", "--defender", "blue=3"], "Black does not play"),
        (["attack", "friday", "--attacker", "blue=3"], "both sides"),
        (["attack", "friday", "--attacker", "blue=3", "--defender", "neutral=2"], "follows from the event"),
        (["attack", "friday", *ATTACK, "--province", "Awa"], "did you mean Awa-Boso, Awa-Shikoku"),
        (["attack", "friday", *ATTACK, "--event", "13"], "'13' is not an event"),
        (["revolt", "friday", "--owner", "blue=3"], "at least one marker"),
        (["throw", "friday"], "Say what is thrown"),
        (["throw", "friday", *ATTACK, "--in", "blue=3"], "one of the three"),
        (["throw", "friday", *ATTACK, "--out", "blue=30"], "cannot have come out"),
        (["throw", "friday", "--in", "blue=2", "--odds-only"], "attack or a revolt only"),
        (["tray", "friday", "blue"], "changes nothing"),
        (["tray", "friday", "blue=1", "bleu=2"], "named twice"),
        (["word", "friday", "black=tea"], "does not play"),
        (["verify", "friday", "--head", "12"], "is not a hash"),
        (["verify", "none.json", "--file"], "no such file"),
        (["import", "none.json"], "no such file"),
    ],
)
def test_bad_input_is_one_sentence(friday, words: list[str], said: str) -> None:
    answer = friday(*words)
    assert answer.code == 2
    assert said in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""


def test_the_last_throw_is_told_once_more(friday) -> None:
    first = friday("attack", "friday", *ATTACK).out
    told = friday("attack", "friday", *ATTACK, "--json").json
    assert friday("show", "friday", "--last", "--json").json == told
    friday("undo", "friday")
    assert friday("show", "friday", "--last").out.startswith(first.partition("Event")[0])


def test_a_province_may_be_typed_with_accents_and_small_letters(friday) -> None:
    assert "Throw 1, Kozuke" in friday("attack", "friday", *ATTACK, "--province", "kozuk\u00e9").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tray", "friday", "blue=-1"], "The tray holds nothing; 1 cannot be taken from it."),
        (["tray", "friday", "empty"], "The tray holds just that already."),
        (["show", "friday", "--last"], "Nothing has been thrown at this table yet."),
    ],
)
def test_what_the_table_forbids_is_a_no(friday, words: list[str], said: str) -> None:
    answer = friday(*words)
    assert (answer.code, answer.out, answer.err) == (1, f"{said}\n", "")
    assert friday(*words, "--json").json == {"refused": said}


def test_a_word_cannot_draw_anew_what_was_undone(friday) -> None:
    friday("attack", "friday", *ATTACK)
    friday("undo", "friday")
    answer = friday("word", "friday", "blue=luck", lang="fr")
    assert answer.code == 1
    assert "retir\u00e9 au sort" in answer.out


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


def test_everything_is_said_in_french(shogun, tmp_path: Path) -> None:
    said = [
        shogun("new", "vendredi", "--players", "bleu,jaune,rouge", lang="fr").out,
        shogun("attack", "vendredi", "--attacker", "bleu=4", "--defender", "jaune=3", lang="fr").out,
        shogun("revolt", "vendredi", "--owner", "rouge=3", "--markers", "1", lang="fr").out,
        shogun("luck", "vendredi", lang="fr").out,
        shogun("undo", "vendredi", lang="fr").out,
        shogun("verify", "vendredi", lang="fr").out,
        shogun("reveal", "vendredi", lang="fr").out,
        shogun("attack", "vendredi", "--attacker", "bleu=4", "--defender", "jaune=3", lang="fr").out,
    ]
    for text, part in zip(
        said,
        [
            "scellée",
            "Bleu attaque Jaune",
            "se révoltent",
            "réussite",
            "annulé",
            "rejoués",
            "Graine",
            "révélée",
        ],
        strict=True,
    ):
        assert part in text
    assert " the " not in "".join(said)


COMMANDS = (
    *("new", "word", "attack", "revolt", "throw", "tray", "show", "undo", "verify"),
    *("export", "import", "reveal", "luck", "tables", "restore"),
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(shogun, name: str) -> None:
    for lang in ("en", "fr"):
        answer = shogun(name, "--help", lang=lang)
        assert answer.code == 0
        assert f"companion shogun {name}" in answer.out.split("\n", 2)[2]


def test_on_a_terminal_the_throw_falls_before_the_verdict(friday, tmp_path: Path) -> None:
    store = {"COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    words = ["--ui-lang", "en", "shogun", "attack", "friday", *ATTACK]
    with Terminal(words, **store) as terminal:
        assert "|___" in terminal.until("In the tray:")
        terminal.end()
        assert terminal.status == 0
    friday("undo", "friday")
    with Terminal([*words, "--still"], **store) as terminal:
        assert "|___" not in terminal.end()


def test_on_a_terminal_revealing_is_asked_first(friday, tmp_path: Path) -> None:
    store = {"COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    with Terminal(["--ui-lang", "en", "shogun", "reveal", "friday"], **store) as terminal:
        terminal.until("Reveal the seed?")
        terminal.type("n")
        assert "kabuto" not in terminal.end()
    assert friday("attack", "friday", *ATTACK).code == 0


def test_commands_killed_at_any_moment_leave_a_true_log(friday, tmp_path: Path) -> None:
    chance = random.Random(5)
    environment = {**os.environ, "COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    command = [sys.executable, "-m", "companion.cli.main", "shogun", "attack", "friday", *ATTACK, "--json"]
    answered = 0
    for _ in range(8):
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as program:
            time.sleep(chance.uniform(0.05, 0.5))
            program.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
            out, _ = program.communicate()
            answered += bool(out)
    verdict = friday("verify", "friday", "--json")
    assert verdict.code == 0
    assert verdict.json["events"] >= 1 + answered


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["throw", "friday", "--in", "blue=62"], "not 62 blue cubes outside"),
        (["attack", "friday", "--attacker", "blue=3", "--defender", "blue=3"], "same player"),
        (["attack", "friday", *ATTACK, "--defending", "2"], "throws all armies"),
    ],
)
def test_what_the_rules_forbid_is_refused(friday, words: list[str], said: str) -> None:
    answer = friday(*words)
    assert (answer.code, answer.err) == (1, "")
    assert said in answer.out
    assert answer.out.count("\n") == 1
