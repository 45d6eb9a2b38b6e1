"""Photos and watched decks are worked on in programs beside, which may end: in time, with one sentence, and no more."""

import asyncio
import os
import pickle
import signal
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.errors import InputError, OutputError
from companion.service.honshu import seen_map
from companion.service.honshu.seen_map import PhotoUpload, SeenPhoto, ShownPhoto
from companion.service.press.watch import SaveWatcher
from companion.vision.honshu.reading import Evidence
from companion.web.serving import subprocesses
from companion.web.serving.table_opening import DeckHost
from companion.web.serving.watch_process import DeckWatchProcess
from tests.press.watched_deck import write_watched_deck
from tests.web.seen_photos import build_reading


def encode_jpeg(width: int, height: int) -> bytes:
    goal = BytesIO()
    Image.linear_gradient("L").resize((width, height)).save(goal, "JPEG", exif=b"Exif\0\0somewhere at home")
    return goal.getvalue()


def read_photo(content: bytes) -> SeenPhoto:
    seen = asyncio.run(subprocesses.run_in_process(seen_map.read_photo, PhotoUpload("map.jpg", content, False)))
    assert isinstance(seen, SeenPhoto)
    return seen


def test_a_photo_comes_back_small_without_what_the_phone_wrote_into_it() -> None:
    seen = read_photo(encode_jpeg(2400, 1200))
    assert (seen.picture.width, seen.picture.height) == (1600, 800)
    with Image.open(BytesIO(seen.picture.picture)) as picture:
        assert (picture.format, picture.size, dict(picture.getexif())) == ("JPEG", (1600, 800), {})
    assert b"home" not in seen.picture.picture


def test_a_python_file_in_the_working_folder_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('not ours')")
    monkeypatch.chdir(tmp_path)
    assert read_photo(encode_jpeg(300, 200)).picture.width == 300


def test_a_reading_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocesses, "_PATIENCE", 0.001)
    started = []
    create = asyncio.create_subprocess_exec

    async def create_and_note(*words, **how):
        started.append(await create(*words, **how))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", create_and_note)
    with pytest.raises(TimeoutError):
        read_photo(encode_jpeg(100, 100))
    assert started[0].returncode == -9


def test_a_program_that_gets_too_little_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = (
        "import companion.web.serving.subprocesses as beside\n"
        "beside._MOST_BYTES_OF_MEMORY = 150_000_000 + int(open('/proc/self/statm').read().split()[0]) * 4096\n"
        "beside.main()"
    )
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("only Linux tells what a program takes")
    create = asyncio.create_subprocess_exec

    async def create_starved(program, *_, **how):
        return await create(program, "-c", begin, **how)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", create_starved)
    with pytest.raises(MemoryError):
        read_photo(encode_jpeg(7000, 7000))


def test_only_known_value_types_are_unpickled_from_the_reading_process() -> None:
    seen = SeenPhoto(ShownPhoto(b"", 1, 1), build_reading(doubts=(1,)))
    assert subprocesses._Values(BytesIO(pickle.dumps(seen))).load() == seen

    class Bad:
        def __reduce__(self):
            return os.system, ("true",)

    class Worse:
        def __reduce__(self):
            return subprocesses.main, ()

    class Fetched:
        """As an enumeration's member is written by Python before 3.11.4."""

        def __init__(self, of: object, name: str) -> None:
            self.how = of, name

        def __reduce__(self):
            return getattr, self.how

    for evidence in Evidence:
        assert subprocesses._Values(BytesIO(pickle.dumps(Fetched(Evidence, evidence.name)))).load() is evidence
    fetched = (Fetched(Evidence, "mro"), Fetched(SeenPhoto, "__init__"), Fetched("text", "format"))
    for bad in (Bad(), Worse(), [Bad()], *fetched):
        with pytest.raises(pickle.UnpicklingError):
            subprocesses._Values(BytesIO(pickle.dumps(bad))).load()


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[DeckWatchProcess]:
    with DeckWatchProcess(str(write_watched_deck(tmp_path / "tiny"))) as begun:
        yield begun


def test_a_killed_watch_process_is_reported_and_restarted_keeping_cards(watch: DeckWatchProcess) -> None:
    watch.language = "fr"
    good = watch.look(SaveWatcher().read_stamps(watch.places))
    assert (good.language, good.mistakes, len(good.cards)) == ("fr", (), 3)
    picture = watch.picture(good.cards[0].front)
    assert str(picture).startswith("<svg")
    assert watch.picture("none") is None
    assert watch._watch._program is not None
    os.kill(watch._watch._program.pid, signal.SIGKILL)
    watch._watch._program.wait()
    ended = watch.look({})
    (mistake,) = ended.mistakes
    assert str(mistake.text) == "-: stopped, because the program doing it has ended."
    assert ended.cards == good.cards
    assert watch.picture(good.cards[0].front) == picture
    assert watch.look({}).mistakes == ()


def test_a_watch_without_a_deck_begins_one_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "full/of").mkdir(parents=True)
    with DeckWatchProcess("") as watch:
        assert (watch.look({}).name, watch.places) == ("", ())
        with pytest.raises(InputError, match="there is no deck yet"):
            watch.edit("open_sheet", "")
        for name in ("../foxes", "a/b", "", ".", "nul", ".foxes", "full"):
            with pytest.raises(OutputError):
                watch.begin_deck(name, "tcg", "band", "")
        assert sorted(tmp_path.rglob("*")) == [tmp_path / "full", tmp_path / "full/of"]
        watch.begin_deck("foxes", "tcg", "band", "title\nFox\nWolf")
        assert [row[0] for row in watch.edit("open_sheet", "").rows] == ["Fox", "Wolf"]
        assert [card.name for card in watch.look({}).cards] == ["1", "2"]
        watch.begin_deck("wolves", "poker", "frame", "")
        assert watch.look({}).name == "wolves"
    assert {each.name for each in tmp_path.iterdir()} == {"foxes", "wolves", "home", "full"}


@pytest.fixture
def evening(watch: DeckWatchProcess) -> Iterator[DeckHost]:
    with DeckHost(watch) as opened:
        opened._saves.settle(opened._watch.places)
        yield opened


def test_an_unexpected_error_is_shown_and_the_last_good_cards_stay(
    evening: DeckHost, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raise_error(*_: object) -> None:
        raise ZeroDivisionError("in the midst of a card")

    good = evening._look()
    monkeypatch.setattr(evening._watch, "look", raise_error)
    at_first = evening._look()
    assert at_first.cards == ()
    evening._preview.deck = good
    later = evening._look()
    assert later.cards == good.cards
    for seen in (at_first, later):
        (mistake,) = seen.mistakes
        assert str(mistake.text) == "Something went wrong here; nothing is lost. Save the deck once more."
    assert capsys.readouterr().err.count("ZeroDivisionError: in the midst of a card") == 2
    monkeypatch.undo()
    assert evening._look().mistakes == ()
