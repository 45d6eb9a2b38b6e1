"""Maps of Honshu for laws: any map, any set of rulings, any map that cards make."""

from collections.abc import Sequence

from hypothesis import strategies as st

from companion.data.honshu.cards import scoring_cards
from companion.data.honshu.map import NO_CARD, SQUARES, HonshuMap
from companion.data.honshu.placements import BOTTOM, TURNS, Placement, cards_by_name
from companion.rules.honshu.board import RULINGS
from companion.rules.honshu.laying import Pile, lay_card
from companion.rules.rulings import Rulings

SYMBOLS = sorted(SQUARES)
# Towns, lakes and fallow are told twice more, so that districts and blocks grow.
COMMON = [*SYMBOLS, NO_CARD, *"FTL-FTL-"]
NAMES = sorted(cards_by_name())
STARTS = [name for name in NAMES if not name.isdigit()]
MAP_CARDS = [name for name in NAMES if name.isdigit()]

any_card = st.one_of(st.none(), st.sampled_from(scoring_cards()))
rulings = st.builds(
    lambda values: Rulings(RULINGS, dict(zip((ruling.name for ruling in RULINGS), values, strict=True))),
    st.tuples(*(st.sampled_from(ruling.values) for ruling in RULINGS)),
)


@st.composite
def maps(draw: st.DrawFn, most: int = 7, squares: Sequence[str] = COMMON) -> HonshuMap:
    """A map of up to ``most`` rows and columns of such squares, with one at least."""
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    symbols = draw(st.lists(st.sampled_from(squares), min_size=rows * columns, max_size=rows * columns))
    if set(symbols) == {NO_CARD}:
        symbols[0] = "T"
    return HonshuMap(tuple(tuple(symbols[row * columns : (row + 1) * columns]) for row in range(rows)))


@st.composite
def legal_placements(draw: st.DrawFn, least: int = 1, most: int = 8) -> tuple[Placement, ...]:
    """Legal placements: a start province, and cards over and under it."""
    cards = cards_by_name()
    placements = [Placement(cards[draw(st.sampled_from(STARTS))], 0, 0, draw(st.sampled_from(TURNS)))]
    pile = lay_card(Pile(), placements[0]).pile
    for name in draw(st.lists(st.sampled_from(MAP_CARDS), min_size=least - 1, max_size=most - 1, unique=True)):
        for _ in range(12):
            placement = draw(nearby_placements(pile, name))
            step = lay_card(pile, placement)
            if step.legal:
                placements.append(placement)
                pile = step.pile
                break
    return tuple(placements)


@st.composite
def nearby_placements(draw: st.DrawFn, pile: Pile, name: str) -> Placement:
    """A card on or near a map, allowed or not."""
    places = sorted(place for laid_card in pile.cards for place in laid_card.squares)
    row, column = draw(st.sampled_from(places))
    on_map = [laid_card.card.name for laid_card in pile.cards]
    return Placement(
        cards_by_name()[name],
        row - draw(st.integers(0, 2)),
        column - draw(st.integers(0, 2)),
        draw(st.sampled_from(TURNS)),
        draw(st.sampled_from([None, None, None, BOTTOM, *on_map])),
    )
