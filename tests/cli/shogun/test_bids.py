"""``companion shogun bids``: ranks, payments, draws, refusals."""

import pytest

from tests.cli.asking import Asking


def test_bids_are_ranked_and_paid(ask: Asking) -> None:
    answer = ask("bids blue=3 yellow=Kozuke red=0 black=none purple=1 --json").json
    assert answer["order"] == ["blue", "purple", "yellow", "red", "black"]
    assert [bid["pays"] for bid in answer["bids"]] == [3, 1, 0, 0, 0]
    assert [bid["rank"] for bid in answer["bids"]] == [1, 2, 3, 4, 5]
    assert answer["seed"] is None


def test_tied_bids_are_drawn_and_a_seed_repeats_the_draw(ask: Asking) -> None:
    first = ask("bids blue=2 red=2 yellow=2 --json").json
    assert all(bid["drawn"] for bid in first["bids"])
    again = ask(f"bids blue=2 red=2 yellow=2 --seed {first['seed']} --json").json
    assert again["order"] == first["order"]
    said = ask("bids blue=2 red=2 --seed x").out
    assert "(drawn)" in said
    assert {ask("bids blue=2 red=2 --json").json["order"][0] for _ in range(40)} == {"blue", "red"}


def test_bids_answer_in_french(ask: Asking) -> None:
    said = ask("bids bleu=3 jaune=kozuke rouge=aucune", lang="fr").lines
    assert said == [
        "1. Bleu\u00a0: 3 coffres\u00a0; paie 3.",
        "2. Jaune\u00a0: la carte de Kozuke\u00a0; paie 0.",
        "3. Rouge\u00a0: aucune carte\u00a0; paie 0.",
    ]


def test_a_bid_above_the_players_chests_is_refused(ask: Asking) -> None:
    answer = ask("bids blue=4 red=1 --chests blue=3,red=1")
    assert (answer.code, answer.out) == (1, "Blue cannot bid 4; chests available: 3.\n")
    assert ask("bids blue=4 --chests blue=3 --json").json == {
        "version": 1,
        "refused": "Blue cannot bid 4; chests available: 3.",
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bids", "Missing argument"),
        ("bids blue=5", "'5' is not a bid"),
        (
            "bids blue=Atlantis",
            "'Atlantis' is not a province; expected a name as it stands on the board, such as Kai. A bid",
        ),
        ("bids green=1", "belong to no player"),
        ("bids pink=1", "'pink' is not a colour"),
        ("bids blue=1 blue=2", "named twice"),
        ("bids blue=1 red", "write COLOUR=VALUE"),
        ("bids blue=1 --chests blue=many", "'many' was not expected"),
    ],
)
def test_bad_bids_give_one_sentence(ask: Asking, line: str, said: str) -> None:
    answer = ask(line)
    assert answer.code == 2
    assert said in answer.err
