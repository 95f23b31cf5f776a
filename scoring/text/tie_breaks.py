"""In what order a ranking was made, in English and Japanese."""

from collections.abc import Sequence

from scoring.rulebook.labels import LANGUAGES, label
from scoring.rulebook.rulebook import Rulebook, plain
from scoring.standing.ranking import TIE_BREAKS

# Where a game is not counted in points at the table but in places or roots, its points are the score.
_SCORE = ("Total score", "得点の合計")


def name_of_tie_break(name: str, rulebook: Rulebook, language: str) -> str:
    """What a tie-break is called under this rulebook.

    >>> from scoring.rulebook.rulebook import load
    >>> [name_of_tie_break("points", load(edition), "en") for edition in ("mleague", "mcr")]
    ['Points at the table', 'Total score']
    """
    index = LANGUAGES.index(language)
    if name == "points" and rulebook.result.kind != "points":
        return _SCORE[index]
    return (TIE_BREAKS[name].en, TIE_BREAKS[name].ja)[index]


def say_tie_breaks(names: Sequence[str], rulebook: Rulebook, language: str) -> str:
    """The order of a ranking in one sentence, without its full stop.

    >>> from scoring.rulebook.rulebook import load
    >>> say_tie_breaks(("total", "points", "lot"), load("mcr"), "en")
    'Equal totals: total score, then the lot (the rank is shared)'
    >>> say_tie_breaks(("total", "wins", "seconds", "lot"), load("mleague"), "ja")
    '合計が同じ場合：1着回数、2着回数、抽選（同順位）の順'
    """
    said = [name_of_tie_break(name, rulebook, language) for name in names[:-1]]
    is_by_total = names[0] == "total"
    if language == "ja":
        listed = "、".join([*(said[1:] if is_by_total else said), f"{TIE_BREAKS['lot'].ja}（同順位）"])
        return f"合計が同じ場合：{listed}の順" if is_by_total else f"順位：{listed}の順"
    lowered = [one[0].lower() + one[1:] for one in (said[1:] if is_by_total else said)]
    listed = ", then ".join([*lowered, "the lot (the rank is shared)"])
    return f"Equal totals: {listed}" if is_by_total else f"Ranked by {listed}"


def label_in(rulebook: Rulebook, path: str, language: str) -> str:
    """A field's value under this rulebook in words: as ``labels.label``, and the order of standings as a sentence.

    >>> from scoring.rulebook.rulebook import load
    >>> label_in(load("mcr"), "standing.tie_breaks", "en"), label_in(load("mcr"), "table.players", "en")
    ('Equal totals: total score, then the lot (the rank is shared)', '4')
    """
    value = rulebook.value(path)
    if path == "standing.tie_breaks" and isinstance(value, tuple):
        return say_tie_breaks(value, rulebook, language)
    return label(path, plain(value), language)
