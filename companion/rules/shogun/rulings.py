"""The questions Shogun's booklet leaves open, each with its answers, the default first; and what is told."""

from companion.rules.rulings import Ruling, Rulings
from companion.sentences import say

RULINGS = (
    Ruling(
        "tie",
        say("Where do the cubes of the tied sides go?"),
        (
            ("supply", say("To the supplies.")),
            ("tower", say("Into the tower, as if they had just lodged, without a throw.")),
        ),
        say("Shogun booklet, Result and consequences: 'tower' in the text, supplies in its remarks"),
    ),
    Ruling(
        "green-help",
        say("Up to how many revolt markers do green armies help the defender?"),
        (
            ("0", say("Only in a province without a revolt marker.")),
            ("1", say("In a province with one revolt marker too.")),
        ),
        say("Shogun booklet, Player against player"),
    ),
    Ruling(
        "revolt-defence",
        say("Do the special card +1 defence and the castle event help in a revolt?"),
        (
            ("no", say("No, only against attacks.")),
            ("yes", say("Yes, in revolts of the first three rounds.")),
        ),
        say("Shogun booklet, Special cards and Events: attacks are named, revolts are not"),
    ),
    Ruling(
        "six-armies",
        say("How many armies does the special card '6 armies' give under reduced recruiting?"),
        (("6", say("Six.")), ("4", say("Four: one more than the event's three."))),
        say("Shogun booklet, Special cards: the event applies first"),
    ),
    Ruling(
        "short-action",
        say("What happens to an action that falls short of chests, armies or tiles?"),
        (("lost", say("It is lost.")), ("partial", say("What there is, is placed."))),
        say("Shogun booklet, Actions: 'wholly or in part'"),
    ),
    Ruling(
        "defender-throws-all",
        say("Does the defender throw all armies of the province?"),
        (("yes", say("Yes, all.")), ("chooses", say("The defender chooses how many."))),
        say("Shogun booklet, Which armies take part"),
    ),
    Ruling(
        "province-bids",
        say("Does a province card as a bid come before all chests?"),
        (("zero", say("Only before chest card 0.")), ("all", say("Yes, before chest cards 1 to 4 too."))),
        say("Shogun booklet, Determining turn order: before all in the text, before 0 in its remark"),
    ),
    Ruling(
        "put-down",
        say("What is left of the owner's armies when a revolt is put down?"),
        (
            ("less", say("As many as exceed the green ones; the others go to the supply, as in a battle.")),
            ("all", say("All that came out; only green armies go to the supply.")),
        ),
        say("Shogun booklet, Farmers in revolt against a player: 'armies left in the tray'"),
    ),
    Ruling(
        "event-twelve",
        say("How much rice does event 12 take in winter?"),
        (("1", say("1, as our card has it.")), ("0", say("None."))),
        say("Shogun booklet, annex: the text of event 12 breaks off before its rice"),
    ),
    Ruling(
        "green-short",
        say("What if the twenty green armies run out?"),
        (
            ("left", say("What is left is thrown.")),
            ("unlimited", say("Others are found: green armies never run out.")),
        ),
        say("Shogun booklet, Components: 20 green cubes; running out is not named"),
    ),
)
"""Every ruling of Shogun."""

DEFAULTS = Rulings(RULINGS)  # the rulings of a table that has settled nothing otherwise
OPEN = "open"
COUNTS = "counts"
HIDDEN = "hidden"
INSIDE = (OPEN, COUNTS, HIDDEN)
"""Knowledge that players have of the inside of the tower: numbers and ages, numbers alone, or nothing."""
