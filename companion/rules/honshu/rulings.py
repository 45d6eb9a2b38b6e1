"""Open questions of Honshu: what no booklet settles, each with our default and what other tables play."""

from companion.rules.rulings import Ruling, Rulings
from companion.sentences import say

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "forest-lines",
        say("Card 2: how often does a line of more than three forests count?"),
        (
            ("disjoint", say("once for every full three; a forest serves one line of its row only")),
            ("windows", say("every three in a row count, even when they share forests")),
        ),
        say("Honshu booklet, end-of-game scoring card 2"),
    ),
    Ruling(
        "fallow-blocks",
        say("Card 3: may two blocks of fallow share squares?"),
        (
            ("disjoint", say("no; as many separate blocks as fit")),
            ("windows", say("yes; every 2 by 2 block counts")),
        ),
        say("Honshu booklet, end-of-game scoring card 3"),
    ),
    Ruling(
        "lake-card",
        say("Card 4: is it scored instead of the lakes or on top?"),
        (
            ("instead", say("instead of the normal score of the lakes")),
            ("added", say("on top of the normal score of the lakes")),
        ),
        say("Honshu booklet, end-of-game scoring card 4; one edition says 'instead' in both its languages"),
    ),
    Ruling(
        "town-card-scope",
        say("Card 5: in which town districts?"),
        (("any", say("in every district")), ("biggest", say("only in the biggest district"))),
        say("Honshu booklet, end-of-game scoring card 5"),
    ),
    Ruling(
        "town-card-value",
        say("Card 5: are the 3 points on top of the square's own point?"),
        (
            ("added", say("3 on top of what the square scores anyway")),
            ("instead", say("3 instead of the square's 1")),
        ),
        say("Honshu booklet, end-of-game scoring card 5"),
    ),
    Ruling(
        "empty-production",
        say("Card 6: is a square empty when its cube has been delivered?"),
        (
            ("after", say("yes; counted after the cubes are delivered")),
            ("before", say("no; counted before any cube is delivered")),
        ),
        say("Honshu booklet, end-of-game scoring card 6"),
    ),
    Ruling(
        "cube-pool",
        say("What if a colour has more production squares than cubes?"),
        (
            ("ten", say("there are ten cubes a colour; squares left short stay empty")),
            ("unlimited", say("anything serves as a cube")),
        ),
        say("Honshu booklet, components and placing a card"),
    ),
    Ruling(
        "covering",
        say("May a card hide an older card wholly?"),
        (("free", say("yes")), ("strict", say("no; every card keeps a square in sight"))),
        say("Honshu booklet, placing a card"),
    ),
)
"""Every open question of Honshu, the default first."""

DEFAULT_RULINGS = Rulings(RULINGS)  # the rulings of a table that has settled nothing otherwise
