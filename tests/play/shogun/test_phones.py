"""Numbers of both phones: what a cheat with the laptop, with a phone, or with both tries in vain."""

import hashlib
import json

import pytest

from companion.errors import InputError, Refused
from companion.play.shogun import GAME as SHOGUN
from companion.play.shogun.by_hand import CorrectTray
from companion.play.shogun.fights.fight import TakeTurn, TellFight, ThrowCubes
from companion.play.shogun.seed import RevealSeed
from companion.play.shogun.telling.remarks import remarks
from companion.play.shogun.trust.attempts import number_seal
from companion.play.shogun.trust.numbers import GiveNumber, LeaveOut, OpenNumber, SealNumber
from companion.rules.shogun.game.turn import Order
from companion.table.archive import archive
from companion.table.history import History, Redo, Undo
from companion.table.log import link, read_record, without_seed
from companion.table.store import Header
from companion.table.verify import verify_log
from tests.play.shogun.test_game import in_action
from tests.table.games import attack, history, revolt

A, B = "a" * 32, "b" * 32
SALT = "5" * 32


def declared(fight=None, begun=None, **changes):
    begun = begun or history(trust="phones", **changes)
    asked = fight or attack()
    begun.do(asked if isinstance(asked, TakeTurn) else TellFight(asked))
    return begun


def sealed(begun, player: str, number: str, salt: str = SALT):
    state = begun.state
    label, attempt = state.label(state.declared), state.attempt.number
    return begun.do(
        SealNumber(player, number_seal(state.seal.commitment, label, attempt, player, number, salt))
    )


def opened(begun, player: str, number: str, salt: str = SALT):
    return begun.do(OpenNumber(player, number, salt))


def thrown(begun):
    return begun.do(begun.state.declared)


def both(begun, first: str = A, second: str = B, players=("blue", "yellow")):
    for player, number in zip(players, (first, second), strict=True):
        sealed(begun, player, number)
    for player, number in zip(players, (first, second), strict=True):
        opened(begun, player, number)
    return thrown(begun)


def true(begun) -> bool:
    return verify_log([step.event for step in begun], SHOGUN).true


def test_all_three_numbers_and_the_seed_make_the_throw() -> None:
    seen = set()
    for number in range(9):
        begun = declared(attack("blue=6", "yellow=6"))
        step = both(begun, f"{number:032x}")
        seen.add(tuple(step.event.result["out"]))
        assert true(begun)
    begun = declared(attack("blue=6", "yellow=6"))
    seen.add(tuple(both(begun, f"{0:032x}", "c" * 32).event.result["out"]))
    for other in ({"seed": "naginata"}, {"salt": "1" * 32}):
        begun = declared(attack("blue=6", "yellow=6"), **other)
        seen.add(tuple(both(begun, f"{0:032x}").event.result["out"]))
    assert len(seen) == 12


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


def test_a_number_that_does_not_fit_its_seal_is_refused_and_named() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    sealed(begun, "yellow", B)
    for number, salt in (("c" * 32, SALT), (B, "6" * 32), (A, SALT)):
        with pytest.raises(Refused, match="number Yellow opened does not fit its seal"):
            opened(begun, "yellow", number, salt)
    assert begun.steps[-1].event.kind == "commit"


def test_nothing_is_opened_before_all_is_sealed_and_nothing_thrown_before_all_is_open() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    with pytest.raises(Refused, match="opened when all are sealed; missing is that of Yellow"):
        opened(begun, "blue", A)
    with pytest.raises(Refused, match="thrown when all sealed numbers are opened"):
        thrown(begun)
    with pytest.raises(Refused, match="sealed a number for this fight already"):
        sealed(begun, "blue", B)
    with pytest.raises(Refused, match="Red does not fight here"):
        sealed(begun, "red", B)
    sealed(begun, "yellow", B)
    opened(begun, "yellow", B)
    with pytest.raises(Refused, match="opened the number already"):
        opened(begun, "yellow", B)
    with pytest.raises(Refused, match="thrown when all sealed numbers are opened"):
        thrown(begun)
    with pytest.raises(InputError):
        begun.do(OpenNumber("blue", "yes", SALT))


@pytest.mark.parametrize(
    "request_",
    [
        lambda: attack("blue=5"),
        lambda: revolt(),
        lambda: ThrowCubes({"blue": 1}),
        lambda: CorrectTray({"blue": 1}),
        lambda: TellFight(attack("blue=5")),
        lambda: GiveNumber(3, "red"),
        lambda: attack(out={"blue": 3}),
        lambda: RevealSeed(),
    ],
)
def test_nothing_else_happens_while_a_fight_waits_for_its_numbers(request_) -> None:
    begun = declared()
    with pytest.raises((Refused, InputError)):
        begun.do(request_())


def test_a_seal_cannot_be_copied_from_the_other_player() -> None:
    begun = declared()
    seal = sealed(begun, "blue", A).request.seal
    begun.do(SealNumber("yellow", seal))
    opened(begun, "blue", A)
    with pytest.raises(Refused, match="does not fit"):
        opened(begun, "yellow", A)


def test_undo_throws_nothing_anew_and_forgets_no_number() -> None:
    begun = declared()
    first = both(begun)
    after = begun.state
    begun.do(Undo())
    begun.do(Redo())
    assert begun.state == after
    begun.do(Undo())
    begun.do(Undo())
    declared(begun=begun)
    for request in (SealNumber("blue", "0" * 64), OpenNumber("blue", A, SALT), LeaveOut("blue")):
        with pytest.raises(Refused):
            begun.do(request)
    again = thrown(begun)
    assert again.event.result["out"] == first.event.result["out"]
    assert again.event.result["label"] == first.event.result["label"]
    assert [each.kind for each in remarks(begun)] == ["undone", "undone"]
    assert true(begun)


def test_what_was_only_sealed_stays_with_the_fight_too() -> None:
    """Who dislikes his own number, or the other's seal, gets no other by declaring anew."""
    begun = declared()
    sealed(begun, "blue", A)
    begun.do(Undo())
    declared(attack("blue=5"), begun)
    assert begun.state.attempt.number == 1
    with pytest.raises(Refused, match="it stays"):
        sealed(begun, "blue", B)
    sealed(begun, "yellow", B)
    opened(begun, "blue", A)
    opened(begun, "yellow", B)
    thrown(begun)
    assert true(begun)


def test_declaring_anew_with_other_cubes_needs_new_numbers_so_nothing_can_be_fished() -> None:
    """The laptop's owner has seen all numbers, and could reckon what five armies would have done."""
    begun = declared()
    first = both(begun)
    begun.do(Undo())
    begun.do(Undo())
    declared(attack("blue=5"), begun)
    assert begun.state.attempt.number == 2
    assert begun.state.attempt.own_seal != begun.step(2).event.result["own"]
    with pytest.raises(Refused, match="opened when all are sealed"):
        opened(begun, "blue", A)
    begun.do(Undo())
    # The same cubes have the same numbers, also after another attempt.
    declared(begun=begun)
    assert thrown(begun).event.result["out"] == first.event.result["out"]
    assert [each.kind for each in remarks(begun)] == ["undone", "undone", "again", "undone"]
    assert true(begun)


@pytest.mark.parametrize("between", [lambda: ThrowCubes({"red": 1}), lambda: CorrectTray({"red": 1})])
def test_an_inside_or_tray_that_was_changed_needs_new_numbers_too(between) -> None:
    begun = declared()
    both(begun)
    begun.do(Undo())
    begun.do(Undo())
    begun.do(between())
    declared(begun=begun)
    assert begun.state.attempt.number == 2


def test_who_opens_last_and_refuses_gets_a_throw_nobody_could_foresee() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    sealed(begun, "yellow", B)
    opened(begun, "blue", A)
    with pytest.raises(Refused, match="Blue has opened the number already"):
        begun.do(LeaveOut("blue"))
    begun.do(LeaveOut("yellow"))
    assert begun.state.attempt.number == 2
    with pytest.raises(Refused, match="thrown when all"):
        thrown(begun)
    with pytest.raises(Refused, match="goes on without the phone of Yellow"):
        opened(begun, "yellow", B)
    with pytest.raises(Refused):
        opened(begun, "blue", A)
    # Undone and declared again, it is no more the throw that was refused.
    begun.do(Undo())
    declared(begun=begun)
    assert begun.state.attempt.without == ("yellow",)
    sealed(begun, "blue", "c" * 32)
    opened(begun, "blue", "c" * 32)
    result = thrown(begun).event.result
    assert f"phones 2 blue {'c' * 32} yellow none own" in result["label"]
    assert "without" in [each.kind for each in remarks(begun)]
    assert true(begun)


def test_a_phone_that_never_comes_is_left_out_for_all_to_see() -> None:
    begun = declared()
    sealed(begun, "blue", A)
    begun.do(LeaveOut("yellow"))
    assert begun.state.attempt.number == 1
    opened(begun, "blue", A)
    thrown(begun)
    begun.do(Undo())
    begun.do(Undo())
    declared(begun=begun)
    with pytest.raises(Refused, match="goes on without the phone of Yellow"):
        sealed(begun, "yellow", B)
    assert true(begun)


def test_without_any_phone_the_numbers_of_a_seen_throw_are_not_used_for_another() -> None:
    begun = declared()
    for player in ("blue", "yellow"):
        begun.do(LeaveOut(player))
    thrown(begun)
    begun.do(Undo())
    begun.do(Undo())
    declared(attack("blue=5"), begun)
    assert begun.state.attempt.number == 2
    assert begun.state.attempt.unsealed == ("blue", "yellow")


@pytest.mark.parametrize(
    ("fight", "phones"),
    [
        (attack("red=2", "neutral"), ["red", "blue"]),
        (revolt("yellow=4"), ["yellow", "red"]),
        (attack("red=3", "blue=2"), ["red", "blue"]),
    ],
)
def test_whose_phones_are_asked(fight, phones) -> None:
    begun = declared(fight)
    assert begun.steps[-1].event.result["phones"] == phones
    both(begun, players=phones)
    assert true(begun)


def test_a_history_as_it_was_has_no_seal_of_later() -> None:
    begun = declared()
    standing, state = begun.standing, begun.state
    sealed(begun, "blue", A)
    earlier = begun.until(2)
    assert (earlier.standing, earlier.state) == (standing, state)


def test_a_typed_number_is_told_as_typed() -> None:
    begun = declared()
    begun.do(GiveNumber(17, "blue"))
    sealed(begun, "yellow", B)
    with pytest.raises(Refused, match="does not fit"):
        begun.do(GiveNumber(18, "blue"))
    begun.do(GiveNumber(17, "blue"))
    opened(begun, "yellow", B)
    assert "blue 17 yellow" in thrown(begun).event.result["label"]
    assert [each.kind for each in remarks(begun)] == ["typed"]
    with pytest.raises(InputError):
        declared().do(GiveNumber(-1, "blue"))
    assert true(begun)


def test_a_turn_on_a_kept_board_is_thrown_from_the_phones_too() -> None:
    begun = in_action(trust="phones")
    game = begun.state.game
    source, target = next(
        (source, target)
        for source in game.realm.owned("blue")
        for target in game.realm.neighbours(source)
        if game.realm.lands[source].armies > 1
        and target in game.realm.lands
        and game.realm.lands[target].owner != "blue"
    )
    turn = TakeTurn(Order("blue", "combat-a", source, target, 1))
    declared(turn, begun)
    fight = begun.state.declared
    begun.do(Undo())
    with pytest.raises(Refused, match="declared first"):
        begun.do(fight)
    declared(turn, begun)
    assert begun.state.game == game
    both(begun, players=begun.state.attempt.phones)
    assert begun.state.game != game
    assert true(begun)


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
    told = " ".join(str(fault.what) for fault in verdict.faults)
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
