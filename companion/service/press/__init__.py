"""Use cases of decks: checks, printing, exports, printers; not layout or files, which are in `press` at the top."""

EXPORTS = {
    **dict.fromkeys(("svg", "png"), "export_pictures"),
    **dict.fromkeys(("gamecrafter", "makeplayingcards"), "export_for_service"),
    "drivethrucards": "export_drivethrucards",
    "tts": "export_tabletop",
    "screentop": "export_screentop",
    "playingcards": "export_playingcards",
    "contact": "export_contact_sheet",
    **dict.fromkeys(("hand", "showcase", "sheet"), "export_spread"),
}
"""The functions of the module ``export``, by the names of exports."""
