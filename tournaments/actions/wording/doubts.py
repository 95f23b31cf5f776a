"""Doubtful rules and figures, in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import get_language

from scoring.doubts.house_rules import Doubt
from web.text.figures import with_minus


def in_words(doubts: Sequence[Doubt]) -> list[str]:
    return [
        doubt.in_language(get_language(), {name: with_minus(figure) for name, figure in doubt.values.items()})
        for doubt in doubts
    ]
