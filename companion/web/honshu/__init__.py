"""Pages of Honshu: maps, their score, tricks."""

from companion.web.honshu import now, photo_map, photos, replay, score, squares

due = now.due
chapter_of, faces_of = replay.chapter_of, replay.faces_of

PAGES = (*score.PAGES, *squares.PAGES, *photos.PAGES, *photo_map.PAGES, *replay.PAGES)  # every page of Honshu
