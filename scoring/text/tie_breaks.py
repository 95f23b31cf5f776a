"""The order of a ranking in the reader's language."""

from collections.abc import Sequence

from scoring.rulebook.labels import label, lower_first
from scoring.rulebook.rulebook import Rulebook, plain
from scoring.standing.ranking import TIE_BREAKS
from scoring.translation import catalogue


def name_of_tie_break(name: str, rulebook: Rulebook, language: str | None) -> str:
    """Return the name of a tie-break under this rulebook.

    >>> from scoring.rulebook.rulebook import load
    >>> [name_of_tie_break("points", load(edition), "en") for edition in ("mleague", "mcr")]
    ['Points at the table', 'Total score']
    """
    words = catalogue(language)
    # In games counted in places or roots instead of points at the table, points are called the score.
    if name == "points" and rulebook.result.kind != "points":
        return words.pgettext("tie-break", "Total score")
    if name == "stage_points" and rulebook.result.kind != "points":
        return words.gettext("Score of this stage alone")
    return words.pgettext("tie-break", TIE_BREAKS[name].title)


def say_tie_breaks(names: Sequence[str], rulebook: Rulebook, language: str | None) -> str:
    """Return the order of a ranking as one sentence without its full stop.

    >>> from scoring.rulebook.rulebook import load
    >>> say_tie_breaks(("total", "points", "lot"), load("mcr"), "en")
    'Ties: total score, then the lot (the rank is shared)'
    >>> say_tie_breaks(("total", "wins", "seconds", "lot"), load("mleague"), "ja")
    '合計が同じ場合：1着回数、2着回数、抽選（同順位）の順'
    """
    words = catalogue(language)
    is_by_total = names[0] == "total"
    titles = [name_of_tie_break(name, rulebook, language) for name in names[is_by_total:-1]]
    then = words.pgettext("between the tie-breaks of an order", ", then ")
    listed = then.join([*map(lower_first, titles), words.gettext("the lot (the rank is shared)")])
    sentence = (
        words.pgettext("tie-break", "Ties: %(order)s")
        if is_by_total
        else words.gettext("Ranked by %(order)s")
    )
    return sentence % {"order": listed}


def label_in(rulebook: Rulebook, path: str, language: str | None) -> str:
    """Return a field's value under this rulebook in words: as ``labels.label``, with the order of standings as a
    sentence.

    >>> from scoring.rulebook.rulebook import load
    >>> label_in(load("mcr"), "standing.tie_breaks", "en"), label_in(load("mcr"), "table.players", "en")
    ('Ties: total score, then the lot (the rank is shared)', '4')
    """
    value = rulebook.value(path)
    if path == "standing.tie_breaks" and isinstance(value, tuple):
        return say_tie_breaks(value, rulebook, language)
    return label(path, plain(value), language)
