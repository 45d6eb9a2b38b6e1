"""The remarkable things of a game of Shogun that is over, found in its log and told in a sentence each."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from companion.data.vocabulary import told_of
from companion.play.shogun.fights import THROWS, TurnReport
from companion.play.shogun.state import ShogunState
from companion.play.shogun.telling.ending import final_ranks
from companion.play.shogun.telling.figures import percent
from companion.play.shogun.telling.throws import contents_told, heading, odds_of
from companion.rules.shogun.realm import Land, daimyo
from companion.rules.shogun.round.stages import season_line
from companion.sentences import Sentence
from companion.table.history import Moment, Step

_told = partial(told_of, "shogun", "remarkable")

_Steps = tuple[Step[ShogunState], ...]


def remarkable(here: Moment[ShogunState]) -> tuple[Sentence, ...]:
    """What was remarkable in a game that is over; of several alike the earliest."""
    if not final_ranks(here):
        return ()
    steps = tuple(map(here.history.step, sorted(here.history.standing)))
    return (*_throws(steps), *_changes(steps), *_host(steps), *_comeback(here, steps))


def _throws(steps: _Steps) -> Iterator[Sentence]:
    """The throw that was won with the smallest chance, less than even, and that of the most cubes."""
    least, luckiest, most, largest = 0.5, None, 1, None
    for step in steps:
        if step.event.kind not in THROWS or not isinstance(step.report, TurnReport):
            continue
        fought = step.report.fought
        if fought is None or step.before is None:
            continue
        if len(fought.throw.thrown) > most:
            most, largest = len(fought.throw.thrown), step
        odds = odds_of(step.before, fought.muster, fought.judged, contents_told(step.before))
        if odds is not None and fought.verdict is not None and fought.verdict.winner != "tie":
            chance = odds.chance(fought.verdict.winner)
            if chance < least:
                least, luckiest = chance, (step, fought.verdict.lines["result"])
    if luckiest is not None:
        step, result = luckiest
        yield _told("luckiest", throw=heading(step), result=result, chance=percent(least))
    if largest is not None:
        yield _told("fall", count=most, throw=heading(largest))


def _changes(steps: _Steps) -> Iterator[Sentence]:
    """The province that went most often from one player to another."""
    changes, owner = Counter[str](), dict[str, str]()
    for step in steps:
        for name, land in _lands(step):
            if land.owner is not None and owner.setdefault(name, land.owner) != land.owner:
                changes[name] += 1
                owner[name] = land.owner
    for province, count in changes.most_common(1):
        if count > 1:
            yield _told("province", province=province, count=count)


def _host(steps: _Steps) -> Iterator[Sentence]:
    """The most armies of a player in one province."""
    found = [
        (land.armies, -step.event.number, name, land.owner, step.after.calendar)
        for step in steps
        for name, land in _lands(step)
        if land.owner is not None
    ]
    if not found:
        return
    armies, _, province, owner, calendar = max(found, key=lambda each: each[:2])
    if calendar is not None and owner is not None:
        told = {"player": daimyo(owner), "count": armies, "province": province}
        yield _told("army", **told, when=season_line(calendar))


def _comeback(here: Moment[ShogunState], steps: _Steps) -> Iterator[Sentence]:
    """The points by which a winner was behind after the first winter."""
    first: dict[str, int] = next(
        (step.event.result["total"] for step in steps if step.event.kind == "points"), {}
    )
    for rank in final_ranks(here):
        behind = max(first.values(), default=0) - first.get(rank.seat, 0)
        if rank.rank == 1 and behind > 0:
            yield _told("comeback", behind, player=rank.name)
            return


def _lands(step: Step[ShogunState]) -> Iterable[tuple[str, Land]]:
    """Every province of a kept board after a step; none where no board is kept."""
    return () if step.after.campaign is None else step.after.campaign.realm.lands.items()
