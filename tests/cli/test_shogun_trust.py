"""What a cheat with the laptop tries at a table: prevented, or shown to all."""

import json
from pathlib import Path

from companion.table.archive import archive
from companion.table.log import link
from companion.table.store import Store
from tests.cli.terminal import Terminal

ATTACK = ["--attacker", "blue=5", "--defender", "yellow=4"]


def test_show_luck_verify_and_log_tell_what_all_should_know(friday) -> None:
    lost = friday("attack", "friday", *ATTACK, "--json").json
    friday("undo", "friday")
    friday("throw", "friday", "--attacker", "blue=5", "--defender", "yellow=4", "--out", "blue=5")
    friday("tray", "friday", "red=1")
    for command in ("show", "luck", "verify", "log"):
        answer = friday(command, "friday")
        assert "For all to know:" in answer.out, command
        assert "Undone, event 2: Throw 1: Blue attacks Yellow. Out came" in answer.out
        assert "Entered from a real tower: throws 1." in answer.out
        assert "Event 5 put the tray right by hand: 1 red army laid in, nothing taken out." in answer.out
        remarks = friday(command, "friday", "--json").json["remarks"]
        assert [(each["event"], each["kind"], each["throw"]) for each in remarks] == [
            (1, "chosen", None),
            (2, "undone", lost["throw"]),
            (4, "entered", 1),
            (5, "tray", None),
        ]
    french = friday("show", "friday", lang="fr").out.replace("\xa0", " ")
    assert "À savoir de tous :" in french
    assert "Annulé, événement 2 : Jet 1 : Bleu attaque Jaune." in french


def test_a_table_with_nothing_to_remark_says_nothing_of_it(shogun) -> None:
    shogun("new", "friday", "--players", "blue,yellow,red")
    shogun("attack", "friday", *ATTACK)
    assert "For all to know" not in shogun("show", "friday").out
    assert shogun("verify", "friday", "--json").json["remarks"] == []


def test_who_gave_a_number_unasked_and_who_chose_a_seed_is_told(shogun) -> None:
    shogun("new", "cautious", "--players", "blue,yellow,red", "--trust", "numbers", "--seed", "mine")
    shogun("attack", "cautious", *ATTACK)
    shogun("number", "cautious", "3", "--by", "red")
    told = shogun("show", "cautious").out
    assert "Somebody chose the seed of this table" in told
    assert "The number of event 3 was given by Red." in told


def test_removed_undone_throws_show_against_a_hash_alone(friday, tmp_path: Path) -> None:
    """As docs/table.md says: who can write programs can take a throw out together with its undoing."""
    friday("attack", "friday", *ATTACK)
    shown = friday("undo", "friday", "--json").json["hash"]
    kept = friday("throw", "friday", *ATTACK, "--out", "blue=2", "--json").json["hash"]
    store = Store(tmp_path / "tables.sqlite")
    start, _, _, last = store.events("friday")
    events = [start, link(2, last.kind, last.asked, last.result, start.hash)]
    document = archive(store.header("friday"), events)
    store.close()
    (tmp_path / "forged.json").write_text(json.dumps(document))
    assert friday("verify", str(tmp_path / "forged.json"), "--file").code == 0
    for head in (shown, kept):
        assert friday("verify", str(tmp_path / "forged.json"), "--file", "--head", head).code == 1


def test_an_export_and_an_import_preview_nothing(friday, tmp_path: Path) -> None:
    friday("attack", "friday", *ATTACK)
    file, scratch = str(tmp_path / "friday.json"), ["--store", str(tmp_path / "scratch.sqlite")]
    assert friday("export", "friday", "-o", file).code == 0
    assert "kabuto" not in Path(file).read_text()
    answer = friday("import", file, *scratch)
    assert (answer.code, "without its seed" in answer.out) == (0, True)
    for words in (["attack", "friday", *ATTACK], ["throw", "friday", "--in", "blue=2"], ["reveal", "friday"]):
        refused = friday(*words, *scratch)
        assert (refused.code, "came here without its seed" in refused.out) == (1, True)
    assert friday("setup", "--table", "friday", "--mode", "light", *scratch).code in (1, 2)
    for command in ("show", "luck"):
        assert friday(command, "friday", *scratch).code == 0
    assert friday("throw", "friday", *ATTACK, "--out", "blue=3", *scratch).code == 0
    assert friday("undo", "friday", *scratch).code == 0
    told = friday("verify", "friday", *scratch)
    assert (told.code, "Not checked" in told.out) == (0, True)
    again = str(tmp_path / "again.json")
    assert friday("export", "friday", "-o", again, *scratch).code == 0
    assert friday("export", "friday", "--with-seed", *scratch).code == 1
    verified = friday("verify", again, "--file", "--json").json
    assert (verified["true"], verified["seed"]) == (True, False)


def test_a_seed_that_leaves_is_told_to_all_and_leaves_by_itself_when_revealed(friday, tmp_path: Path) -> None:
    friday("attack", "friday", *ATTACK)
    assert friday("verify", "friday", "--json").json["seed"] is True
    friday("export", "friday", "--with-seed", "-o", str(tmp_path / "friday.json"))
    for command in ("show", "luck", "verify"):
        assert "Event 3 let the seed out in an exported file" in friday(command, "friday").out
    friday("undo", "friday")
    assert "Event 3 let the seed out" in friday("show", "friday").out
    friday("reveal", "friday", "--yes")
    answer = friday("export", "friday", "--json")
    assert (answer.err, answer.json["events"][0]["asked"]["seed"]) == ("", "kabuto")


def test_a_file_without_its_seed_that_was_changed_is_found(friday, tmp_path: Path) -> None:
    friday("attack", "friday", *ATTACK)
    file = tmp_path / "friday.json"
    friday("export", "friday", "-o", str(file))
    whole = json.loads(file.read_text())
    for change in (
        lambda events: events[1]["result"].update(winner="nobody"),
        lambda events: events[1]["result"]["lodged"].popitem(),
        lambda events: events[0]["result"]["lodged"].popitem(),
        lambda events: events[0]["asked"].update(seed="mine"),
        lambda events: events[0].update(withheld=[]),
        lambda events: events[0]["result"].update(commitment="0" * 64, lodged={}),
        lambda events: events[1].update(withheld=["salt", "seed"]),
        lambda events: events.pop(0),
    ):
        document = json.loads(json.dumps(whole))
        change(document["events"])
        file.write_text(json.dumps(document))
        assert friday("verify", str(file), "--file").code == 1
        assert friday("import", str(file), "--as", "sunday").code == 2


def test_a_terminal_walks_all_players_through_their_words(friday, tmp_path: Path) -> None:
    store = str(tmp_path / "tables.sqlite")
    words = ["--ui-lang", "en", "shogun", "word", "friday", "--store", store]
    with Terminal(words, HOME=str(tmp_path)) as terminal:
        terminal.until("The seed is sealed under:")
        first, again = "Enter for none): ", "The same again: "
        for asked, typed in [
            (first, "le thé"),
            (again, "le tee"),
            (first, "le thé"),
            (again, "le thé"),
            (first, ""),
            (first, "rain"),
            (again, "rain"),
        ]:
            terminal.until(asked)
            terminal.type(typed)
        terminal.until("All words are sealed.")
        assert "thé" not in terminal.shown
        assert "rain" not in terminal.shown
        for typed in ("le thé", "rain"):
            terminal.until("once more: ")
            terminal.type(typed)
        assert "The tower has been filled anew" in terminal.end()
        assert terminal.status == 0
    assert friday("reveal", "friday", "--json").json["words"] == [["blue", "le thé"], ["red", "rain"]]
    assert friday("verify", "friday").code == 0


def test_a_fight_is_declared_then_a_number_is_given(shogun) -> None:
    shogun("new", "cautious", "--players", "blue,yellow,red", "--trust", "numbers")
    declared = shogun("attack", "cautious", *ATTACK, "--json").json
    assert (declared["number_from"], declared["declared"]) == ("yellow", {"blue": 5, "yellow": 4})
    assert "Declared: Blue attacks Yellow; in go" in shogun("show", "cautious").out
    assert shogun("show", "cautious", "--json").json["number_from"] == "yellow"
    assert shogun("attack", "cautious", *ATTACK).code == 1
    thrown = shogun("number", "cautious", "17", "--json").json
    assert thrown["throw"] == 1
    assert "verdict" in thrown
    shogun("undo", "cautious")
    shogun("undo", "cautious")
    again = shogun("attack", "cautious", *ATTACK, "--json").json
    assert again["out"] == thrown["out"], "the number that was given stays with its fight"
    assert "Undone, event 2: Declared: Blue attacks Yellow" in shogun("show", "cautious").out
    assert shogun("verify", "cautious").code == 0


def test_a_terminal_asks_for_the_number_when_all_have_seen_the_declaration(shogun, tmp_path: Path) -> None:
    shogun("new", "cautious", "--players", "blue,yellow,red", "--trust", "numbers", "--seed", "tea")
    words = [
        "--ui-lang",
        "en",
        "shogun",
        "revolt",
        "cautious",
        "--owner",
        "red=4",
        "--markers",
        "1",
        "--still",
    ]
    with Terminal([*words, "--store", str(tmp_path / "tables.sqlite")], HOME=str(tmp_path)) as terminal:
        terminal.until("Event 2 of the log; its hash begins")
        terminal.until("Blue, a number: ")
        terminal.type("12")
        assert "puts the revolt down" in " ".join(terminal.end().split())
        assert terminal.status == 0


def test_numbers_of_two_sides_are_sealed_then_opened(shogun) -> None:
    shogun("new", "careful", "--players", "blue,yellow,red", "--trust", "phones")
    declared = shogun("attack", "careful", *ATTACK, "--json").json
    assert (declared["number_from"], declared["numbers"]["sealed"]) == ("blue", False)
    assert "Blue: no number yet." in shogun("show", "careful").out
    shogun("number", "careful", "17", "--by", "yellow")
    sealed = shogun("number", "careful", "5", "--json").json["numbers"]
    assert [each["state"] for each in sealed["phones"]] == ["sealed", "sealed"]
    refused = shogun("number", "careful", "6")
    assert (refused.code, "Blue opened does not fit its seal" in refused.out) == (1, True)
    shogun("number", "careful", "5")
    thrown = shogun("number", "careful", "17", "--json").json
    assert thrown["throw"] == 1
    refused = shogun("undo", "careful")
    assert (refused.code, "what happened last stays" in refused.out) == (1, True)
    verified = shogun("verify", "careful")
    assert "Throws from the numbers of two phones: 1; of one phone: 0; of none: 0." in verified.out
    assert "before the throw: 3-4" in verified.out
    assert shogun("verify", "careful", "--json").json["phones"] == {
        "both": [1],
        "one": [],
        "none": [],
        "typed": [1],
    }
    told = shogun("log", "careful").out
    assert "Yellow seals a number." in told
    assert "Undone" not in told


def test_who_does_not_open_a_typed_number_loses_the_fight(shogun) -> None:
    shogun("new", "careful", "--players", "blue,yellow,red", "--trust", "phones")
    shogun("attack", "careful", *ATTACK)
    shogun("number", "careful", "17", "--by", "yellow")
    shogun("number", "careful", "5", "--by", "blue")
    refused = shogun("number", "careful", "--without", "yellow")
    assert (refused.code, "need not open it yet" in refused.out) == (1, True)
    before = shogun("show", "careful", "--json").json["tower"]
    shogun("number", "careful", "5")
    lost = shogun("number", "careful", "--without", "yellow")
    assert lost.code == 0
    assert "Yellow did not open the number and loses the fight." in lost.out
    assert "To the supplies: yellow 4." in lost.out
    assert "Into the province: blue 5." in lost.out
    assert "of such throws" not in lost.out
    assert shogun("show", "careful", "--json").json["tower"] == before
    told = shogun("verify", "careful")
    assert "Event 6: Yellow did not open the sealed number and lost the fight." in told.out
    assert "of two phones: 0; of one phone: 0; of none: 0." in told.out
    assert told.code == 0
    assert shogun("luck", "careful").code == 0
    assert shogun("undo", "careful").code == 1


def test_a_phone_is_left_out_for_all_to_see(shogun) -> None:
    shogun("new", "careful", "--players", "blue,yellow,red", "--trust", "phones")
    shogun("attack", "careful", *ATTACK)
    assert shogun("number", "careful").code == 2
    for player in ("yellow", "blue"):
        answer = shogun("number", "careful", "--without", player)
        assert answer.code == 0
    assert "Throw 1: Blue attacks Yellow." in answer.out
    told = shogun("verify", "careful").out
    assert "Event 3 goes on without the phone of Yellow." in told
    assert "of none: 1." in told


def test_a_terminal_asks_each_side_unseen(shogun, tmp_path: Path) -> None:
    shogun("new", "careful", "--players", "blue,yellow,red", "--trust", "phones")
    words = ["--ui-lang", "en", "shogun", "attack", "careful", *ATTACK, "--still"]
    with Terminal([*words, "--store", str(tmp_path / "tables.sqlite")], HOME=str(tmp_path)) as terminal:
        for player, number in (("Blue", "1234"), ("Yellow", "5678")):
            terminal.until(f"{player}, a number: ")
            terminal.type(number)
        assert "To the supplies:" in terminal.end()
        assert "1234" not in terminal.shown
        assert terminal.status == 0


def test_a_file_for_others_tells_no_card_that_lies_face_down_or_would_come_again(
    friday, tmp_path: Path
) -> None:
    assert friday("setup", "friday", "--draft").code == 0
    file = tmp_path / "friday.json"
    for undone in (False, True):
        for words in ((), ("-o", str(file)), ("--json",)):
            refused = friday("export", "friday", *words)
            assert (refused.code, "would stand in a copy" in refused.out) == (1, True), (undone, words)
            assert '"cards"' not in refused.out
        assert not file.exists()
        friday("undo", "friday")  # the same draft would be drawn again
    assert friday("export", "friday", "--with-secrets", "-o", str(file)).code == 0
    assert friday("verify", str(file), "--file").code == 0
