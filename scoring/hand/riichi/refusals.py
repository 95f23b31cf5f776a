from scoring.errors import ScoringError
from scoring.translation import Sentence


class YakuRefused(ScoringError):
    """Yaku that no hand has, or a value that differs from that of the yaku or tiles. ``sentence`` explains it."""

    def __init__(self, code: str, sentence: Sentence, field: str = "yaku") -> None:
        self.sentence = sentence
        super().__init__(code, self.said("en"), fields=[field])

    def said(self, language: str | None) -> str:
        """Return the sentence; it may begin with the name of a yaku."""
        text = self.sentence.in_language(language)
        return text[:1].upper() + text[1:]

    def __reduce__(self) -> tuple[object, ...]:
        return YakuRefused, (self.code, self.sentence, self.field)
