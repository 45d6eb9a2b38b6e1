"""The score pad of a game with the scores of an evening filled in."""

import re
from collections.abc import Sequence

from companion.data.vocabulary import game_words
from companion.paths import assets, templates
from companion.press.face.context import FaceShelf
from companion.press.face.kinds import KINDS
from companion.press.frame.frame import Frame, Page, Use
from companion.press.frame.outlines import Matrix
from companion.press.ink.pdf import render_pdf
from companion.sentences import Language

_MARKS = re.compile(r"[*{\[<&]")  # which faces would take for bold words, icons and the like
_PAGE, _PLACE = (210.0, 297.0), (10.0, 20.0)  # mm; the pad's upper left corner lies there


def render_score_pad(game: str, columns: Sequence[Sequence[str]], language: Language, day: str) -> bytes:
    """The pad as a PDF page with the day and a column a player, the name first: fields ``date``, ``row.column``."""
    words, faces = game_words(game, language.code), templates() / "faces"
    shelf = FaceShelf(words, faces / game, faces / "shared", kinds=KINDS, home=assets() / "games" / game)
    plain = [[_MARKS.sub(r"\\\g<0>", text) for text in column] for column in columns]
    cells = {f"{row}.{at}": text for at, column in enumerate(plain) for row, text in enumerate(column)}
    sheet = shelf.lay_out_face("score-pad", "score-pad", {**cells, "date": day})
    page = Page(Frame(f"{game}/score-pad", *_PAGE, (Use(sheet, Matrix.translate(*_PLACE)),)))
    return render_pdf([page], words["pad.title"], language.code)
