"""``companion rules``; and the options ``--ruling`` and ``--list-rulings`` of the games' commands."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from companion.answers import Answer
from companion.cli.answers import answer_command, print_answer
from companion.cli.outputs import combine_options
from companion.cli.voice import F
from companion.errors import InputError
from companion.rules.rulings import Ruling, Rulings
from companion.service.rules import list_rulings, look_up_rules


class _ListRulingsOption(click.Option):
    """An option that lists all rulings as ``--ruling`` options set them, and exits, even if arguments are missing."""

    def __init__(self, *args: Any, definitions: tuple[Ruling, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rulings = definitions

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        if opts.get(str(self.name)) and not ctx.resilient_parsing:
            rulings = Rulings(self._rulings, _split_rulings(opts.get("rulings") or ()))
            print_answer(list_rulings(rulings), bool(opts.get("as_json")))
            ctx.exit()
        return super().handle_parse_result(ctx, opts, args)


def ruling_options(
    definitions: tuple[Ruling, ...], build: Callable[..., Mapping[str, str]] = Rulings
) -> Callable[[F], F]:
    """The options ``--ruling NAME=VALUE``, which can be repeated, and ``--list-rulings`` of a game's command."""
    parse: Any = lambda context, option, texts: build(definitions, _split_rulings(texts))  # noqa: E731
    listing: dict[str, Any] = {"cls": _ListRulingsOption, "definitions": definitions, "is_flag": True, "is_eager": True}
    return combine_options(
        click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE", callback=parse),
        click.option("--list-rulings", "listed", expose_value=False, **listing),
    )


def split_at_sign(text: str, message: str) -> tuple[str, str]:
    """Split ``NAME=VALUE`` at its sign; without one, raise an error with the template ``message``."""
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(message, text=text)
    return name, value


def _split_rulings(texts: Iterable[str]) -> dict[str, str]:
    options = dict[str, str]()
    for text in texts:
        name, value = split_at_sign(text, "'{text}' is not a ruling; write NAME=VALUE.")
        if name.strip() in options:
            raise InputError("The ruling {name} is given twice.", name=name.strip())
        options[name.strip()] = value.strip()
    return options


@answer_command("rules")
@click.argument("words", nargs=-1, metavar="[GAME] [WORDS]...")
def rules(words: tuple[str, ...]) -> Answer:
    """Ask about the rules in your own words; typing errors and words of other languages are understood too."""
    return look_up_rules(words)
