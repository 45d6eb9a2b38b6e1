"""Towers differ: each preset holds the few numbers that say how one of them keeps and drops cubes.

Three come with the game (``assets/games/shogun/towers.toml``); a person may add others in a file of the same
shape in the configuration folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from pathlib import Path

from companion.data.files import read_toml
from companion.data.vocabulary import guesses
from companion.errors import InputError, Place
from companion.paths import assets, own_file
from companion.sentences import listed

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
    """The numbers that say how a tower keeps and drops cubes.

    All are exact fractions, so that every computer draws the same line between in and out.
    """

    name: str
    p: Fraction  # probability that a cube thrown now comes out
    p_fill: Fraction  # the same while the tower is filled before the game
    b: Fraction  # ``B`` of the formula for lodged cubes, ``m / (m + B + a - 1)``
    a_fill: Fraction = Fraction(0)  # throws by which cubes of the filling are older than they are
    lodged: tuple[int, int] | None = None  # mean and spread of the cubes inside in mid-game, where known

    def __hash__(self) -> int:
        # Thresholds are looked up by tower for every cube; hashing five fractions would cost more.
        return hash(self.name)

    def words(self) -> dict[str, str]:
        """The parameters as text, exact, to be kept in a log or a file; ``from_words`` reads them."""
        values = {"p": self.p, "p_fill": self.p_fill, "B": self.b, "a_fill": self.a_fill}
        return {name: _written(value) for name, value in values.items()}

    @classmethod
    def from_words(
        cls, name: str, words: Mapping[str, object], at: Callable[..., Place] | None = None
    ) -> TowerPreset:
        """A preset from its parameters as text or numbers; ``at`` finds the place of the tower or of one."""
        values = {key: _parameter(key, value, at) for key, value in words.items() if key != "lodged"}
        for missing in sorted({"p", "B"} - values.keys()):
            raise InputError(
                "the tower '{name}' lacks the parameter {parameter}.",
                place=at and at(),
                name=name,
                parameter=missing,
            )
        return cls(
            name,
            values["p"],
            values.get("p_fill", values["p"]),
            values["B"],
            values.get("a_fill", Fraction(0)),
            _lodged(words.get("lodged")),
        )

    def changed(self, given: Iterable[tuple[str, str]]) -> TowerPreset:
        """The same tower with parameters set otherwise, such as ``("p", "0.7")`` or ``("B", "2.5")``."""
        words: dict[str, object] = dict(self.words())
        for name, value in given:
            name = {parameter.lower(): parameter for parameter in PARAMETERS}.get(name.strip().lower(), name)
            words[name] = value.strip()
        if words == self.words():
            return self
        changed = TowerPreset.from_words(self.name, words)
        return replace(changed, name=self.name if self.name.endswith("*") else f"{self.name}*")


def _written(value: Fraction) -> str:
    """A fraction as a decimal where it is one, else as ``2/3``."""
    for places in range(1, 13):
        scaled = value * 10**places
        if scaled.denominator == 1:
            whole, rest = divmod(scaled.numerator, 10**places)
            return f"{whole}.{rest:0{places}d}"
    return str(value)


def _parameter(name: str, value: object, at: Callable[..., Place] | None) -> Fraction:
    wrong = partial(InputError, place=at and at(name), name=name)
    if name not in PARAMETERS:
        close = guesses(name, PARAMETERS)
        if close:
            raise wrong("'{name}' is not a parameter of a tower; did you mean {names}?", names=listed(close))
        raise wrong("'{name}' is not a parameter of a tower; they are {names}.", names=listed(PARAMETERS))
    text = str(value).strip().replace(",", ".")
    least, most = PARAMETERS[name]
    fraction = None
    if _NUMBER.fullmatch(text) and not re.fullmatch(r"\d+/0+", text):
        fraction = Fraction(text)
    if isinstance(value, bool) or fraction is None or not least <= fraction <= most:
        raise wrong(
            "the parameter {name} of a tower cannot be '{value}'; it goes from {least} to {most}.",
            value=str(value),
            least=float(least),
            most=float(most),
        )
    return fraction


def _lodged(value: object) -> tuple[int, int] | None:
    match value:
        case [int(mean), int(spread)]:
            return mean, spread
        case _:
            return None


def read_presets(path: Path) -> dict[str, TowerPreset]:
    """The towers of a file, by name."""
    place = Place(file=str(path))
    presets, document = {}, read_toml(path, place, InputError)
    for name, words in document.items():
        if not isinstance(words, dict):
            raise InputError(
                "'{name}' stands outside a tower; towers begin with a line [name].",
                place=document.at(place, name),
                name=name,
            )
        presets[name] = TowerPreset.from_words(name, words, partial(document.at, place, name))
    return presets


@cache
def shipped_presets() -> dict[str, TowerPreset]:
    """The towers that come with the game; ``shogun`` is the default and stands first."""
    return read_presets(assets() / "games" / "shogun" / "towers.toml")


def own_presets_file() -> Path:
    """The file of a person's own towers."""
    return own_file("config", "towers.toml")


def preset_named(name: str, own: Path | None = None) -> TowerPreset:
    """A tower by name: one that comes with the game, or one's own from ``own_presets_file`` by default."""
    shipped = shipped_presets()
    if name in shipped:
        return shipped[name]
    file = own or own_presets_file()
    mine = read_presets(file) if own or file.exists() else {}
    if name not in mine:
        raise InputError(
            "'{name}' is not a tower here; the towers are {names}.",
            name=name,
            names=listed([*shipped, *mine]),
        )
    return mine[name]
