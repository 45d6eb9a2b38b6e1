"""Forms as a vandal sends them: read from the pages, with fields missing, doubled, swapped and strange."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.web.plain_browser import ReadPage

STRANGE = (
    *("", "-1", "0", "1", "2", "999999999", "9" * 30, "NaN", "1e9", "1_0", "+1", "0.5", "\u0663", "\u00b2", "\uff11"),
    *("\0", "\x1b[2J", "\u202e", "\uffff", "\r\nSet-Cookie: a=b", "<script>", "{player}", "%s", "null", "../", "~"),
    *("%2F", "\U0001f3b4", "x" * 60, "x" * 21_000, "\u00e9" * 500, "on", "blue", "red", "A", "C", "combat-a"),
    *("province", "Taira1", "Minamoto 2", "Fujiwara4"),
)
"""What nobody means to type, and what is meant elsewhere."""

Form = tuple[str, bool, list[tuple[str, str]]]
"""Where it goes, whether it is posted, and its names and values."""


def fill_in_forms(html: str, chance: Random) -> list[Form]:
    """Every form of a page, filled in by chance from what it offers."""
    read, found = ReadPage(html), list[Form]()
    for key, form in read.forms.items():
        filled = {name: values for name, values in form.fields.items() if values}
        for into, name, value in read.offered:
            if into == key and name not in ("token", "seen") and chance.random() < 0.3:
                filled[name] = [value]
        buttons = [at for _, leads, at in read.taps if leads == key and at.get("name")]
        for at in chance.sample(buttons, min(len(buttons), chance.randint(0, 2))):
            filled[at["name"]] = [at.get("value", "")]
        found.append((form.action, form.posts, [(name, each) for name, values in filled.items() for each in values]))
    return found


def mutate_form(fields: Sequence[tuple[str, str]], chance: Random) -> list[tuple[str, str]]:
    found = list(fields)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        at = chance.randrange(len(found) + 1)
        name = found[at][0] if at < len(found) else chance.choice(STRANGE)[:80]
        if name == "token" and chance.random() < 0.9:
            continue  # nothing else would be read
        match chance.randrange(5):
            case 0:
                found[at : at + 1] = []
            case 1:
                found += [found[at % len(found)]] * 20 if found else []
            case 2 if found:
                found[at : at + 1] = [(name, chance.choice(found)[1])]
            case _:
                found[at : at + chance.randrange(2)] = [(name, chance.choice(STRANGE))]
    return found
