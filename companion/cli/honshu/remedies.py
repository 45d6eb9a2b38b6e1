"""The commands that do what a refusal of Honshu asks for."""

from companion.sentences import Sentence, say

HOW = {
    "how many cards": say("Of a map that is not finished, --cards says how many cards it has."),
    "no seals": say("Of cards without seals, --corners and --size say where the map lies."),
    "mend map": say(
        "Photograph it again, or write the map with -o, mend the file, and score it with "
        "'companion honshu score'."
    ),
    "place cards": say("'companion honshu place' reads cards that were laid."),
    "score a map": say("'companion honshu score' scores a map."),
    "stack": say("If the lines tell how the cards lie, from bottom to top, add --stack."),
}
"""What to type, by the name of the remedy."""

AT_PROMPT: dict[str, Sentence] = {}  # the same at the prompt, where it is said otherwise there
