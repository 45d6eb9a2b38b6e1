"""What the rules say, and which questions they leave open."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module

from companion.answers import GAP, Answer, Told
from companion.data.rulebook import Rule, found, rulebook
from companion.data.vocabulary import QUOTED
from companion.errors import Refused
from companion.play.games import GAMES
from companion.rules.rulings import Ruling, Rulings
from companion.sentences import Sentence, say, shortened

MOST_NEAR = 5  # other rules that are named below the one that was found


def rule_named(game: str, name: str) -> Rule | None:
    """A rule by its name; ``None`` where there is none."""
    return next((rule for rule in rulebook(game) if rule.name == name), None)


def rule_ruled(game: str, ruling: str) -> Rule:
    """The rule on which a ruling hangs."""
    return next(rule for rule in rulebook(game) if ruling in rule.rulings)


def rules_asked(words: Sequence[str], game: str | None = None) -> list[Rule]:
    """The rules that somebody asks for in ordinary words, the best first."""
    rules = found(" ".join(words), GAMES if game is None else (game,))
    if not rules:
        raise Refused(
            "No rule is found for '{typed}'; try another word, or look through all of them.",
            typed=shortened(" ".join(words), QUOTED),
        )
    return rules


def ask(words: Sequence[str], game: str | None = None) -> Answer:
    """The rule that words are about, with its rulings and those near it; without words all, by chapter."""
    if not words:
        return _contents(GAMES if game is None else (game,))
    best, *others = rules_asked(words, game)
    lines: list[Told] = [*in_full(best), GAP]
    near = [each for name in best.see if (each := rule_named(best.game, name)) and each not in others]
    others = [*others, *near][:MOST_NEAR]
    if others:
        lines.append(say("See too:"))
        lines += [say("  {game}: {title}", game=each.game.capitalize(), title=each.title) for each in others]
    return Answer({"rules": [_told(each) for each in (best, *others)]}, tuple(lines))


def in_full(rule: Rule, now: Mapping[str, str] | None = None) -> Iterator[Sentence]:
    """Everything that is known of a rule, line by line; `now` are the rulings that a table plays by."""
    yield say("{game}: {title}", game=rule.game.capitalize(), title=rule.title)
    yield say("{text}", text=rule.text)
    if rule.example is not None:
        yield say("Example: {text}", text=rule.example)
    yield say("Companion: {text}", text=rule.does)
    yield say("Where it stands: {text}", text=rule.source)
    known = rulings_of(rule.game)
    chosen = now if now is not None else Rulings(known)
    for ruling in known:
        if ruling.name in rule.rulings:
            yield from told(ruling, chosen[ruling.name])


def _contents(of: Sequence[str]) -> Answer:
    lines, chapter = list[Told](), None
    rules = [rule for game in of for rule in rulebook(game)]
    for rule in rules:
        if chapter != (rule.game, rule.chapter):
            chapter = rule.game, rule.chapter
            lines.append(say("{game}: {title}", game=rule.game.capitalize(), title=rule.chapter))
        lines.append(say("  {text}", text=rule.title))
    return Answer({"rules": [_told(rule) for rule in rules]}, tuple(lines))


_TOLD = ("game", "chapter", "title", "text", "example", "does", "source", "rulings", "see")


def _told(rule: Rule) -> dict[str, object]:
    return {"rule": rule.name, **{part: getattr(rule, part) for part in _TOLD}}


def rulings_of(game: str) -> tuple[Ruling, ...]:
    """Every open question of a game."""
    known: tuple[Ruling, ...] = import_module(f"companion.rules.{game}.rulings").RULINGS
    return known


def list_rulings(rulings: Rulings) -> Answer:
    """Tell every open question with its answers, and which holds now."""
    data = [
        {
            "ruling": ruling.name,
            "value": rulings[ruling.name],
            "question": ruling.question,
            "options": dict(ruling.options),
            "source": ruling.source,
        }
        for ruling in rulings.known
    ]
    lines = [line for ruling in rulings.known for line in told(ruling, rulings[ruling.name])]
    return Answer({"rulings": data}, (*lines, say("* is what holds now.")))


def told(ruling: Ruling, now: str) -> Iterator[Sentence]:
    """A question, and its answers with a star at the one that holds."""
    yield say("{name}: {question}", name=ruling.name, question=ruling.question)
    for value, meaning in ruling.options:
        mark = "*" if value == now else " "
        yield say("  {mark} {answer}: {meaning}", mark=mark, answer=f"{ruling.name}={value}", meaning=meaning)
