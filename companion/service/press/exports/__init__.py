"""Exports: decks for services and screens."""

EXPORTS = {
    "svg": "wanted:export_pictures",
    "png": "wanted:export_pictures",
    "gamecrafter": "services:export_for_service",
    "makeplayingcards": "services:export_for_service",
    "drivethrucards": "services:export_drivethrucards",
    "tts": "screen:export_tabletop",
    "screentop": "screen:export_screentop",
    "playingcards": "screen:export_playingcards",
    "contact": "screen:export_contact_sheet",
    **dict.fromkeys(("hand", "showcase", "sheet"), "wanted:export_spread"),
}
"""By name, the module beside this one and its function that makes the files; imported when asked for."""
