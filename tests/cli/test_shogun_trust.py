"""What a cheat with the laptop tries at a table: prevented, or shown to all."""

ATTACK = ["--attacker", "blue=5", "--defender", "yellow=4"]


def test_show_luck_and_verify_tell_what_all_should_know(friday) -> None:
    lost = friday("attack", "friday", *ATTACK, "--json").json
    friday("undo", "friday")
    friday("throw", "friday", "--attacker", "blue=5", "--defender", "yellow=4", "--out", "blue=5")
    friday("tray", "friday", "red=1")
    for command in ("show", "luck", "verify"):
        answer = friday(command, "friday")
        assert "For all to know:" in answer.out, command
        assert "Undone, event 2: Throw 1: Blue attacks Yellow. Out came" in answer.out
        assert "Entered from a real tower: throws 1." in answer.out
        assert "Event 5 put the tray right by hand: 1 red army laid in, nothing taken out." in answer.out
        remarks = friday(command, "friday", "--json").json["remarks"]
        assert [(each["event"], each["kind"], each["throw"]) for each in remarks] == [
            (2, "undone", lost["throw"]), (4, "entered", 1), (5, "tray", None)
        ]  # fmt: skip
    french = friday("show", "friday", lang="fr").out.replace("\xa0", " ")
    assert "À savoir de tous :" in french
    assert "Annulé, événement 2 : Jet 1 : Bleu attaque Jaune." in french


def test_a_table_with_nothing_to_remark_says_nothing_of_it(friday) -> None:
    friday("attack", "friday", *ATTACK)
    assert "For all to know" not in friday("show", "friday").out
    assert friday("verify", "friday", "--json").json["remarks"] == []
