"""Commands that are only imported when called, with help in the player's language.

Click's own messages - usage, missing options, wrong values - are in that language too. Click translates them
with gettext, but imports its functions into each module by name, and gettext itself only reads compiled
catalogues chosen by the environment. So the names in click's modules are bound to our catalogue at once;
``tests/cli/test_main.py`` fails if a new click has them in other modules.
"""

import importlib
import importlib.util
import re
import shutil
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click
from click import core, decorators, exceptions, formatting, parser, types

from companion.cli import voice
from companion.cli.voice import LEAST_COLUMNS, build_twice_error, get_language, to_text, translate
from companion.data.catalogue import LANGUAGES
from companion.data.files import read_toml
from companion.paths import templates
from companion.play.games import GAMES
from companion.sentences import join_with_commas, say

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_WIDE = 60  # columns that click's own layout of options needs
MODULES = (core, decorators, exceptions, formatting, parser, types)
for module in MODULES:
    if hasattr(module, "_"):
        setattr(module, "_", translate)  # noqa: B010 - mypy does not know the name
    if hasattr(module, "ngettext"):
        setattr(module, "ngettext", lambda *words: get_language().plural(*words))  # noqa: B010

_METAVARS = {kind: kind.make_metavar for kind in (core.Parameter, core.Argument)}
"""Click's own functions that write the placeholder of a value."""

_PLACEHOLDER = r"[A-Z]+"


def translate_placeholders(usage: str) -> str:
    """Translate the placeholders of a usage line, such as ``[COLOUR=NUMBER]...``."""
    return re.sub(_PLACEHOLDER, lambda word: translate(word[0]), usage)


def translate_click() -> None:
    """Replace click's functions for messages by ones that use our catalogue."""
    # Or messages would say: 'x' is not a valid "integer range".
    types.IntRange.name = types.IntParamType.name = translate("whole number")
    types.FloatRange.name = types.FloatParamType.name = translate("number")
    types._NumberRangeBase._describe_range = _describe_bounds  # type: ignore[assignment,method-assign]
    for kind, metavar in _METAVARS.items():
        kind.make_metavar = lambda self, ctx, metavar=metavar: translate_placeholders(metavar(self, ctx))  # type: ignore


def _describe_bounds(numbers: "types._NumberRangeBase[Any, Any]") -> str:
    """The bounds of an option's numbers, in words; empty if it has none."""
    least, most = numbers.min, numbers.max
    if least is None or most is None:
        return "" if least is None else to_text(say("{least} or more", least=least))
    return to_text(say("from {least} to {most}", least=least, most=most))


_QUOTED = r"(?<!\w)'([^']*)'(?!\w)"
"""A text in click's straight quotes, which are replaced by those of the language."""


def describe_click_error(error: click.ClickException) -> str:
    """Describe an error in the command line, found by click: what was probably meant, or where help is."""
    ctx: Any = getattr(error, "ctx", None)
    param = getattr(error, "param", None)
    hint = "" if param is None else param.get_error_hint(ctx).replace("'", "")
    choices, near = getattr(getattr(param, "type", None), "choices", ()), getattr(error, "possibilities", None)
    value = re.match(_QUOTED, error.message)
    from difflib import get_close_matches  # slow to import

    if isinstance(error, exceptions.NoSuchCommand):
        sentence = say("There is no command '{name}'", name=error.command_name)
        near = get_close_matches(error.command_name, ctx.command.list_commands(ctx))
    elif isinstance(error, exceptions.NoSuchOption):
        sentence = say("There is no option '{name}'", name=error.option_name)
        near = [name for name in near or () if name != "--help"]  # which is named then
    elif isinstance(error, exceptions.MissingParameter):
        sentence = say("'{name}' is missing", name=hint)
    elif choices and value:
        sentence = say("{option} cannot be '{value}'", option=hint, value=value[1])
        near = get_close_matches(value[1], choices)
    else:
        message = " ".join(error.format_message().split())
        return re.sub(_QUOTED, lambda match: to_text(say("'{name}'", name=match[1])), message)
    if near:
        return to_text(say("{message}; did you mean '{name}'?", message=sentence, name=near[0]))
    if choices:
        sentence = say("{message}; choose {choices}", message=sentence, choices=join_with_commas(choices))
    return to_text(say("{message}. Try: {command} --help", message=sentence, command=ctx.command_path))


class HelpPage(click.HelpFormatter):
    """Writes a help page; in a narrow terminal, long names of options are split into lines."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        columns = min(shutil.get_terminal_size().columns, max_width or 80) - 2
        super().__init__(indent_increment, width or max(LEAST_COLUMNS, columns), max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        if self.width < _WIDE:
            rows = [("\n".join(self._split_name(name)), meaning) for name, meaning in rows]
            col_max = self.width // 3
        super().write_dl([*rows], col_max, col_spacing)

    def _split_name(self, name: str) -> Iterator[str]:
        """Split an option such as ``--sides [fold|fronts]`` into lines that fit, between its values."""
        line = ""
        for word in name.replace("|", "|\n").split("\n"):
            if line and self.current_indent + len(line + word) > self.width:
                yield line
                line = " " * (self.current_indent + 4)
            line += word
        yield line


class HelpContext(click.Context):
    formatter_class = HelpPage


SHARED = "shared"  # used like a game's name, for texts that do not belong to one game


@cache
def load_command_words(whose: str, part: str) -> Mapping[str, Any]:
    """Load a file of texts about the commands of a game, or ``SHARED``: ``helps``, ``options`` etc."""
    return read_toml(templates() / "commands" / whose / f"{part}.toml")


_TYPED = (
    "blue yellow red green neutral nothing y3 plum friday saturday office map.txt laid.txt board.txt my-log.txt"
    " my-deck black again map.svg castle temple theatre map.jpg seen.png lake province evenings.csv"
)
"""Words in examples that are translated, such as players' names for files."""


def _translate_help(text: str) -> str:
    r"""Translate a help text by paragraphs; in examples (marked ``\b``), only the words of ``_TYPED``."""
    words, translated = _TYPED.split(), translate(_TYPED).split()
    translations = dict(zip(words, translated if len(translated) == len(words) else words, strict=True))
    names = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, translations))})(?![\w-])((?:  +)?)")
    return "\n\n".join(
        names.sub(lambda match: translations[match[1]].ljust(len(match[0]) if match[2] else 0), paragraph)
        if paragraph.lstrip().startswith("\b")
        else translate(" ".join(paragraph.split()))
        for paragraph in text.split("\n\n")
    )


class SpokenCommand(click.Command):
    """A command with help in the player's language, which refuses an option with one value if it is given twice."""

    context_class = HelpContext

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [voice.UI_LANGUAGE if ctx.parent is None else voice.UI_LANGUAGE_BELOW, *super().get_params(ctx)]

    def make_parser(self, ctx: click.Context) -> Any:
        """A parser that raises an error for an option with one value that is given twice."""
        parser = super().make_parser(ctx)
        parser._long_opt |= parser._short_opt  # or click would compare "-o" with similar names, and fail
        parse = parser.parse_args
        kinds = {form: each.obj.type for form, each in parser._long_opt.items() if each.obj.multiple}

        def read_once(args: list[str]) -> Any:
            for index, (each, after) in enumerate(pairwise([*args, ""])):
                choices = getattr(kinds.get(each), "choices", ())
                if "all" in choices and after not in choices:  # without a value, such a repeatable option means "all"
                    args[index] = f"{each}=all"
            *answer, order = parse(args)
            for option in order:
                single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
                if single and order.count(option) > 1:
                    raise build_twice_error(ctx, option)
            return *answer, order

        parser.parse_args = read_once  # type: ignore[method-assign]
        return parser

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [translate_placeholders(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first sentence, the rest of the help, and examples."""
        if self.help:
            whose, name = self._help_key
            parts = (cleandoc(self.help), load_command_words(whose, "helps").get(name, ""), self._format_examples())
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_translate_help("\n\n".join(filter(None, parts))))

    def _format_examples(self) -> str:
        """The examples as a paragraph for click; those of all games' files replace ``{examples}``."""
        whose, name = self._help_key
        text: str = load_command_words(whose, "examples").get(name, "")
        if "{examples}" in text:
            of_games = [load_command_words(game, "examples").get(SHARED, "").splitlines() for game in GAMES]
            lines = [line for each in of_games for line in each if line.split()[1] == self.name]
            text = text.replace("{examples}", "\n".join(lines))
        return f"\b\n{text}" if text else ""

    @property
    def _help_key(self) -> tuple[str, str]:
        """The key of the command's texts: a game or ``SHARED``, and its module and function below ``companion.cli``."""
        assert self.callback is not None
        module = self.callback.__module__.removeprefix("companion.cli.")
        first = module.partition(".")[0]
        return first if first in GAMES else SHARED, f"{module}:{self.callback.__name__}"

    def _add_option_help(self, ctx: click.Context) -> None:
        """Give options without help the text for this command, its game, or all commands."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option) and each.help is None]
        if options:  # or no file need be read
            whose, name = self._help_key
            own_helps, common = (load_command_words(whose, "options"), load_command_words(SHARED, "options")[SHARED])
            lines = ChainMap(own_helps.get(name, {}), own_helps.get(SHARED, {}), common)
            for option in options:
                option.help = lines.get(max(option.opts, key=len))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        self._add_option_help(ctx)
        return super().shell_complete(ctx, incomplete)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._add_option_help(ctx)
        rows = []
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None or isinstance(parameter, click.Argument):
                continue  # arguments are named in the usage line and explained in the description
            help_text = getattr(parameter, "help", None)
            text = record[1].replace(help_text, translate(help_text), 1) if help_text else record[1]
            rows.append((record[0], text.replace("{languages}", ", ".join(LANGUAGES))))
        with formatter.section(translate("Options")):  # there is always --help
            formatter.write_dl(rows)

    def get_short_help_str(self, limit: int = 45) -> str:
        if self.help and not self.short_help:
            return translate(" ".join(self.help.split()))
        return super().get_short_help_str(limit)


class LazyGroup(SpokenCommand, click.Group):
    """A group whose commands are only imported when called, not for the group's help."""

    @property
    def command_lists(self) -> list[dict[str, tuple[str, str]]]:
        """The commands and those under "More": by name, module and function below ``companion.cli``, and the line."""
        lists: list[dict[str, tuple[str, str]]] = [{}]
        for name, row in load_command_words(self._help_key[0], "commands")[str(self.name)].items():
            if name == "more":
                lists.append({})
            elif name == "games":
                lists[-1] |= {each: (f"{each}:{each}", "") for each in GAMES}
            else:
                lists[-1][name] = row
        return lists

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for commands in self.command_lists for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for commands in self.command_lists:
            if cmd_name in commands:
                module, attribute = commands[cmd_name][0].split(":")
                command: click.Command = getattr(importlib.import_module(f"companion.cli.{module}"), attribute)
                return command
        return None

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the line of each command, without importing any."""
        for title, commands in zip((translate("Commands"), translate("More")), self.command_lists, strict=False):
            with formatter.section(title):
                lines = [line or load_command_words(name, "commands")["line"] for name, (_, line) in commands.items()]
                formatter.write_dl([*zip(commands, map(translate, lines), strict=True)])
