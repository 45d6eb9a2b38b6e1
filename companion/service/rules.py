"""Look up the rules of games, and the questions that they leave open."""

from collections.abc import Iterator, Mapping, Sequence

from companion.answers import GAP, Answer, AnswerLine
from companion.data.rulebook import Rule, rulebook, search_rules
from companion.data.vocabulary import QUOTED
from companion.errors import Refused
from companion.play.games import GAMES
from companion.rules.rulings import Ruling, Rulings, load_rulings
from companion.sentences import Sentence, say, shorten_text

MOST_NEAR = 5  # other matching rules that are listed


def find_rule(game: str, name: str) -> Rule | None:
    """A rule by its name; ``None`` if there is none."""
    return next((rule for rule in rulebook(game) if rule.name == name), None)


def get_rule_of_ruling(game: str, ruling: str) -> Rule:
    return next(rule for rule in rulebook(game) if ruling in rule.rulings)


def find_rules(words: Sequence[str], game: str | None = None) -> list[Rule]:
    """The rules that match ordinary words, the best first; refused if there is none."""
    rules = search_rules(" ".join(words), GAMES if game is None else (game,))
    if not rules:
        raise Refused(
            "No rule found for '{typed}'; try another word, or look through all of them.",
            typed=shorten_text(" ".join(words), QUOTED),
        )
    return rules


def look_up_rules(words: Sequence[str], game: str | None = None) -> Answer:
    """Look up the rule that fits some words, with its rulings and related rules; without words, list all by chapter."""
    if not words:
        return _list_contents(GAMES if game is None else (game,))
    best, *others = find_rules(words, game)
    lines: list[AnswerLine] = [*describe_rule(best), GAP]
    related = [each for name in best.see if (each := find_rule(best.game, name)) and each not in others]
    others = [*others, *related][:MOST_NEAR]
    if others:
        lines.append(say("See also:"))
        lines += [say("  {game}: {title}", game=each.game.capitalize(), title=each.title) for each in others]
    return Answer({"rules": [_encode_rule(each) for each in (best, *others)]}, tuple(lines))


def describe_rule(rule: Rule, values: Mapping[str, str] | None = None) -> Iterator[Sentence]:
    """Describe a rule, line by line, with its rulings; `values` are those of a table."""
    yield say("{game}: {title}", game=rule.game.capitalize(), title=rule.title)
    yield say("{text}", text=rule.text)
    if rule.example is not None:
        yield say("Example: {text}", text=rule.example)
    yield say("Companion: {text}", text=rule.does)
    yield say("Source: {text}", text=rule.source)
    definitions = get_rulings(rule.game)
    options = values if values is not None else Rulings(definitions)
    for ruling in definitions:
        if ruling.name in rule.rulings:
            yield from describe_ruling_options(ruling, options[ruling.name])


def _list_contents(titles: Sequence[str]) -> Answer:
    lines, chapter = list[AnswerLine](), None
    rules = [rule for game in titles for rule in rulebook(game)]
    for rule in rules:
        if chapter != (rule.game, rule.chapter):
            chapter = rule.game, rule.chapter
            lines.append(say("{game}: {title}", game=rule.game.capitalize(), title=rule.chapter))
        lines.append(say("  {text}", text=rule.title))
    return Answer({"rules": [_encode_rule(rule) for rule in rules]}, tuple(lines))


_RULE_FIELDS = ("game", "chapter", "title", "text", "example", "does", "source", "rulings", "see")


def _encode_rule(rule: Rule) -> dict[str, object]:
    return {"rule": rule.name, **{part: getattr(rule, part) for part in _RULE_FIELDS}}


def get_rulings(game: str) -> tuple[Ruling, ...]:
    """The open questions of a game's rules."""
    return load_rulings(game)


def list_rulings(rulings: Rulings) -> Answer:
    """List the open questions with their answers, the one in force marked."""
    data = [
        {
            "ruling": ruling.name,
            "value": rulings[ruling.name],
            "question": ruling.question,
            "options": dict(ruling.options),
            "source": ruling.source,
        }
        for ruling in rulings.definitions
    ]
    lines = [line for ruling in rulings.definitions for line in describe_ruling_options(ruling, rulings[ruling.name])]
    return Answer({"rulings": data}, (*lines, say("* marks the answer in use.")))


def describe_ruling_options(ruling: Ruling, current: str) -> Iterator[Sentence]:
    """Describe a question and its answers, with a star at the one in force."""
    yield say("{name}: {question}", name=ruling.name, question=ruling.question)
    for value, meaning in ruling.options:
        mark = "*" if value == current else " "
        yield say("  {mark} {answer}: {meaning}", mark=mark, answer=f"{ruling.name}={value}", meaning=meaning)
