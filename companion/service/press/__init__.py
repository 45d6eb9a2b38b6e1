"""Decks on paper and screen: looking them over, printing them, exporting their faces, measuring printers."""

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
"""By name, the function of the module ``export`` that makes the files."""
