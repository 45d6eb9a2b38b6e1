"""Use cases of Honshu without an event: scores, photos, placing, tricks; not its events, which are in `play.honshu`."""
