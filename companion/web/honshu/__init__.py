"""Pages of Honshu: maps, their score, tricks."""

from companion.web.honshu import cards, now, photo, photo_map, replay, score, squares, standing, tricks

due = now.due
chapter_of, faces_of = replay.chapter_of, replay.faces_of

PAGES = (
    *standing.PAGES,
    *squares.PAGES,
    *cards.PAGES,
    *score.PAGES,
    *tricks.PAGES,
    *photo.PAGES,
    *photo_map.PAGES,
    *replay.PAGES,
)
"""Every page of Honshu."""
