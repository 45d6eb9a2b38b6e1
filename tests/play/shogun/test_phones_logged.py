"""Numbers of both phones in the log: it proves each throw, keeps each secret, and a forged one is found."""

import hashlib
import json

import pytest

from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.fights.fight import TellFight
from companion.play.shogun.trust.numbers import GiveNumber
from companion.table.archive import archive
from companion.table.history import History
from companion.table.log import link, read_record, without_seed
from companion.table.store import Header
from companion.table.verify import verify_log
from tests.play.shogun.phone_numbers import A, B, both, declared, sealed
from tests.table.games import attack, history


def test_the_log_proves_it() -> None:
    begun = declared()
    declaration = begun.steps[-1].event
    assert declaration.result["phones"] == ["blue", "yellow"]
    commitment = begun.state.seal.commitment
    result = both(begun).event.result
    assert result["label"] == f"attack blue yellow 1 phones 1 blue {A} yellow {B} own {result['own'][0]}"
    line = " ".join([commitment, "attack blue yellow 1", "1", "own", *result["own"]])
    assert hashlib.sha256(line.encode()).hexdigest() == declaration.result["own"]
    assert [step.event.kind for step in begun][1:] == [
        "declare",
        "commit",
        "commit",
        "disclose",
        "disclose",
        "attack",
    ]
    assert begun.state.declared is None


def test_a_history_as_it_was_has_no_seal_of_later() -> None:
    begun = declared()
    standing, state = begun.standing, begun.state
    sealed(begun, "blue", A)
    earlier = begun.until(2)
    assert (earlier.standing, earlier.state) == (standing, state)


def forged(begun, number: int, change) -> list:
    """The log with one event changed and the chain mended after it, as one who can write programs would."""
    events, head = [], None
    for step in begun:
        event = step.event
        asked, result = json.loads(json.dumps([event.asked, event.result]))
        if event.number == number:
            change(asked, result)
        head = link(event.number, event.kind, asked, result, head.hash if head else event.previous)
        events.append(head)
    return events


@pytest.mark.parametrize(
    ("number", "change", "named"),
    [
        (2, lambda asked, result: result.update(own="0" * 64), ""),
        (3, lambda asked, result: asked.update(seal="0" * 64), "Blue opened does not fit"),
        (5, lambda asked, result: asked.update(number="d" * 32), "Blue opened does not fit"),
        (6, lambda asked, result: asked.update(salt="d" * 32), "Yellow opened does not fit"),
        (7, lambda asked, result: result.update(label=result["label"].replace(A, B)), "event 7"),
        (7, lambda asked, result: result.update(own=["0" * 32, "0" * 32]), "event 7"),
        (4, lambda asked, result: asked.update(typed=True), ""),
    ],
)
@pytest.mark.parametrize("seedless", [False, True])
def test_verify_names_what_fails(number: int, change, named: str, seedless: bool) -> None:
    begun = declared()
    both(begun)
    events = forged(begun, number, change)
    if seedless:
        events[0] = without_seed(events[0])
    verdict = verify_log(events, SHOGUN)
    told = " ".join(str(fault.text) for fault in verdict.faults)
    assert verdict.true == (number == 4)
    assert named.lower() in told.lower()
    assert verify_log(events, SHOGUN, begun.head).true is False


@pytest.mark.parametrize("trust", ["phones", "numbers"])
def test_an_export_without_the_seed_verifies_and_holds_no_sealed_number(trust: str) -> None:
    begun = history(trust=trust)
    begun.do(TellFight(attack()))
    if trust == "phones":
        begun.do(GiveNumber(17, "blue"))
    header = Header("friday", "shogun", 2, len(begun))
    document = archive(header, [step.event for step in begun], with_seed=False)
    state = begun.state
    assert "kabuto" not in json.dumps(document)
    if trust == "phones":
        own = state.seal.own("attack blue yellow 1 1")
        assert not any(secret in json.dumps(document) for secret in own)
        assert state.seal.own("blue attack blue yellow 1 1")[1] not in json.dumps(document)
    events = [
        read_record(json.dumps({key: each[key] for key in each if key != "hash"}), each["hash"])
        for each in document["events"]
    ]
    read = History(SHOGUN)
    for event in events:
        read.follow(event)
    assert read.state.declared == state.declared
    assert verify_log([without_seed(begun.step(1).event), *[s.event for s in begun][1:]], SHOGUN).true
