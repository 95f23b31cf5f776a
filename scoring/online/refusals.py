"""Refusals of logs in the reader's language, with the hand concerned."""

from scoring.errors import RuleError, ScoringError
from scoring.translation import Sentence
from scoring.translation import gettext_noop as _

LONGEST_PART = 40


class LogRefused(ScoringError):
    """A log that cannot be read, or that follows other rules.

    ``sentence`` explains it; ``because`` is what the rules refuse about one of its hands.
    """

    def __init__(self, code: str, sentence: Sentence, because: RuleError | None = None) -> None:
        message = sentence.in_language("en")
        super().__init__(code, f"{message} {because.message}" if because else message, fields=["log"])
        self.sentence, self.because = sentence, because

    def __reduce__(self) -> tuple[object, ...]:
        return LogRefused, (self.code, self.sentence, self.because)


def legible(text: str, most: int) -> str:
    """Return text of a log in displayable form, at most `most` characters: without control characters, bidi
    overrides, and lone surrogates.
    """
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:most]


def unreadable(part: str, hand: int | None = None) -> LogRefused:
    """Return the error for a malformed part of the log, perhaps in a hand (from 1)."""
    if hand is None:
        text = _(
            "This does not match the platform's log format: “%(part)s” is missing or wrong. Please export "
            "it again."
        )
        return LogRefused("unreadable_log", Sentence(text, {"part": legible(part, LONGEST_PART)}))
    text = _(
        "Hand %(hand)s of this log does not match the platform's format: “%(part)s” is missing or wrong. "
        "Please export it again."
    )
    return LogRefused("unreadable_log", Sentence(text, {"hand": hand, "part": legible(part, LONGEST_PART)}))


def unknown_yaku(name: str, hand: int) -> LogRefused:
    text = _(
        "Hand %(hand)s of this log counts “%(name)s”, an unknown yaku. Local yaku of friends' rooms are not "
        "supported."
    )
    return LogRefused("unknown_yaku", Sentence(text, {"hand": hand, "name": legible(name, LONGEST_PART)}))
