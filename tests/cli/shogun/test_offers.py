"""``?`` and Tab at the prompt of Shogun offer only what can be typed there: every offer is typed."""

import shutil
from pathlib import Path

import pytest

from companion.cli.shogun.prompt.play import completed, offers
from companion.cli.shogun.prompt.typed import COMMANDS
from companion.cli.voice import choose_early
from companion.data.catalogue import LANGUAGES
from companion.play.shogun.telling.awaited import THROWS, awaited
from companion.rules.shogun.round.stages import Stage
from companion.service.shogun.session import open_table
from tests.cli.asking import Asking
from tests.cli.test_shogun_round import acting
from tests.cli.test_shogun_winter import in_winter

BEGUN = "new friday --players blue,yellow,red --seed kabuto"


def tables(ask: Asking, kind: str) -> list[tuple[str, str]]:
    """Lines that lead from stage to stage of a table, and the stage that each leads to."""
    if kind == "board":
        acting(ask)
        return [("", Stage.ACTIONS), ("\n\n\n", Stage.ACTIONS), ("\n" * 3, Stage.ACTIONS)]
    if kind == "winter":
        in_winter(ask, "--fixed --letters ABC")
        return [("", Stage.WINTER), ("\n", Stage.REVOLTS)]
    ask(BEGUN)
    if kind == "tower":
        return [("", THROWS), ("b4 y3\nu\nb2 y2\nb1 y1\nu\n", THROWS)]
    if kind == "draft":
        ask("setup friday --draft")
        return [("", "draft")]
    ask("setup friday --fixed --events 1,4,8,9")
    return [("", Stage.LAY), ("\n", Stage.EVENT), ("4\n", Stage.BIDS), ("b2 y1 r0\n", Stage.CHOICE)]


KINDS = ("tower", "draft", "fixed", "board", "winter")


@pytest.mark.parametrize("kind", ["tower", "board"])
def test_every_word_that_tab_offers_is_understood(ask: Asking, tmp_path: Path, kind: str) -> None:
    ((_, stage), *_) = tables(ask, kind)
    with open_table(tmp_path / "tables.sqlite", "friday") as here:
        now = awaited(here.state)
    assert now.stage == stage
    for word in sorted(set(COMMANDS) & set(completed("", now))):
        answer = ask("play friday --still", typed=f"{word}\n")
        assert not any(told in answer.err for told in ("did you mean", "says nothing", "No such"))
        ask("undo friday")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_line_that_help_offers_can_be_typed(ask: Asking, tmp_path: Path, kind: str, lang: str) -> None:
    store, kept = tmp_path / "tables.sqlite", tmp_path / "kept.sqlite"
    name = "friday"
    for lines, stage in tables(ask, kind):
        assert ask(f"play {name} --still", typed=lines).code == 0
        choose_early(["--ui-lang", lang])
        with open_table(store, name) as here:
            assert awaited(here.state).stage == stage
            offered = [line for typed, _ in offers(here) for line in typed]
        shutil.copy(store, kept)
        assert len(offered) == len(set(offered)) > 5
        for line in offered:
            answer = ask(f"play {name} --still", typed=f"{line}\n", lang=lang)
            assert (answer.code, answer.err) == (0, ""), (stage, line, answer)
            shutil.copy(kept, store)
