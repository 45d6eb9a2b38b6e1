"""What the cards say: the words that found no room on cards in larger type, by component and card."""

from collections.abc import Iterable
from textwrap import wrap

from companion.data.papers import Paper
from companion.press.face.context import FaceContext, FaceShelf
from companion.press.face.lettering import Lettering
from companion.press.face.marked_text import LARGER, SIGN, set_text
from companion.press.face.pieces import Piece
from companion.press.face.schema import Face
from companion.press.face.typesetting import TextBox, text_extents
from companion.press.frame.colour import INDIGO
from companion.press.frame.frame import Page
from companion.press.impose.edition import Edition
from companion.press.sheets.column import TALL, Column
from companion.press.sheets.labels import component_name, speech
from companion.press.sheets.rules_aid import GUTTER, Block, columned, heading, room
from companion.sentences import listed, say

SIZE = LARGER * 12.0  # of words, points
LEAST_COLUMN = 80.0  # the least width of one of several columns, mm
PART = 300  # letters that stay together; what follows may stand in the next column


def words_aid(edition: Edition, pieces: Iterable[Piece], paper: Paper) -> list[Page]:
    """The pages; words stand under the first component that has them, names that stay there have no sign."""
    deck, words, language = edition.deck, edition.deck.words(edition.language), speech(edition.language)
    lettering = Lettering(deck.file.parent, deck.fonts, deck.icons, deck.icon_folder)
    face = Face("words-aid", deck.file, (0.0, 0.0), 0.0, 0.0, ())
    context = FaceContext(FaceShelf(words, lettering=lettering), face, deck.name, {})
    abreast = max(1, int((room(paper, 1) + GUTTER) // (LEAST_COLUMN + GUTTER)))
    across, blocks = room(paper, abreast), list[Block]()
    box = TextBox("words-aid", 0, 0, across, TALL, SIZE, SIZE, valign="top", leading=1.3)
    homes, found = dict[str, str](), dict[str, dict[str, tuple[dict[str, None], dict[str, None]]]]()
    for piece in {piece.key: piece for piece in pieces}.values():
        title = piece.card
        for side in filter(None, (piece.front, piece.back)):
            texts = [text for text, _ in text_extents(side)]
            lines = [text for text in texts if text.box == "title"]
            stands = max((each.stands for each in lines), default="")
            title = stands or " ".join(each.text for each in lines) or title
            for text in texts:
                if text.stands and homes.setdefault(text.stands, piece.component) == piece.component:
                    sign = text.text if text.text.startswith(SIGN) else ""
                    said, cards = found.setdefault(piece.component, {}).setdefault(sign, ({}, {}))
                    said[text.stands if sign else text.stands.replace("\n", " ")] = None
                    cards[title] = None
    for component, entries in found.items():
        blocks.append(heading(component_name(component, words), across, SIZE / 1.25))
        for sign, (said, cards) in entries.items():
            if sign:
                blocks.append((Column("words-aid", across), True))
                blocks[-1][0].words(f"{sign} {listed(cards).said(language)}", SIZE / 1.25, "bold", INDIGO)
            for part in wrap(" · ".join(said), PART, replace_whitespace=False):
                block = Column("words-aid", across, items=[*set_text(context, part, box)])
                block.y = max((reach[3] for _, reach in text_extents(block.frame())), default=SIZE / 2)
                blocks.append((block, False))
    label = say("{title}, what the cards say", title=words.get("title", deck.name)).said(language)
    return columned(blocks, paper, label, abreast, edition.ink == "low") if blocks else []
