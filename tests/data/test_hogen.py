import pytest

from companion.data.catalogue import LANGUAGES, language
from companion.data.hogen import (
    CALLS,
    CARDS,
    Accused,
    Answered,
    Call,
    Called,
    Passed,
    Samurai,
    Saw,
    format_log,
    parse_call,
    parse_card,
    parse_log,
    sort_cards,
    translate_log,
)
from companion.errors import InputError, Place

OPENING = """players 3
me A
hand Minamoto1 Taira2 Fujiwara3
rallied Taira4
palace Minamoto2 Taira1 Fujiwara4 Tachibana3
"""
FOUR = """# friday
players 4
me C
hand Minamoto1 Taira2

rallied Taira4
palace Minamoto2 Taira1 Fujiwara4 Tachibana3   # as dealt
"""


def test_the_box_holds_sixteen_samurai_each_once() -> None:
    assert len(set(CARDS)) == 16
    assert [card.number for card in CARDS] == list(range(16))
    assert all(parse_card(str(card)) == card for card in CARDS)
    assert parse_card("taira2") == Samurai("Taira", 2)
    assert sort_cards(reversed(CARDS)) == CARDS
    assert (parse_call(["Taira2"]), parse_call(["Rang", "2"])) == (Call("Taira", 2), Call(rank=2))


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_calls_are_written_and_read(call: Call) -> None:
    assert parse_call(str(call).split()) == call
    assert parse_call([str(call).upper()]) == call


@pytest.mark.parametrize("words", [[], ["Taira"], ["2"], ["rank", "5"], ["clan", "Tokugawa"], ["Taira", "rank"]])
def test_words_that_are_no_call_are_refused(words: list[str]) -> None:
    with pytest.raises(InputError, match="is not a call; expected 'clan Taira', 'rank 2' or 'Taira 2'"):
        parse_call(words)


def test_a_log_of_three_players_is_parsed() -> None:
    log = parse_log(
        OPENING
        + "call B clan Taira\npass C\nanswer A lays Taira2 takes Minamoto2\n"
        + "CALL a rank 3\ncall B Taira 2  # twice\naccused A C=Fujiwara1 b=Taira3 WRONG\nsaw C Fujiwara2\n",
        "log.txt",
    )
    assert log.opening.seats == "ABC"
    assert log.opening.hand == tuple(map(parse_card, ("Minamoto1", "Taira2", "Fujiwara3")))
    assert [entry.event for entry in log.events] == [
        Called("B", Call(clan="Taira")),
        Passed("C"),
        Answered("A", parse_card("Taira2"), parse_card("Minamoto2")),
        Called("A", Call(rank=3)),
        Called("B", Call("Taira", 2)),
        Accused("A", (("B", parse_card("Taira3")), ("C", parse_card("Fujiwara1"))), False),
        Saw("C", parse_card("Fujiwara2")),
    ]
    assert log.events[-1].place == Place("log.txt", 12)


def test_a_log_of_four_players_has_comments_and_rulings() -> None:
    log = parse_log(FOUR + "ruling take-back=yes\naccused D A=Taira3 B=Fujiwara1 C=Taira4 right\n", "log.txt")
    assert log.opening.own_seat == "C"
    assert log.opening.rulings == (("take-back", "yes"),)
    assert log.events[0].place.row == 9
    assert isinstance(log.events[0].event, Accused)
    assert log.events[0].event.is_right
    assert parse_log(format_log(log.opening, (log.events[0].event,)), "again").opening == log.opening


@pytest.mark.parametrize(
    ("text", "row", "column", "says"),
    [
        ("", None, None, "the line 'players ...' is missing"),
        ("players 3\ncall A rank 2\n", 2, None, "the line 'me ...' is missing; it belongs before the first event."),
        (OPENING.replace("players 3", "players 5"), 1, 9, "the number of players must be 3 or 4, not '5'."),
        (OPENING.replace("me A", "me D"), 2, 4, "'D' is not a seat; expected A, B, C."),
        (OPENING.replace("Taira4", "Taira2"), 4, 9, "there is only one Taira2; it is already in row 3."),
        (OPENING.replace("Taira1", "Taira3"), 5, None, "four different clans and four different ranks"),
        (OPENING + "me B\n", 6, None, "'me' appears twice; it is already in row 2."),
        (OPENING + "passes B\n", 6, None, "no line of a log starts with 'passes'; expected players, me,"),
        (OPENING + "accused B A=Taira3 A=Taira1 wrong\n", 6, 20, "'A=Taira1' names no other seat"),
    ],
)
def test_a_bad_line_of_a_log_is_refused_with_its_place(
    text: str, row: int | None, column: int | None, says: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse_log(text, "log.txt")
    assert caught.value.place == Place("log.txt", row, column)
    assert says in str(caught.value)


WHOLE = (
    f"{OPENING}ruling take-back=yes\ncall B clan Taira\npass C\nanswer A lays Taira2 takes Minamoto2\n"
    "call A rank 3\ncall B Taira 2\naccused A B=Taira3 C=Fujiwara1 wrong\nsaw C Fujiwara2\n"
    "accused B A=Taira2 C=Fujiwara1 right\n"
)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_log_is_written_in_the_readers_words_and_read_in_any(code: str) -> None:
    english, translated = parse_log(WHOLE, "log.txt"), translate_log(WHOLE).translate(language(code))
    read = parse_log(translated, "log.txt")
    assert read.opening == english.opening
    assert [each.event for each in read.events] == [each.event for each in english.events]
    left = {word for word in WHOLE.split() if word.islower() and word.isalpha()} & set(translated.split())
    assert left == {"fr": {"clan"}, "de": set()}.get(code, left)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players 3\ncall A rank 2\n", "die Zeile „ich ...“ fehlt"),
        (OPENING + "passes B\n", "Spieler, ich, Hand, verbündet, Palast, Ansage, passt, Antwort, Anklage, sah"),
        (OPENING + "Anklage B A=Taira3 C=Taira1 vielleicht\n", "falsch / richtig"),
    ],
)
def test_a_bad_log_is_refused_in_the_readers_language(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_log(text, "log.txt")
    assert said in caught.value.sentence.translate(language("de"))
