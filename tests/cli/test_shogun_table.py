"""The commands of a table as players type them: answers, exit codes, French, every refusal a sentence."""

import hashlib
from pathlib import Path

import pytest

from companion.play.game import shown_hash
from tests.cli.terminal import Terminal

PLAYERS = ["--players", "blue,yellow,red"]
ATTACK = ["--attacker", "blue=4", "--defender", "yellow=3"]
COMMANDS = (
    *("new", "word", "attack", "revolt", "throw", "tray", "show", "undo", "verify"),
    *("export", "import", "reveal", "luck", "tables", "restore"),
)


def test_colours_are_typed_by_their_beginnings(shogun) -> None:
    assert shogun("new", "short", "--players", "b,y,r").code == 0
    assert {*shogun("show", "short", "--json").json["outside"]} == {"blue", "red", "yellow", "green"}
    assert "3 blue" in shogun("attack", "short", "--attacker", "b=3", "--defender", "y=2", "--trust").out
    assert shogun("new", "dark", "--players", "b,bla,vi").code == 0
    assert "'bl' may be black, blue; type a letter more." in shogun("new", "x", "--players", "bl,y,r").err
    assert "belong to no player" in shogun("new", "x", "--players", "green,y,r").err


def test_a_table_begins_with_a_hash_to_write_down(shogun) -> None:
    answer = shogun("new", "friday", *PLAYERS)
    assert answer.code == 0
    commitment = shogun("show", "friday", "--json").json["commitment"]
    assert shown_hash(commitment) in answer.out
    assert "62 of each player and 20 green" in answer.out
    assert "may know every throw" not in answer.out


def test_a_chosen_seed_is_said_to_prove_less(shogun) -> None:
    assert "Somebody chose this seed" in shogun("new", "friday", *PLAYERS, "--seed", "x").out
    assert shogun("new", "saturday", *PLAYERS, "--seed", "x", "--json").json["seed_chosen"] is True


def test_show_answers_with_just_these_keys(friday) -> None:
    friday("attack", "friday", *ATTACK)
    answer = friday("show", "friday", "--json").json
    keys = ["throw", "tower", "tray", "outside", "supply", "board", "commitment"]
    assert list(answer) == ["version", *keys, "remarks"]
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
    answer = friday("attack", "friday", *ATTACK, "--province", "kozuke", "--trust")
    assert answer.code == 0
    for part in (
        "Throw 1, Kozuke: Blue attacks Yellow.",
        "Before the throw:",
        "In the tray:",
        "This happens in",
    ):
        assert part in answer.out
    shown = friday("verify", "friday", "--json").json["hash"]
    assert " ".join(shown[start : start + 4] for start in range(0, 16, 4)) in answer.out
    assert "\x1b" not in answer.out


def test_an_attack_answers_a_program(friday) -> None:
    odds = friday("attack", "friday", *ATTACK, "--odds-only", "--json").json
    answer = friday("attack", "friday", *ATTACK, "--json").json
    assert answer["odds"] == {key: odds[key] for key in answer["odds"]}
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
    [(["--temple", "--event", "6"], "temple protects"), (["--from", "4"], "One army must stay behind")],
)
def test_what_the_rules_forbid_is_answered_no(friday, words: list[str], said: str) -> None:
    answer = friday("attack", "friday", *ATTACK, *words)
    assert (answer.code, answer.err) == (1, "")
    assert said in answer.out
    assert said in friday("attack", "friday", *ATTACK, *words, "--json").json["refused"]
    assert friday("show", "friday", "--json").json["throw"] == 0


def test_a_real_tower_is_entered(shogun) -> None:
    shogun("new", "friday", *PLAYERS)
    shogun("tower", "friday", "real")
    shogun("inside", "friday", "blue=3", "yellow=2", "red=3", "green=4")
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
    before = friday("show", "friday", "--json").json
    first = friday("attack", "friday", *ATTACK, "--json").json
    after = friday("show", "friday", "--json").out
    assert "Throw 1 is undone" in friday("undo", "friday").out
    undone = friday("show", "friday", "--json").json
    assert {**undone, "remarks": undone["remarks"][:1]} == before
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
    assert friday("undo", "friday", "--json").json == {"version": 1, "refused": "There is nothing to undo."}


def test_the_tray_is_put_right(friday) -> None:
    assert friday("tray", "friday", "green=2", "blue=+1", "--json").json["tray"] == {"blue": 1, "green": 2}
    assert friday("tray", "friday", "vert=-1", "--json").json["tray"] == {"blue": 1, "green": 1}
    assert "nothing" in friday("tray", "friday", "empty").out
    friday("undo", "friday")
    assert friday("show", "friday", "--json").json["tray"] == {"blue": 1, "green": 1}


def test_words_then_the_seed_is_revealed(friday) -> None:
    words = ["red=rain", "blue=le thé"]
    assert "Red's word is mixed in: rain" in friday("word", "friday", *words).out
    shown = friday("show", "friday", "--json").json["commitment"]
    friday("attack", "friday", *ATTACK)
    answer = friday("reveal", "friday", "--json").json
    assert (answer["seed"], answer["words"]) == ("kabuto", [["blue", "le thé"], ["red", "rain"]])
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
        (["word", "friday", "tea"], "COLOUR=WORD"),
        (["word", "friday", "blue=tea", "bleu=thé"], "named twice"),
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
        (["tray", "friday"], "'friday' is no change; after the table write COLOUR=NUMBER"),
        (["tray", "friday", "blue"], "'blue' is no change"),
        (["tray", "friday", "blue=1", "bleu=2"], "named twice"),
        (["word", "friday", "black=tea"], "does not play"),
        (["verify", "friday", "--head", "12"], "is not a hash"),
        (["verify", "none.json", "--file"], "no such file"),
        (["verify", "--file"], "Name the exported file."),
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
    assert friday(*words, "--json").json == {"version": 1, "refused": said}


def test_a_word_cannot_draw_anew_what_was_undone(friday) -> None:
    friday("attack", "friday", *ATTACK)
    friday("undo", "friday")
    answer = friday("word", "friday", "blue=luck", lang="fr")
    assert answer.code == 1
    assert "retir\u00e9 au sort" in answer.out


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
            "La graine est fixée",
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


ALIASES = {"tables": "table list", "verify": "table check"} | {
    name: f"table {name}" for name in ("log", "undo", "export", "import", "rename", "delete", "restore")
}
"""What is done with whole tables, of any game; the names it had below a game stay."""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_an_example(shogun, name: str) -> None:
    for lang in ("en", "fr"):
        answer = shogun(name, "--help", lang=lang)
        assert answer.code == 0
        assert f"companion {ALIASES.get(name, f'shogun {name}')}" in answer.out.split("\n", 2)[2]


def test_on_a_terminal_the_throw_falls_before_the_verdict(friday, tmp_path: Path) -> None:
    store = {"COMPANION_STORE": str(tmp_path / "tables.sqlite")}
    words = ["--ui-lang", "en", "shogun", "attack", "friday", *ATTACK]
    with Terminal(words, **store) as terminal:
        assert "|___" in terminal.until("Blue attacks Yellow")
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
