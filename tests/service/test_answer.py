"""An answer says no in one way, whoever refuses."""

from companion.answers import Answer, catch_refusals
from companion.errors import Refused
from companion.sentences import say


@catch_refusals
def _dig(deep: int) -> Answer:
    if deep > 3:
        raise Refused("The ground is rock below {most} m.", most=3, remedy="undo")
    return Answer({"deep": deep})


def test_an_allowed_request_gives_an_answer() -> None:
    answer = _dig(2)
    assert answer.yes
    assert answer.document == {"deep": 2}


def test_a_refusal_becomes_an_answer_with_its_reason() -> None:
    answer = _dig(4)
    assert not answer.yes
    assert answer.document == {"refused": say("The ground is rock below {most} m.", most=3)}
    assert answer.remedies == ("undo",)
