"""Faces looked at without their colours."""

from __future__ import annotations

from collections.abc import Iterable

from companion.press.frame.frame import Frame
from companion.press.preflight import Variant, Variants


def find_lookalikes(frames: Iterable[Frame]) -> list[tuple[Variant, Variant, str, str]]:
    """Pairs of variants of one role that look alike to some sight, with role and sight; each pair once."""
    variants = Variants()
    for frame in frames:
        variants.gather(frame)
    return list(variants.list_lookalikes())
