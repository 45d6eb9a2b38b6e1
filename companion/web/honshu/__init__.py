"""Pages of Honshu: maps, scores, tricks, photos; not their rules and events (`rules.honshu`, `play.honshu`)."""

from companion.web.honshu import photos, replay, score, squares

due = score.due
chapter_of, faces_of, make_drawer = replay.chapter_of, replay.faces_of, replay.make_drawer

PAGES = (*score.PAGES, *squares.PAGES, *photos.PAGES)
