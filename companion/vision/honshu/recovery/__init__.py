"""From seals that a detector reads here and there to every card of a map, and what lies on top."""
