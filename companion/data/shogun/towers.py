"""Presets of towers: the few numbers that decide how a tower holds back and drops cubes.

Three come with the game (``assets/games/shogun/towers.toml``); users may add others in a file of the
same form in their configuration folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

from companion.data.files import read_toml
from companion.data.vocabulary import suggest_words
from companion.errors import InputError, Place
from companion.paths import assets, get_user_file
from companion.sentences import join_with_commas

PARAMETERS: dict[str, tuple[Fraction, Fraction]] = {
    "p": (Fraction(1, 20), Fraction(1)),
    "p_fill": (Fraction(1, 20), Fraction(1)),
    "B": (Fraction(0), Fraction(100)),
    "a_fill": (Fraction(0), Fraction(100)),
}
"""The parameters of a tower with their least and greatest value."""

_NUMBER = re.compile(r"\d{1,6}([.]\d{1,12})?|\d{1,6}/\d{1,6}")


@dataclass(frozen=True, slots=True)
class TowerPreset:
    """The numbers that decide how a tower holds back and drops cubes: exact fractions, the same on every computer."""

    name: str
    p: Fraction  # probability that a cube thrown now comes out
    p_fill: Fraction  # the same while the tower is filled before the game
    b: Fraction  # ``B`` of the formula for lodged cubes, ``m / (m + B + a - 1)``
    a_fill: Fraction = Fraction(0)  # throws added to the age of cubes from the filling
    lodged: tuple[int, int] | None = None  # mean and spread of the cubes inside in mid-game, where known

    def __hash__(self) -> int:
        # Thresholds are looked up by tower for every cube; hashing five fractions would cost more.
        return hash(self.name)

    def format_parameters(self) -> dict[str, str]:
        """The parameters as exact texts, for a log or a file; ``parse_parameters`` reads them."""
        values = {"p": self.p, "p_fill": self.p_fill, "B": self.b, "a_fill": self.a_fill}
        return {name: _format_fraction(value) for name, value in values.items()}

    @classmethod
    def parse_parameters(
        cls, name: str, words: Mapping[str, object], at: Callable[..., Place] | None = None
    ) -> TowerPreset:
        """A preset from its parameters as text or numbers; ``at`` gives the place of the tower or of one."""
        values = {key: _parse_parameter(key, value, at) for key, value in words.items() if key != "lodged"}
        for missing in sorted({"p", "B"} - values.keys()):
            raise InputError(
                "the tower '{name}' lacks the parameter {parameter}.", place=at and at(), name=name, parameter=missing
            )
        p, lodged = values["p"], _parse_lodged(words.get("lodged"))
        return cls(name, p, values.get("p_fill", p), values["B"], values.get("a_fill", Fraction(0)), lodged)

    def with_parameters(self, values: Iterable[tuple[str, str]]) -> TowerPreset:
        """The tower with some parameters changed, such as ``("p", "0.7")``; its name then ends in ``*``."""
        words: dict[str, object] = dict(self.format_parameters())
        for name, value in values:
            name = {parameter.lower(): parameter for parameter in PARAMETERS}.get(name.strip().lower(), name)
            words[name] = value.strip()
        if words == self.format_parameters():
            return self
        preset = TowerPreset.parse_parameters(self.name, words)
        return replace(preset, name=self.name if self.name.endswith("*") else f"{self.name}*")


def _format_fraction(value: Fraction) -> str:
    """A fraction as text: a decimal if that is exact, else such as ``2/3``."""
    integer, _, decimals = f"{Decimal(value.numerator) / value.denominator:.12f}".partition(".")
    text = f"{integer}.{decimals.rstrip('0') or '0'}"
    return text if Fraction(text) == value else str(value)


def _parse_parameter(name: str, value: object, at: Callable[..., Place] | None) -> Fraction:
    error = partial(InputError, place=at and at(name), name=name)
    if name not in PARAMETERS:
        close = suggest_words(name, PARAMETERS)
        if close:
            raise error("'{name}' is not a parameter of a tower; did you mean {names}?", names=join_with_commas(close))
        raise error("'{name}' is not a parameter of a tower; they are {names}.", names=join_with_commas(PARAMETERS))
    text = str(value).strip().replace(",", ".")
    least, most = PARAMETERS[name]
    fraction = Fraction(text) if _NUMBER.fullmatch(text) and not re.fullmatch(r"\d+/0+", text) else None
    if isinstance(value, bool) or fraction is None or not least <= fraction <= most:
        raise error(
            "the parameter {name} of a tower cannot be '{value}'; it goes from {least} to {most}.",
            value=str(value),
            least=float(least),
            most=float(most),
        )
    return fraction


def _parse_lodged(value: object) -> tuple[int, int] | None:
    match value:
        case [int(mean), int(spread)]:
            return mean, spread
        case _:
            return None


def read_presets(path: Path) -> dict[str, TowerPreset]:
    """Read the towers of a file, by name."""
    place = Place(file=str(path))
    presets, document = {}, read_toml(path, place, InputError)
    for name, words in document.items():
        if not isinstance(words, dict):
            raise InputError(
                "'{name}' is outside a tower; towers start with a line [name].",
                place=document.get_place(place, name),
                name=name,
            )
        presets[name] = TowerPreset.parse_parameters(name, words, partial(document.get_place, place, name))
    return presets


@cache
def load_presets() -> dict[str, TowerPreset]:
    """The towers that come with the game, by name; ``shogun`` is the default and comes first."""
    return read_presets(assets() / "games" / "shogun" / "towers.toml")


def presets_file() -> Path:
    """The file of the user's own towers."""
    return get_user_file("config", "towers.toml")


def get_preset(name: str, own_file: Path | None = None) -> TowerPreset:
    """A tower by name: one that comes with the game, or the user's own, from ``presets_file`` by default."""
    presets = load_presets()
    if name in presets:
        return presets[name]
    file = own_file or presets_file()
    own_presets = read_presets(file) if own_file or file.exists() else {}
    if name not in own_presets:
        names = join_with_commas([*presets, *own_presets])
        raise InputError("'{name}' is not a tower here; the towers are {names}.", name=name, names=names)
    return own_presets[name]
