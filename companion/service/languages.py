"""List the gaps in translations, compared with English; show or choose the language in use."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path

import companion
from companion import errors
from companion.answers import Answer
from companion.data.catalogue import LANGUAGES, Catalogue, detect_language, find_saved_language, language, save_language
from companion.data.files import read_text, read_toml
from companion.data.vocabulary import fold_word, read_words, split_spellings
from companion.errors import CompanionError, DeckError
from companion.paths import assets, templates
from companion.sentences import ENGLISH, Sentence, join_with_commas, say, say_count, split_forms
from companion.service.press.new_deck import parse_paragraphs

ERRORS = {name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, CompanionError)}
SPEAKERS = {"say", "say_count", "speak", "template", "translate", "build_error", "split_at_sign", "make_error", *ERRORS}
"""Functions and errors that are called with an English template."""

SAID = re.compile(r"\b(?:say|say_count|tongue)\((?:\w+, )?(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")
"""An English template in a page."""


def check_languages(codes: Sequence[str] = ()) -> Answer:
    """List the gaps of some or all languages, by file; the answer is negative if there are any."""
    codes = [code for code in codes or LANGUAGES if code != ENGLISH.code]
    gaps = [(code, file, text) for code in codes for file, text in sorted(set(list_gaps(code)))]
    lines: list[Sentence] = []
    for (code, file), group in groupby(gaps, key=itemgetter(0, 1)):
        lines.append(say("{lang}, {file}:", lang=code, file=file))
        lines += (say("  {text}", text=text or say("the whole file")) for _, _, text in group)
    if gaps:
        lines.append(say_count("[One text is|{count} texts are] missing.", len(gaps)))
    else:
        lines.append(say("Nothing is missing in {languages}.", languages=join_with_commas(codes)))
    data = [{"language": code, "file": file, "text": text or None} for code, file, text in gaps]
    return Answer({"missing": data}, tuple(lines), negative=bool(gaps))


def list_gaps(code: str) -> Iterator[tuple[str, str]]:
    """Yield the gaps of a language: a file and the text it lacks, or "" if the whole file is missing."""
    yield from _list_missing_sentences(code)
    files = (*assets().glob("games/*/words.en.toml"), *assets().glob("games/*/rules.en.toml"))
    for file in sorted((*files, *templates().glob("decks/*/words.en.toml"))):
        translated = file.with_name(file.name.replace(f".{ENGLISH.code}.", f".{code}."))
        if not translated.exists():
            yield _format_path(translated), ""
            continue
        try:
            words = read_words(translated)
        except DeckError as error:
            yield _format_path(translated), str(error)
            continue
        yield from ((_format_path(translated), key) for key in read_words(file) if not words.get(key))
        yield from ((_format_path(translated), text) for text in _list_ambiguous_names(read_words(file), words))
    for file in sorted(templates().glob("decks/**/*.toml")):
        for each in parse_paragraphs(read_text(file)):
            if len(each) > 1 and code not in each:
                yield _format_path(file), each[ENGLISH.code][0].strip("# \n")
    root = templates().parent
    for file in sorted((*root.glob("*.md"), *root.glob("docs/**/*.md"), *templates().glob("decks/**/*.csv"))):
        name, _, other = file.stem.rpartition(".")
        translated = file.with_name(f"{name}.{code}{file.suffix}")
        if other in LANGUAGES and not translated.exists():
            yield _format_path(translated), ""
        english, link = file.with_name(name + file.suffix), f"({file.name})"
        if other == code and english.suffix == ".md" and english.exists() and link not in read_text(english):
            yield _format_path(english), link


def _list_missing_sentences(code: str) -> Iterator[tuple[str, str]]:
    target = language(code)
    assert isinstance(target, Catalogue)
    yield from ((_format_path(file), reason) for file, reason in target.faults.items())
    home = Path(companion.__file__).parent
    catalogues = (each for each in map(language, LANGUAGES[1:]) if isinstance(each, Catalogue))
    files = {english: file for each in catalogues for english, file in each.files.items()}
    for page in sorted((templates() / "web").rglob("*.html")):
        files |= dict.fromkeys(list_page_templates(page), page)
    for module in sorted(home.rglob("*.py")):
        files |= dict.fromkeys(list_module_templates(module), module)
    lists = templates().glob("commands/*/[!e]*.toml")  # examples are in every language
    of_games = (assets().glob(f"games/*/{name}.toml") for name in ("rulings", "said"))
    for file in sorted(chain(lists, *of_games)):
        files |= dict.fromkeys(list_text_templates(read_toml(file)), file)
    yield from ((_format_path(file), english) for english, file in files.items() if english not in target)


def _format_path(file: Path) -> str:
    """The path of a file relative to the folder of Companion."""
    for root in (templates().parent, Path(companion.__file__).parents[1]):
        if file.is_relative_to(root):
            return file.relative_to(root).as_posix()
    return str(file)


def _list_ambiguous_names(english: dict[str, str], words: dict[str, str]) -> Iterator[str]:
    """Yield names to type that also mean something else of the same kind, in this language or in English."""
    meanings: dict[tuple[str, str], str] = {}
    for key, text in (*english.items(), *words.items()):
        head, category, value = (*key.split("."), "", "")[:3]
        if head == "typed" and value and category not in ("sort", "expected"):
            for name in split_spellings(text):
                if meanings.setdefault((category, fold_word(name)), value) != value:
                    yield f"{key}: {name}"


def list_page_templates(page: Path) -> set[str]:
    return {split_forms(ast.literal_eval(text))[0] for text in SAID.findall(read_text(page))}


def list_module_templates(module: Path) -> set[str]:
    """The English templates in a module: in calls that make sentences, in help texts and docstrings of commands."""
    texts = set()
    for node in ast.walk(ast.parse(read_text(module))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SPEAKERS:
                texts |= {split_forms(text)[0] for text in _list_strings(node.args)[:1]}
            texts |= set(_list_strings(word.value for word in node.keywords if word.arg == "help"))
        elif isinstance(node, ast.FunctionDef):
            decorators = " ".join(map(ast.unparse, node.decorator_list))
            texts |= (
                list_text_templates(ast.get_docstring(node) or "") if re.search("command|group", decorators) else set()
            )
    return texts - {""}


def list_text_templates(words: object) -> set[str]:
    """The English templates in a file's values, one for each paragraph, except names of modules and functions."""
    if isinstance(words, str):
        texts = {
            split_forms(" ".join(re.findall(r"[^ \n]+", each)))[0] for each in words.split("\n\n") if each[:1] != "\b"
        }
        return {each for each in texts - {""} if not re.fullmatch(r"[\w.]+:\w+", each)}
    inner = words.values() if isinstance(words, Mapping) else words
    return set().union(*map(list_text_templates, inner)) if isinstance(inner, Iterable) else set()


def _list_strings(nodes: Iterable[ast.AST]) -> list[str]:
    return [each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str)]


def describe_language(choice: str | None) -> Answer:
    """Describe the language in use, and whether it was chosen or is the system's; ``choice`` chooses it first."""
    if choice is not None:
        save_language(choice)
    saved_code = find_saved_language()
    code = saved_code or detect_language()
    fields = {"language": language(code).get_native_name(ENGLISH.template("English")), "code": code}
    line = say("The language is {language} ({code}), the system's.", **fields)
    if saved_code is not None:
        line = say("The language is {language} ({code}), your choice.", **fields)
    return Answer({"language": code, "chosen": saved_code is not None}, (line,))
