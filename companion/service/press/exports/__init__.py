"""The ways out: decks for services and screens."""

EXPORTS = {
    "svg": "pictures:to_pictures",
    "png": "pictures:to_pictures",
    "gamecrafter": "services:to_service",
    "makeplayingcards": "services:to_service",
    "drivethrucards": "services:to_drivethrucards",
    "tts": "screen:to_tabletop",
    "screentop": "screen:to_screentop",
    "playingcards": "screen:to_playingcards",
    "contact": "screen:to_contact",
    **dict.fromkeys(("hand", "showcase", "sheet"), "pictures:to_shown"),
}
"""By name, the module beside this one and its function that makes the files; imported when asked for."""
