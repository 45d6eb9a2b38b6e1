"""Look up the rules of games, and the questions that they leave open."""

from collections.abc import Iterator, Mapping, Sequence

from companion.answers import GAP, Answer, AnswerLine
from companion.data.rulebook import Rule, rulebook, search_rules, split_question
from companion.data.vocabulary import QUOTED
from companion.errors import Refused
from companion.play.games import GAMES
from companion.rules.rulings import Ruling, Rulings, load_rulings
from companion.sentences import Sentence, join_sentences, say, shorten_text

MOST_NEAR = 5  # other matching rules that are listed


def find_rule(game: str, name: str) -> Rule | None:
    """A rule by its name; ``None`` if there is none."""
    return next((rule for rule in rulebook(game) if rule.name == name), None)


def get_rule_of_ruling(game: str, ruling: str) -> Rule:
    return next(rule for rule in rulebook(game) if ruling in rule.rulings)


def find_rules(question: str, game: str | None = None) -> tuple[list[Rule], list[Rule]]:
    """The rules that answer a question in ordinary words, and others near it; refused if there is none."""
    answers, others = search_rules(question, GAMES if game is None else (game,))
    if not answers:
        raise Refused(
            "No rule found for '{typed}'; try another word, or look through all of them.",
            typed=shorten_text(question, QUOTED),
        )
    return answers, others


def list_near_rules(answers: Sequence[Rule], others: Sequence[Rule]) -> list[Rule]:
    """The other rules that are named below answers: those near the question, and those that belong to the answers."""
    related = [find_rule(rule.game, name) for rule in answers for name in rule.see]
    near = dict.fromkeys(rule for rule in (*others, *related) if rule is not None and rule not in answers)
    return list(near)[:MOST_NEAR]


def look_up_rules(words: Sequence[str]) -> Answer:
    """Look up the rules that answer a question, with their rulings and related rules; for a game alone, list all."""
    question = " ".join(words)
    games, other_words = split_question(question, GAMES)
    if not other_words:
        return _list_contents(games)
    answers, others = find_rules(question)
    lines = list[AnswerLine]()
    for rule in answers:
        lines += [*describe_rule(rule), GAP]
    near = list_near_rules(answers, others)
    if near:
        lines.append(say("See also:"))
        lines += [say("  {game}: {title}", game=each.game.capitalize(), title=each.title) for each in near]
    return Answer({"rules": [_encode_rule(each) for each in (*answers, *near)]}, tuple(lines))


def _describe_help(rule: Rule) -> Sentence | None:
    """What Companion does about a rule, with its commands, which only a terminal shows."""
    return join_sentences(each for each in (rule.does, rule.command) if each is not None)


def describe_rule(rule: Rule, values: Mapping[str, str] | None = None) -> Iterator[Sentence]:
    """Describe a rule, line by line, with its rulings; `values` are those of a table."""
    yield say("{game}: {title}", game=rule.game.capitalize(), title=rule.title)
    yield say("{text}", text=rule.text)
    if rule.example is not None:
        yield say("Example: {text}", text=rule.example)
    if (does := _describe_help(rule)) is not None:
        yield say("Companion: {text}", text=does)
    yield say("Source: {text}", text=rule.source)
    definitions = load_rulings(rule.game)
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
    fields = {part: getattr(rule, part) for part in _RULE_FIELDS}
    return {"rule": rule.name, **fields, "does": _describe_help(rule)}


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
