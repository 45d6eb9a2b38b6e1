"""The commands that do what a refusal of Hogen asks for."""

from companion.sentences import Sentence, say

HOW = {
    "deduce": say("'companion hogen deduce' reads the log of a seat."),
    "who answers": say("Give --seat NAME, or --nobody."),
}
"""What to type, by the name of the remedy."""

AT_PROMPT: dict[str, Sentence] = {}  # the same at the prompt, where it is said otherwise there
