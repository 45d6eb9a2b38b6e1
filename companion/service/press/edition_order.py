"""An order to print one edition, as chosen in a form on the print page."""

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from companion.data.papers import parse_paper, profiles_file, read_own_papers
from companion.press.sheets.gang import Edition, parse_places
from companion.service.press.own_decks import get_version, list_titles, open_kept_deck
from companion.service.press.printing import PrintOrder, list_editions

FormFields: TypeAlias = Mapping[str, str | tuple[str, ...]]  # the fields of a form or an address

CHOICES = {
    "ink": ("full", "low"),
    "type": ("usual", "large"),
    "seals": ("printed", "none"),
    "cube": ("8", "10", "12"),  # sides of the cubes for the paper tower, mm
    "sleeves": ("none", "thin", "thick"),
    "edge": ("mirror", "stretch", "none"),  # bleed of pictures that end at the cut
}
"""Fields of a form with a few choices, the first of which is the default."""


class EditionOrder(NamedTuple):
    """One edition of one game or deck, as chosen in a form."""

    game: str  # or the name of a stored deck
    paper: str = "a4"
    sides: str = "duplex-long"
    language: str = "en"
    ink: str = "full"
    parts: tuple[str, ...] = ()  # names of components; empty for all
    cards: str = ""  # names of single cards, as typed; "" for all
    margin: float | None = None  # white along every edge, mm; `None` for the usual margin
    seals: str = "printed"
    cube: str = "8"
    sleeves: str = "none"
    reverse: str = ""  # not empty if backs in a file of their own come in reverse order
    printer: str = ""  # a measured printer, and its tray
    tray: str = ""
    force: str = ""  # not empty to print in spite of faults
    type: str = "usual"
    cut: tuple[tuple[str, str], ...] = ()  # how a PDF is cut, field by field; what is left out is found
    skip: str = ""  # places of the first sheet that are used already, as typed
    edge: str = "mirror"
    side: str = "both"  # of the board

    @property
    def fingerprint(self) -> str:
        """A short hash of the choices, of the measured printers, if one is used, and of what an own deck is now."""
        profiles = profiles_file().read_bytes() if self.printer and profiles_file().exists() else b""
        return sha256(f"{self}{get_version(self.game)}".encode() + profiles).hexdigest()[:16]

    @property
    def form_fields(self) -> FormFields:
        """The choice as the fields of a form, without empty values."""
        values = self._asdict()
        values |= {"part": values.pop("parts"), **dict(values.pop("cut"))}
        given = {name: value for name, value in values.items() if value not in ((), "", None)}
        return {name: value if isinstance(value, tuple) else str(value) for name, value in given.items()}

    @property
    def title(self) -> str:
        return list_titles().get(self.game) or self.game.capitalize()

    @property
    def order(self) -> PrintOrder:
        deck = open_kept_deck(self.game, cut=self.cut, edge=self.edge)
        return PrintOrder(
            (deck,),
            (parse_paper(self.paper, read_own_papers(deck.file.parent)),),
            languages=(self.language,),
            reader=self.language,
            sides=(self.sides,),
            inks=(self.ink,),
            printer=self.printer or None,
            tray=self.tray or ("-" if self.printer else None),
            cards=(self.cards,) if self.cards else (),
            only=self.parts,
            margin=self.margin,
            type=self.type,
            seals=self.seals,
            cube=float(self.cube),
            sleeves=self.sleeves,
            reverse_backs=bool(self.reverse) and self.sides == "separate",
            force=bool(self.force),
            skip=parse_places(self.skip),
            side=self.side if self.side in deck.sides else "both",
        )

    @property
    def edition(self) -> Edition:
        return next(list_editions(self.order))
