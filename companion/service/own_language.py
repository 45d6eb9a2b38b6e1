"""The language that a person keeps for messages and help: told, chosen, or that of the system again."""

from companion.answers import Answer
from companion.data.catalogue import keep_language, kept_language, language, preferred
from companion.sentences import ENGLISH, say


def tell_language(choice: str | None) -> Answer:
    """Tell which language is spoken, and whether it was chosen or is the system's; after a choice, if any."""
    if choice is not None:
        keep_language(choice)
    kept = kept_language()
    code = kept or preferred()
    told = {"language": language(code).own(ENGLISH.template("English")), "code": code}
    line = say("The language is {language} ({code}), as the system asks.", **told)
    if kept is not None:
        line = say("The language is {language} ({code}), as it was chosen.", **told)
    return Answer({"language": code, "chosen": kept is not None}, (line,))
