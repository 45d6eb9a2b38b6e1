"""What was played is remembered where somebody agreed, sent on, and forgotten by name."""

import csv
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.answers import Answer
from companion.errors import InputError
from companion.play.game import FinalRank
from companion.play.hogen.state import HogenState
from companion.play.honshu.changes import LayCard
from companion.play.honshu.ending import EndGame
from companion.service.hogen import begin as begin_hogen
from companion.service.kept_tables import keep_copy, parse_copy
from companion.service.playing import play, take_back
from companion.service.results import (
    DAY,
    Evening,
    Player,
    ScoredPlayer,
    Summary,
    TableReader,
    TakenScore,
    describe_result,
    find_consent,
    find_store_consent,
    format_bg_stats,
    format_csv,
    note_end,
    read_taken_scores,
    record_consent,
    remember_score,
    remove_name,
    summarize_evenings,
)
from companion.service.session import Session
from companion.table.shelf import MemoryShelf, Shelf
from companion.table.store import Store
from tests.goldens import read_golden
from tests.play.honshu.moves import begin as begin_honshu
from tests.service.answer_text import format_answer, format_answers
from tests.table.finished import export_table

SEATS = {"blue": "Aya", "red": "Bo"}


def take_in_table(shelf: Shelf, table: str, name: str = "") -> None:
    carried = parse_copy(export_table(table), table)
    with shelf.transaction():
        keep_copy(shelf, carried, name or table)


def play_evening(shelf: Shelf, name: str, card: str = "A1", seats: Mapping[str, str] = SEATS):
    session = begin_honshu(shelf, name, seats, 5)
    play(session, LayCard("blue", card, 0, 0))
    play(session, LayCard("red", "B3", 0, 0))
    play(session, EndGame())
    return session


def build_score(day: str = "2026-11-20", aya: str = "Aya", town: int = 19) -> TakenScore:
    best = ScoredPlayer(aya, 1, 40 + town, {"forest": 40, "town": town})
    return TakenScore("honshu", day, (best, ScoredPlayer("Bo", 2, 44, {"forest": 40, "town": 4})))


def write_seats(shelf: Shelf, table: str, **names: str) -> None:
    rows = {seat: {"visitor": f"v{seat}", "name": name} for seat, name in names.items()}
    shelf.write_note(table, "seats", json.dumps(rows))


def read_evenings(shelf: Shelf) -> list[Evening]:
    return TableReader().list_evenings(shelf)


def summarize(shelf: Shelf, name: str = "") -> Summary:
    return summarize_evenings(read_evenings(shelf), name)


@pytest.fixture
def shelf() -> Shelf:
    made = MemoryShelf()
    record_consent(made, True)
    return made


def test_nothing_is_written_before_somebody_has_agreed(tmp_path: Path) -> None:
    assert find_store_consent(tmp_path / "tables.sqlite") is None
    assert list(tmp_path.iterdir()) == []
    shelf = MemoryShelf()
    session = play_evening(shelf, "friday")
    assert not remember_score(shelf, build_score())
    assert (find_consent(shelf), shelf.list_notes(""), shelf.list_notes("friday")) == (None, {}, {})
    record_consent(shelf, False)
    note_end(session)
    assert not remember_score(shelf, build_score())
    assert shelf.list_notes("friday") == {}
    record_consent(shelf, True)
    note_end(session, lambda: date(2026, 11, 26))
    assert shelf.read_note("friday", DAY) == "2026-11-26"
    assert remember_score(shelf, build_score())


def test_withdrawn_consent_erases_remembered_scores(shelf: Shelf) -> None:
    play_evening(shelf, "friday")
    remember_score(shelf, build_score())
    remember_score(shelf, build_score())  # the same of that day, which is one
    assert record_consent(shelf, False).data == {"remember": False, "struck_out": 1}
    assert read_taken_scores(shelf) == {}
    assert shelf.read_note("friday", DAY) is None
    assert [header.name for header in shelf.list_tables()] == ["friday"]


def test_the_day_of_an_end_is_noted_and_an_end_that_is_taken_back_is_none(shelf: Shelf) -> None:
    session = play_evening(shelf, "friday")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", shelf.read_note("friday", DAY) or "")
    assert [evening.table for evening in read_evenings(shelf)] == ["friday"]
    take_back(session, 4, "aya", True)
    assert shelf.read_note("friday", DAY) is None
    assert read_evenings(shelf) == []
    take_back(session, 4, "aya", True, redo=True)
    assert [evening.table for evening in read_evenings(shelf)] == ["friday"]


def test_a_repeated_tap_does_not_erase_the_day(shelf: Shelf) -> None:
    session = begin_honshu(shelf, "friday", SEATS, 5)
    for tap, request in (("one", LayCard("blue", "A1", 0, 0)), ("two", LayCard("red", "B3", 0, 0))):
        with session.group_under_tap(tap, "aya"):
            play(session, request)
    play(session, EndGame())
    with session.group_under_tap("two", "aya"):
        play(session, LayCard("red", "B3", 0, 0))
    assert shelf.read_note("friday", DAY) is not None


def test_a_table_taken_in_twice_is_one_evening_and_keeps_its_day(shelf: Shelf) -> None:
    take_in_table(shelf, "full", "a copy")
    take_in_table(shelf, "full", "friday")
    shelf.write_note("friday", DAY, "2026-11-26")
    assert [(evening.table, evening.day) for evening in read_evenings(shelf)] == [("friday", "2026-11-26")]


def test_two_evenings_of_the_same_people_are_two_plays(shelf: Shelf) -> None:
    one, other = play_evening(shelf, "friday"), play_evening(shelf, "saturday", "A2")
    assert one.history.get_transition(1).event.hash == other.history.get_transition(1).event.hash  # they begin alike
    assert len({evening.id for evening in read_evenings(shelf)}) == 2
    (sent, again, another) = (
        describe_result(session, session.history.game.final_ranks(session), {}).data["bg_stats"]
        for session in (one, one, other)
    )
    ids = [re.search(r"sourcePlayId%22%3A%20%22(\w+)", each)[1] for each in (sent, again, another)]
    assert ids[0] == ids[1] != ids[2]


def test_a_table_in_the_place_of_another_is_another_evening(shelf: Shelf) -> None:
    play_evening(shelf, "friday")
    reading = TableReader()
    (before,) = reading.list_evenings(shelf)
    with shelf.transaction():
        shelf.remove_table("friday")
    assert reading.list_evenings(shelf) == []
    play_evening(shelf, "friday", "A2")
    (after,) = reading.list_evenings(shelf)
    assert after.id != before.id


def test_capitals_and_spaces_make_nobody_another_person(shelf: Shelf) -> None:
    for day, name in (("2026-11-20", "Aya"), ("2026-11-21", "aya "), ("2026-11-22", " AYA")):
        remember_score(shelf, build_score(day, name))
    people = summarize(shelf).people
    assert [(each.name, each.evenings, each.won) for each in people] == [("AYA", 3, 3), ("Bo", 3, 0)]
    assert len(json.loads(format_bg_stats(read_evenings(shelf)))["players"]) == 2
    assert len(summarize(shelf, "aYa").evenings) == 3


def test_people_stand_by_games_won_then_by_evenings_then_by_name() -> None:
    def build_evening(*names: str) -> Evening:
        players = (Player(name, name, rank, 50 - rank, {}) for rank, name in enumerate(names, 1))
        return Evening(" ".join(names), "honshu", tuple(players))

    names = "Zoe bo Élise", "zoe Dai", "Mia Bo aya", "Mia Bo Dai Chen"
    people = summarize_evenings([build_evening(*each.split()) for each in names]).people
    assert " ".join(f"{each.name} {each.won}/{each.evenings}" for each in people) == (
        "Mia 2/2 Zoe 2/2 bo 0/3 Dai 0/2 aya 0/1 Chen 0/1 Élise 0/1"
    )


def test_a_table_alone_has_nobody_who_won(shelf: Shelf) -> None:
    session = begin_honshu(shelf, "alone", {"blue": "Aya"}, 5)
    play(session, LayCard("blue", "A1", 0, 0))
    play(session, EndGame())
    assert read_evenings(shelf) == []


def test_a_name_is_taken_out_of_everything_but_the_logs(shelf: Shelf) -> None:
    take_in_table(shelf, "full")
    take_in_table(shelf, "honshu")
    write_seats(shelf, "full", blue="aya", red="Bo")
    remember_score(shelf, build_score())
    shelf.write_note("", "visitors", json.dumps([{"id": "x", "role": "player", "look": [], "name": "AYA "}]))
    answer = remove_name(shelf, "Aya")
    assert answer.data == {"evenings": 3, "logs": ["honshu"]}
    rest = str([shelf.list_notes(name) for name in ("", "full", "honshu")]).casefold()
    assert "aya" not in rest
    assert "bo" in rest
    assert [each.name for each in summarize(shelf).people] == ["Bo", "Chen"]
    assert "aya" not in (format_csv(read_evenings(shelf)) + format_bg_stats(read_evenings(shelf))).casefold()
    assert {evening.table for evening in read_evenings(shelf)} == {"", "full", "honshu"}
    assert all(
        sum(player.parts.values()) == player.points for evening in read_evenings(shelf) for player in evening.players
    )
    with pytest.raises(InputError):
        remove_name(shelf, "Aya")
    remember_score(shelf, build_score())  # the same maps scored again that day
    assert "Aya" not in [each.name for each in summarize(shelf).people]


def test_a_running_table_keeps_its_names(shelf: Shelf) -> None:
    begin_honshu(shelf, "friday", SEATS, 5)
    write_seats(shelf, "friday", blue="Zoe")
    remember_score(shelf, build_score(aya="Zoe"))
    remove_name(shelf, "zoe")
    assert "Zoe" in (shelf.read_note("friday", "seats") or "")


def test_the_csv_has_a_row_a_player_and_no_formula(shelf: Shelf) -> None:
    remember_score(shelf, build_score(aya="=1+1"))
    rows = list(csv.DictReader(io.StringIO(format_csv(read_evenings(shelf)))))
    assert [(row["day"], row["player"], row["rank"], row["points"], row["town"]) for row in rows] == [
        ("2026-11-20", "'=1+1", "1", "59", "19"),
        ("2026-11-20", "Bo", "2", "44", "4"),
    ]


def test_bg_stats_is_given_plays_of_known_days_with_all_that_files_for_it_have(shelf: Shelf) -> None:
    take_in_table(shelf, "hogen-dealt")  # its day is not known
    remember_score(shelf, build_score())
    document = json.loads(format_bg_stats(read_evenings(shelf)))
    (play,) = document["plays"]
    called = {each["id"]: each["name"] for each in document["players"]}
    assert [(called[each["playerRefId"]], each["score"], each["winner"]) for each in play["playerScores"]] == [
        ("Aya", "59", True),
        ("Bo", "44", False),
    ]
    assert (play["playDate"], document["games"][0]["name"]) == ("2026-11-20 00:00:00", "Honshu")
    for each, fields in (  # those of files as ctuncan/bga_bgstats makes them, but for where a play was
        (document, "games plays locations players userInfo"),
        (document["games"][0], "id uuid noPoints highestWins cooperative usesTeams bggId bggYear name"),
        (document["players"][0], "id isAnonymous name uuid"),
        (play, "uuid ignored rating scoringSetting playerScores playDate manualWinner rounds usesTeams"),
        (play, "playImages durationMin gameRefId"),
        (play["playerScores"][0], "winner seatOrder score startPlayer playerRefId rank newPlayer"),
    ):
        assert set(fields.split()) <= each.keys()
    assert {type(each["score"]) for each in play["playerScores"]} == {str}
    ids = {part: [each["id"] for each in document[part]] for part in ("games", "players")}
    assert all(len(set(each)) == len(each) for each in ids.values())
    assert document["userInfo"]["meRefId"] not in ids["players"]  # whose file it is nobody has said
    assert play["gameRefId"] in ids["games"]


def test_no_more_events_are_replayed_at_once_than_asked_for(shelf: Shelf) -> None:
    for table in ("full", "honshu", "hogen-dealt"):
        take_in_table(shelf, table)
    reading, left = TableReader(), []
    for _ in range(4):
        list(reading.list_finished_tables(shelf, 1))
        left.append(reading.unread_count)
    assert left == [2, 1, 0, 0]


def test_a_table_that_cannot_be_read_is_counted(tmp_path: Path) -> None:
    with Store(tmp_path / "tables.sqlite") as store:
        record_consent(store, True)
        take_in_table(store, "honshu")
        with store.transaction():
            store.add_table("odd", "chess", 1)
        reading = TableReader()
        assert [evening.table for evening in reading.list_evenings(store)] == ["honshu"]
        assert reading.unreadable == 1


def test_the_result_of_a_game_can_be_sent_on() -> None:
    shelf = MemoryShelf()
    honshu = begin_honshu(shelf, "friday", SEATS, 5)
    game = honshu.history.game
    assert "not over" in str(describe_result(honshu, game.final_ranks(honshu), {}).refused)  # type: ignore[attr-defined]
    play(honshu, LayCard("blue", "A1", 0, 0))
    play(honshu, LayCard("red", "B3", 0, 0))
    play(honshu, EndGame())
    ended = datetime(2026, 3, 4, 20, 15, 30, tzinfo=UTC)
    answers = {
        "Honshu": describe_result(honshu, game.final_ranks(honshu), {"blue": "Aya K."}, ended)  # type: ignore[attr-defined]
    }
    hogen: Session[HogenState] = begin_hogen(shelf, "heike", ("Aya", "Bo", "Chen"), {}, seed="plum")
    ranks = [FinalRank("B", "Bo", 1), FinalRank("A", "Aya", 2), FinalRank("C", "Chen", 2)]
    answers["Hogen"] = describe_result(hogen, ranks, {"A": "Aya", "B": "Emil"}, ended)
    text = format_answers({name: replace(each, outcome=None) for name, each in answers.items()})
    for answer in answers.values():
        address, _, sent = answer.data["bg_stats"].partition("?data=")
        assert address == "https://app.bgstatsapp.com/createPlay.html"
        text += format_answer(Answer({**answer.data, "bg_stats": json.loads(unquote(sent))}))
    assert text == read_golden("service-results.txt", text)
