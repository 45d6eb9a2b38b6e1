"""What stands on the board of pages beside its land: signs of provinces that keep clear of each other."""

import re
from itertools import combinations

from companion.data.shogun.towers import load_presets
from companion.play.shogun.start import SetUp
from companion.service.playing import play
from companion.service.shogun.session import begin_table

LABEL = re.compile(r'<g transform="translate\((\d+) (\d+)\)"[^>]*><g><text>([^<]+)</text>')
ROW, SITE = (-29, -8, 29, 11), 13
"""Chests, armies and rice of a province, from its label's middle; how wide each site below them is."""


def test_signs_of_neighbouring_provinces_do_not_overlap(browser, shelf) -> None:
    here = begin_table(shelf, "spring", ("blue", "yellow", "red"), load_presets()["shogun"], seed="kabuto")
    assert play(here, SetUp("fixed", letters="ABC")).yes
    page = browser("watcher").get("/t/spring/board").text
    found = {name: (int(x), int(y)) for x, y, name in LABEL.findall(page)}
    assert len(found) == 45
    boxes = {
        name: [tuple(map(sum, zip(box, (x, y, x, y), strict=True))) for box in (ROW, (-SITE, 13, SITE, 25))]
        for name, (x, y) in found.items()
    }
    near = [
        (one, other)
        for one, other in combinations(boxes, 2)
        for a in boxes[one]
        for b in boxes[other]
        if min(a[2], b[2]) - max(a[0], b[0]) > -2 and min(a[3], b[3]) - max(a[1], b[1]) > -2
    ]
    assert near == []
