"""Faces looked at without their colours, and the ink they take."""

from __future__ import annotations

from collections.abc import Iterable

from companion.press.frame.frame import Frame
from companion.press.ink.raster import build_cut_page, render_pictures
from companion.press.preflight import Variant, Variants


def find_lookalikes(frames: Iterable[Frame]) -> list[tuple[Variant, Variant, str, str]]:
    """Pairs of variants of one role that look alike to some sight, with role and sight; each pair once."""
    variants = Variants()
    for frame in frames:
        variants.gather(frame)
    return list(variants.list_lookalikes())


def measure_coverage(faces: Iterable[Frame]) -> float:
    """How much of the faces is inked, within their trims: 1 for each that is black."""
    histograms = [each.convert("L").histogram() for each in render_pictures(map(build_cut_page, faces))]
    return sum(1 - sum(shade * count for shade, count in enumerate(each)) / sum(each) / 255 for each in histograms)
