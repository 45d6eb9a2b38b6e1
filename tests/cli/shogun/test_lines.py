"""The lines of the tower's prompt: how each is read in each language, and what is said of a slip."""

from dataclasses import replace

import pytest

from companion.cli.shogun.lines import (
    COMMANDS,
    LINES,
    TowerPrompt,
    complete_line,
    describe_sample,
    find_command,
    parse_line,
)
from companion.cli.voice import choose_language_early, to_text
from companion.data.catalogue import LANGUAGES
from companion.data.vocabulary import vocabulary
from companion.errors import InputError
from companion.play.shogun.fights import ThrowAttack, ThrowCubes, ThrowRevolt
from companion.rules.shogun.battle import Attack, Uprising
from tests.cli.shogun_player import ShogunPlayer

THREE = TowerPrompt(("blue", "yellow", "red"))
MANY = TowerPrompt(("black", "blue", "purple", "red"))
FOUR_THREE = Attack("blue", 4, "yellow", 3)


@pytest.mark.parametrize(
    ("lang", "line", "prompt", "fight"),
    [
        ("en", "b4 y3", THREE, ThrowAttack(FOUR_THREE)),
        ("en", "blue 4 yellow 3", THREE, ThrowAttack(FOUR_THREE)),
        ("en", "m2 koz b=4 y=3", THREE, ThrowAttack(FOUR_THREE, 2, "Kozuke")),
        ("fr", "bl4 j3 koz", THREE, ThrowAttack(FOUR_THREE, 0, "Kozuke")),
        ("fr", "b4 n3", MANY, ThrowAttack(Attack("blue", 4, "black", 3))),
        ("en", "b4 y3 d2 temple", THREE, ThrowAttack(replace(FOUR_THREE, thrown_by_defender=2, temple=True))),
        ("en", "b4 y3 e4", THREE, ThrowAttack(replace(FOUR_THREE, event="castle_defender=+1"))),
        ("en", "b4 y3 attack", THREE, ThrowAttack(Attack("blue", 4, "yellow", 3, attack_card=True))),
        ("en", "b4 y3 out b3y1", THREE, ThrowAttack(FOUR_THREE, out={"blue": 3, "yellow": 1})),
        ("en", "revo b4 m1 w3 kai", THREE, ThrowRevolt(Uprising("blue", 4, 1, 3), "Kai")),
        ("de", "aufstand bl4 m2", THREE, ThrowRevolt(Uprising("blue", 4, 2))),
        ("de", "wurf b3 g2 gr1", THREE, ThrowCubes({"blue": 3, "yellow": 2, "green": 1})),
    ],
)
def test_a_typed_fight_becomes_a_request(lang: str, line: str, prompt: TowerPrompt, fight: object) -> None:
    choose_language_early(["--ui-lang", lang])
    assert parse_line(line, prompt) == fight


@pytest.mark.parametrize(
    ("lang", "typed", "command"),
    [
        *(("en", line.command, line.command) for line in LINES),
        *(("en", "u", "undo"), ("en", "?", "help"), ("en", "q", "leave"), ("en", "lu", "luck"), ("en", "od", "odds")),
        *(("fr", "annuler", "undo"), ("fr", "sou", "tray"), ("fr", "undo", "undo")),
        *(("de", "hilfe", "help"), ("de", "zur", "undo"), ("de", "?", "help")),
        *(("en", "b4", "attack"), ("en", "blue", "attack"), ("en", "out", "out")),
    ],
)
def test_a_command_is_recognised_by_its_beginning(lang: str, typed: str, command: str) -> None:
    choose_language_early(["--ui-lang", lang])
    assert find_command([typed]) == command


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tary", "did you mean tray?"),
        ("b4", "Say who attacks whom with how many, such as b4 y3 koz m2."),
        ("b4 n3", "The event decides how many green armies defend"),
        ("b4 y3 kai aki", "'aki' is one too many; the province is Kai."),
        ("b4 y3 awa", "'awa' could be Awa-Boso, Awa-Shikoku"),
        ("b4 y3 m43", "expected a whole number from 0 to 42, not '43'"),
        ("b4 y3 out", "Say what came out of the real tower, or nothing."),
        ("revolt b4 y3", "Say whose armies defend against the revolt, such as revolt b4 m2."),
        ("throw", "Say which cubes are thrown, such as throw b3 y2."),
        ("throw b3 b2", "The colour b is named twice."),
        ("event", "Say the number of the event card in force, or none."),
        ("tray", "Say what changes, such as g2, b+1, b-1 or empty."),
        ("word tea", "'tea' is not a word of a player; write COLOUR=WORD, such as blue=tea."),
        ("show 3", "'3' is one too many: nothing follows this command."),
    ],
)
def test_a_mistyped_line_gives_one_sentence(line: str, said: str) -> None:
    choose_language_early(["--ui-lang", "en"])
    with pytest.raises(InputError) as slip:
        parse_line(line, THREE)
    assert said in str(slip.value)
    assert "\n" not in str(slip.value)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_the_help_can_be_typed(ask: ShogunPlayer, lang: str) -> None:
    choose_language_early(["--ui-lang", lang])
    samples = {line.command: describe_sample(line, THREE) for line in LINES}
    ask.begin("mixed")
    assert ask.play(samples.pop("word"), table="mixed", lang=lang).code == 0
    first = ("attack", "out", "undo", "redo", "revolt", "throw", "event", "odds", "tray", "tower", "inside")
    ask.begin()
    result = ask.play(*(samples.pop(name) for name in first), *samples.values(), lang=lang)
    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_completion_that_tab_offers_can_be_typed(lang: str) -> None:
    choose_language_early(["--ui-lang", lang])
    first, behind = [*complete_line("", THREE)], [*complete_line("b4 ", THREE)]
    colours = first[-4:]
    assert [find_command([word]) for word in first[:-4]] == [*COMMANDS]
    assert behind[:4] == colours
    for word in behind[4:]:
        parse_line(f"{colours[0]}4 {colours[1]}3 {word}", THREE)
    for word in colours:
        parse_line(f"{to_text(vocabulary('shogun', 'command').word('throw'))} {word} 3", THREE)
