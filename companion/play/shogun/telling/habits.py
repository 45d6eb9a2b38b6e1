"""What a whole game was made of: the points by part, and what the tower did against its formula."""

from collections import Counter

from companion.play.game import Habit, Part
from companion.play.shogun.fights.fight import THROWS, TurnReport
from companion.play.shogun.state import ShogunState
from companion.rules.shogun.game.campaign import Campaign
from companion.rules.shogun.score.scoring import MAJORITIES, score_board
from companion.rules.shogun.tower.contents import comes_loose
from companion.sentences import say
from companion.table.history import History, Moment

PARTS = (
    Part("provinces", say("provinces"), say("the most points for provinces")),
    Part("buildings", say("buildings"), say("the most points for buildings")),
    Part("majorities", say("majorities"), say("the most points for majorities")),
)
"""What the points of all winters are made of."""

_WORDS = {
    ("through", False): say("thrown, fell through"),
    ("loose", False): say("inside, came loose"),
    ("through", True): say("thrown, fell through (real tower)"),
    ("loose", True): say("inside, came loose (real tower)"),
}


def points(here: Moment[ShogunState]) -> dict[str, dict[str, int]]:
    """The points of every winter by part, where the board is kept."""
    history, found = here.history, dict[str, Counter[str]]()
    for number in sorted(history.standing):
        step = history.step(number)
        if step.event.kind == "points" and step.before is not None and isinstance(step.before.game, Campaign):
            realm = step.before.game.realm
            for player, score in score_board(realm.board, realm.lands, realm.players).items():
                for line in score.lines:
                    majority = "majorities" if line.rule in MAJORITIES else "buildings"
                    part = line.rule if line.rule == "provinces" else majority
                    found.setdefault(player, Counter())[part] += line.points
    return {player: dict(counted) for player, counted in found.items()}


def habits(history: History[ShogunState]) -> tuple[Habit, ...]:
    """The cubes of all throws that fell through or came loose; those that were undone were thrown as well."""
    tries, came = Counter[tuple[str, bool]](), Counter[tuple[str, bool]]()
    expected = dict.fromkeys(_WORDS, 0.0)
    for step in history:
        fought = step.report.fought if isinstance(step.report, TurnReport) else None
        if step.event.kind not in THROWS or fought is None or step.before is None:
            continue
        tower, throw, real = step.before.tower, fought.throw, step.request.out is not None
        preset, thrown = tower.preset, set(throw.thrown)
        ages = [each.age(preset, throw.number) for each in tower.lodged]
        for kind, cubes, average in (
            ("through", len(thrown), float(preset.p) * len(thrown)),
            ("loose", len(ages), sum(comes_loose(preset, len(thrown), ages))),
        ):
            tries[kind, real] += cubes
            expected[kind, real] += average
            came[kind, real] += sum((cube in thrown) == (kind == "through") for cube in throw.out)
    return tuple(
        Habit(
            f"real-{kind}" if real else kind, words, tries[kind, real], came[kind, real], expected[kind, real]
        )
        for (kind, real), words in _WORDS.items()
        if tries[kind, real]
    )
