"""An event whose answer nobody got is told, and not made once more, when its program is gone."""

from pathlib import Path

import pytest

from companion.answers import GAP, Answer
from companion.errors import InputError, TableError
from companion.sentences import say
from companion.service.session import Session, with_pending
from companion.table.store import Store
from tests.table.tally import TALLY, Add, Begin


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with a table, made and played at by programs that were killed before they answered."""
    monkeypatch.setattr("companion.table.taps.is_running", lambda program: False)
    return tmp_path / "tables.sqlite"


def opened(path: Path, *played: int, begin: object | None = None) -> Session[int]:
    here = Session(path, "friday", TALLY, begin)
    for each in played:
        here.do(Add(each))
    return here


def pending(path: Path) -> list[int]:
    with opened(path) as here:
        return [step.event.number for step in here.pending_replies()]


def test_what_was_made_and_not_told_is_told_once(path: Path) -> None:
    with opened(path, 3, begin=Begin(0)) as here:
        assert here.repeated is None
    assert pending(path) == [2]  # and whoever goes on has heard of the first
    assert pending(path) == [2]
    with opened(path) as here:
        assert [step.after for step in here.pending_replies()] == [3]
        assert here.pending_replies() == ()
        here.acknowledge()
    assert pending(path) == []


def test_the_same_asked_for_again_is_what_was_made(path: Path) -> None:
    with opened(path, 3, begin=Begin(0)):
        pass
    with opened(path) as here:
        step = here.do(Add(3))
        assert (step.event.number, here.repeated) == (2, step)
        assert len(here.history) == 2
        here.acknowledge()
    with opened(path) as here:
        assert here.do(Add(3)).event.number == 3
        assert here.repeated is None
        here.acknowledge()


def test_something_else_is_made_and_the_other_stays_to_be_told(path: Path) -> None:
    with opened(path, 3, begin=Begin(0)):
        pass
    with opened(path) as here:
        assert here.do(Add(4)).event.number == 3
        assert here.repeated is None
        here.acknowledge()
    assert pending(path) == [2]


def test_what_was_made_before_others_played_is_not_asked_for_again(path: Path) -> None:
    with opened(path, 3, begin=Begin(0)):
        pass
    with Store(path) as store:
        Session(store, "friday", TALLY).do(Add(5))  # somebody else, from a page
    with opened(path) as here:
        assert here.do(Add(3)).event.number == 4
        here.acknowledge()
    assert pending(path) == [2]


def test_a_table_begun_again_is_the_one_that_was_begun(path: Path) -> None:
    with opened(path, begin=Begin(7)):
        pass
    with opened(path, begin=Begin(7)) as here:
        assert here.repeated is not None
        assert (here.repeated.event.number, here.state) == (1, 7)
    with pytest.raises(InputError, match="already"), opened(path, begin=Begin(8)):
        pass
    with opened(path) as here:
        here.pending_replies()
        here.acknowledge()
    with pytest.raises(InputError, match="already"), opened(path, begin=Begin(7)):
        pass


def test_while_its_program_runs_an_answer_is_on_its_way(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(path, 3, begin=Begin(0)):
        monkeypatch.undo()
        assert pending(path) == []


ANSWER = Answer({"sum": 5}, (say("It is 5."),), notices=(say("Note."),), remedies=("undo",))
EARLIER = [(2, Answer({"sum": 3}, (say("It is 3."),))), (3, Answer({"sum": 4}, (say("It is 4."),)))]


def said(answer: Answer) -> list[str]:
    return ["" if line is GAP else str(line) for line in answer.lines]


def test_an_answer_alone_stays_as_it_is() -> None:
    assert with_pending(ANSWER, None, ()) is ANSWER


def test_what_was_not_told_comes_first(path: Path) -> None:
    told = with_pending(ANSWER, None, EARLIER)
    assert said(told) == [
        "Event 2 was made and not shown:",
        "It is 3.",
        "",
        "Event 3 was made and not shown:",
        "It is 4.",
        "",
        "It is 5.",
    ]
    assert told.document == {"sum": 5, "not_shown": [{"sum": 3}, {"sum": 4}]}
    assert (told.yes, told.notices, told.remedies) == (True, ANSWER.notices, ("undo",))


def test_what_was_asked_for_again_is_said_to_be_there(path: Path) -> None:
    with opened(path, 3, begin=Begin(0)):
        pass
    with opened(path) as here:
        here.do(Add(3))
        told = with_pending(ANSWER, here.repeated, ())
    assert said(told) == ["Event 2 was made and not shown: here it is.", "It is 5."]
    assert told.document == {"sum": 5, "made_earlier": True}


def test_a_refusal_stays_one_beside_what_was_not_told() -> None:
    no = Answer(refused=say("The sum is past the limit."), remedies=("undo",))
    assert with_pending(no, None, ()) is no
    told = with_pending(no, None, EARLIER[:1])
    assert said(told)[-2:] == ["", "The sum is past the limit."]
    assert told.document == {"refused": no.refused, "not_shown": [{"sum": 3}]}
    assert (told.yes, told.negative, told.refused) == (False, True, None)


@pytest.mark.parametrize("outcome", [None, [1, 2], 7])
def test_an_answer_without_names_gives_only_what_was_not_shown(outcome: object) -> None:
    assert with_pending(Answer(outcome), None, EARLIER[:1]).document == {"not_shown": [{"sum": 3}]}


def test_a_store_that_is_gone_when_it_is_closed_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(path, begin=Begin(0)).close()
    here = opened(path, 3)
    for file in path.parent.glob("tables.sqlite*"):
        file.unlink()
    here.close()
    gone = str(here.take_notices()[0])
    assert gone.startswith(f"{path} is no longer the file that was opened")


def test_a_look_is_not_disturbed_by_what_a_tap_does(path: Path) -> None:
    heard: list[int] = []
    with opened(path, begin=Begin(0)) as here:
        here.listen(lambda step: heard.append(step.event.number))
        with here.tapped("t", "aya"):
            here.do(Add(1))
            assert heard == []  # it may yet come to nothing
        assert heard == [2]

        def too_much() -> None:
            with here.tapped("u", "aya"):
                here.do(Add(1))
                here.do(Add(1_000_000))

        with pytest.raises(TableError):
            too_much()
        assert heard == [2]
        assert here.header().events == 2
