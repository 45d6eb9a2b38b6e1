"""One screen passed from hand to hand, in a real terminal: pages, hand-overs, and nothing left behind."""

import re
import signal
from pathlib import Path

import pytest

from companion.data.catalogue import language as spoken
from companion.data.hogen.log import in_words
from companion.play.hogen import GAME as HOGEN
from companion.play.hogen.views import OVER, view
from companion.service.remembered.evenings import DAY
from companion.table.store import Store
from companion.table.table import Table
from tests.cli.terminal import Terminal
from tests.play.hogen.played import begin_table

NAMES = ["Aya", "Bo", "Chen"]
WIPE = "\x1b[2J\x1b[3J\x1b[H"


def state(store: Path):
    with Store(store) as opened:
        return Table(opened, "friday", HOGEN).state


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "tables.sqlite"
    with Store(path) as opened:
        Table(opened, "friday", HOGEN, begin_table(NAMES, "play"))
    return path


def pages(shown: str) -> list[str]:
    return shown.split(WIPE)


def rally_all(screen: Terminal, store: Path) -> None:
    for seat, name in zip("ABC", NAMES, strict=True):
        screen.until(f"Pass the screen to {name}.")
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        own = view(state(store), seat).own
        screen.type(own.hand[0])


def test_a_game_on_one_screen(store: Path) -> None:
    """All rally, one call is not open, one is answered, then a wrong accusation and a right one."""
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        rally_all(screen, store)
        screen.until("calls or accuses.")
        now = state(store)
        caller = now.game.turn.active
        screen.type("")
        screen.until("or 'accuse':")
        mine = now.game.rallied[caller]
        screen.type(f"clan {mine.clan}")
        assert "This call is not open to you; choose another." in screen.until("or 'accuse':")
        assert len(state(store).heard) == 0
        held = now.game.hands["BCA"["ABC".index(caller)]]
        wanted = next(card for card in held if card.clan != mine.clan)
        screen.type(f"clan {wanted.clan}")
        common = screen.until("Pass the screen to")
        assert f"{now.names['ABC'.index(caller)]} calls clan {wanted.clan}." in common
        assert "not open" not in common.split(WIPE)[-1]
        now = state(store)
        asked = now.game.turn.asked
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay?")
        screen.type(str(wanted))
        screen.until("Which do you take?")
        screen.type(view(now, asked).own.may_take[0])
        screen.until(f"lays {wanted}")
        screen.until("(q stops).")
        screen.type("")
        screen.until("or 'accuse':")
        others = [seat for seat in "ABC" if seat != asked]
        rallied = state(store).game.rallied
        screen.type("accuse")
        screen.until("no accusation)")
        screen.type(str(rallied[others[1]]))
        screen.until("no accusation)")
        screen.type(str(rallied[others[0]]))
        private = screen.until("Press Enter to wipe this page.")
        assert "That is wrong." in private
        for other in others:
            assert f"You have seen what {NAMES['ABC'.index(other)]} rallied: {rallied[other]}" in private
        screen.type("")
        common = screen.until("Pass the screen to")
        assert "You have seen" not in common
        screen.until("(q stops).")
        screen.type("")
        active = state(store).game.turn.active
        screen.until("or 'accuse':")
        screen.type("accuse")
        for other in (seat for seat in "ABC" if seat != active):
            screen.until("no accusation)")
            screen.type(str(rallied[other]))
        last = screen.until("Remember results on this laptop?")
        screen.type("y")
        screen.end()
        assert screen.status == 0
        with Store(store) as kept:
            assert kept.read_note("friday", DAY) is not None  # its day, once that is agreed to
        assert f"{NAMES['ABC'.index(active)]} has won." in last
        assert view(state(store)).phase == OVER
        own = str(rallied[active])
        assert own not in screen.left_on_screen()


WORDS = {
    "en": ("Pass the screen", "face down?", "'accuse':", "You can type: ", "accuse (q"),
    "fr": ("Passez l’écran", "face cachée", "Taira 2), ou", "Vous pouvez taper", "accuser (q"),
    "de": ("Gib den Bildschirm", "verdeckt ab?", "„anklagen“:", "Du kannst eintippen: ", "anklagen (q"),
}


@pytest.mark.parametrize("language", WORDS)
def test_a_question_mark_tells_what_can_be_typed_and_shows_nobody_a_hand(store: Path, language: str) -> None:
    over, rally, call, told, last = WORDS[language]
    typed = ["--ui-lang", language, "hogen", "play", "friday", "--store", str(store)]
    with Terminal(typed, 400, LC_ALL="C.UTF-8") as screen:
        for seat in "ABC":
            hand = view(state(store), seat).own.hand
            screen.until(over)
            for unlike_enter in ("?", "yes", ""):
                assert rally not in screen.until("(q ")
                screen.type(unlike_enter)
            screen.until(rally)
            screen.type("?")
            screen.until(told)
            assert ", ".join(hand) in screen.until("(q ")
            screen.type(hand[0])
        screen.until(over)
        now = state(store)
        screen.until("(q ")
        screen.type("")
        screen.until(call)
        screen.type("?")
        screen.until(told)
        words = screen.until(last)
        calls = [
            in_words(each).said(spoken(language)) for each in view(now, now.game.turn.active).own.may_call
        ]
        assert ", ".join(calls) in words
        screen.type(calls[0])  # as it was told
        screen.until(over)
        assert state(store).game.turn.call is not None


def test_common_pages_hold_no_secret(store: Path) -> None:
    """Every page shown before a player says that they are alone names no card but the palace's."""
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        rally_all(screen, store)
        screen.until("(q stops).")
        screen.type("q")
        screen.end()
        assert screen.status == 0
        open_ = {str(card) for card in state(store).game.turn.palace}
        common = [page for page in pages(screen.shown) if "Pass the screen to" in page]
        assert len(common) == 4
        for page in common:
            assert set(re.findall(r"(?:Minamoto|Taira|Fujiwara|Tachibana)\d", page)) == open_
        assert "The game is kept" in screen.left_on_screen()
        assert not re.findall(r"Minamoto\d|Taira\d", screen.left_on_screen())


def test_a_game_whose_file_is_gone_is_not_said_to_be_kept(store: Path) -> None:
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        screen.until("(q stops).")
        for each in store.parent.glob(f"{store.name}*"):
            each.unlink()
        screen.type("q")
        screen.end()
        left = screen.left_on_screen()
        (saved,) = store.parent.glob(f"{store.stem}-saved-*")
        assert (screen.status, left.count("saved in"), "The game is kept" in left) == (2, 1, False)
    assert state(saved).names


def test_an_interrupted_page_is_wiped(store: Path) -> None:
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        screen.type("\x03")
        screen.end()
        assert screen.status == 130
        assert not re.findall(r"Minamoto\d|Taira\d", screen.left_on_screen())


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM, signal.SIGABRT]
)
def test_a_page_is_wiped_when_the_program_is_told_to_end(store: Path, number: signal.Signals) -> None:
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        screen.signal(number)
        last = screen.end()
        assert screen.status == 128 + number
        assert last.rstrip().endswith("\x1b[?1049l")


def test_a_page_is_wiped_by_a_key_that_quits(store: Path) -> None:
    """Ctrl-\\ ends a program where Ctrl-C would only interrupt it."""
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        screen.type("\x1c\x1c\x1c")
        assert "\x1b[?1049l" in screen.end()
        assert not re.findall(r"Minamoto\d|Taira\d", screen.left_on_screen())


def test_a_page_is_wiped_when_the_program_is_killed(store: Path) -> None:
    shell = ["sh", "-c", '"$@"; read line', "sh"]  # the terminal outlives the program
    words = ["hogen", "play", "friday", "--store", str(store)]
    with Terminal(words, below=shell, LC_ALL="C.UTF-8") as screen:
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        screen.signal_below(signal.SIGKILL)
        screen.until(f"{WIPE}\x1b[?1049l")
        screen.type("")
        screen.end()
        assert not re.findall(r"Minamoto\d|Taira\d", screen.left_on_screen())


def test_a_page_is_wiped_when_the_program_breaks(store: Path, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import companion.cli.hogen.play as play\n"
        "def broken(*anything): raise RuntimeError('broken')\n"
        "play._samurai = broken\n"
    )
    root = Path(__file__).parents[2]
    with Terminal(
        ["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8", PYTHONPATH=f"{tmp_path}:{root}"
    ) as screen:
        screen.until("(q stops).")
        screen.type("")
        screen.until("RuntimeError: broken")
        screen.end()
        left = screen.left_on_screen()
        assert "RuntimeError: broken" in left
        assert not re.findall(r"Minamoto\d|Taira\d", left)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to look into")
def test_a_page_cannot_be_suspended(store: Path) -> None:
    """Ctrl-Z would bring the shell back with the page still on the screen."""
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay face down?")
        assert screen.ignores(signal.SIGTSTP)
        screen.type("q")
        screen.end()
        assert screen.status == 0


def test_french_players_are_led_in_french(store: Path) -> None:
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="fr_FR.UTF-8") as screen:
        screen.until("Passez l’écran à Aya.")
        screen.type("")
        screen.until("quel samouraï posez-vous face cachée")
        screen.type("Tokugawa1")
        assert "n’est pas un samouraï" in screen.until("face cachée")
        screen.type("q")
        assert "La partie est enregistrée" in screen.end()


def test_a_slip_in_an_accusation_is_told_at_once_and_asked_again(store: Path) -> None:
    """What is typed after it must not be taken for a call, which all would hear."""
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        rally_all(screen, store)
        screen.until("(q stops).")
        screen.type("")
        screen.until("or 'accuse':")
        now = state(store)
        active = now.game.turn.active
        first, second = (seat for seat in "ABC" if seat != active)
        screen.type("accuse")
        screen.until(f"What has {now.names['ABC'.index(first)]} rallied?")
        screen.type("Tarai4")
        told = screen.until(f"What has {now.names['ABC'.index(first)]} rallied?")
        assert "'Tarai4' is not a samurai" in told
        screen.type("Taira4")
        screen.until(f"What has {now.names['ABC'.index(second)]} rallied?")
        screen.type("Taira4")
        told = screen.until(f"What has {now.names['ABC'.index(first)]} rallied?")
        assert "No accusation was made; name them again from the first." in told
        screen.type("")
        assert "What you type now is a call" in screen.until("or 'accuse':")
        assert len(state(store).heard) == 0
        screen.type("q")
        screen.end()


def test_a_slip_in_an_answer_is_told_before_the_next_question(store: Path) -> None:
    with Terminal(["hogen", "play", "friday", "--store", str(store)], LC_ALL="C.UTF-8") as screen:
        rally_all(screen, store)
        screen.until("(q stops).")
        screen.type("")
        screen.until("or 'accuse':")
        game = state(store).game
        caller = game.turn.active
        mine = game.rallied[caller]
        held = game.hands["BCA"["ABC".index(caller)]]
        screen.type(f"clan {next(card for card in held if card.clan != mine.clan).clan}")
        screen.until("(q stops).")
        screen.type("")
        screen.until("which samurai do you lay?")
        now = state(store)
        screen.type("help")
        told = screen.until("which samurai do you lay?")
        assert "'help' is not a samurai" in told
        assert "Which do you take?" not in told
        screen.type(str(mine))
        assert f"{mine} cannot be laid now" in screen.until("which samurai do you lay?")
        lays = view(now, now.game.turn.asked).own.may_lay[0]
        screen.type(lays)
        screen.until("Which do you take?")
        screen.type("")
        assert "Type a samurai" in screen.until("Which do you take?")
        screen.type("q")
        screen.end()


@pytest.mark.parametrize("columns", [40, 80, 100])
def test_no_word_is_broken_at_the_edge_of_the_screen(store: Path, columns: int) -> None:
    with Terminal(
        ["hogen", "play", "friday", "--store", str(store)], LC_ALL="fr_FR.UTF-8", COLUMNS=str(columns)
    ) as screen:
        screen.until("Passez l’écran à Aya.")
        screen.type("")
        screen.until("face")
        screen.type("Tokugawa1")
        screen.until("face")
        screen.type("q")
        screen.end()
    # A page that is wiped begins anew; what is typed may be echoed before its prompt is read.
    pages = re.sub("\x1b\\[[0-9;]*[HJ]", "\n", screen.shown)
    lines = [re.sub("\x1b\\[[?0-9;]*[a-zA-Z]", "", line).rstrip("\r") for line in pages.split("\n")]
    assert "samouraï" in screen.shown
    prose = [line for line in lines if not line.startswith("  companion hogen play")]  # is copied
    assert max(map(len, prose)) < columns + len("Tokugawa1")
    words = {word for line in lines for word in line.split()}
    assert {"Tachibana.", "Fujiwara,"} <= words


def test_no_page_begins_a_table_that_another_page_began() -> None:
    """A reader may type the pages one after the other, and one store keeps the tables of all games."""
    root = Path(__file__).parents[2]
    begun = [
        name
        for page in (root / "README.md", *sorted((root / "docs").rglob("*.md")))
        if not page.name.startswith("commands.")
        for name in set(re.findall(r"companion hogen (?:deal|referee) (\w+) ", page.read_text("utf-8")))
    ]
    others = {
        name
        for page in (root / "README.md", *sorted((root / "docs").rglob("*.md")))
        for name in re.findall(r"companion shogun new (\w+) ", page.read_text("utf-8"))
    }
    assert len(begun) >= 3
    assert len(begun) == len(set(begun))
    assert not others & set(begun)


def test_real_cards_need_only_calls_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with Store(path) as opened:
        Table(opened, "friday", HOGEN, begin_table(NAMES, "real", real=True, starts="A"))
    with Terminal(["hogen", "play", "friday", "--store", str(path)], LC_ALL="C.UTF-8") as screen:
        for card in ("Taira4", "Fujiwara1", "Minamoto3"):
            screen.until("(q stops).")
            screen.type("")
            screen.until("face down?")
            screen.type(card)
        screen.until("(q stops).")
        screen.type("")
        screen.until("or 'accuse':")
        screen.type("rank 4")
        screen.until("not open to you")
        screen.type("rank 1")
        screen.until("everybody passes)")
        screen.type("Chen")
        common = screen.until("Pass the screen to Chen.")
        assert "Bo passes." in common
        assert "Chen answers." in common
        screen.until("(q stops).")
        screen.type("q")
        screen.end()
