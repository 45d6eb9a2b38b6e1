"""How elements look besides plain colours: paints, shadows, outlines, clips, turns, what is clear in part."""
