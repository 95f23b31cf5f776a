"""Many names in one sentence."""

from collections.abc import Iterable

from django.utils.translation import pgettext

# So many are read in a sentence.
MOST_NAMED = 6


def in_short(names: Iterable[object]) -> str:
    """The names, one after the other; of more than seven the first six, and how many more there are.

    >>> in_short(range(1, 8)), in_short(range(1, 37))
    ('1, 2, 3, 4, 5, 6, 7', '1, 2, 3, 4, 5, 6 and 30 more')
    """
    every = [str(name) for name in names]
    more, comma = len(every) - MOST_NAMED, pgettext("between the items of a list", ", ")
    if more <= 1:
        return comma.join(every)
    words = pgettext("rounds, tables, stages", "%(names)s and %(count)s more")
    return words % {"names": comma.join(every[:MOST_NAMED]), "count": more}
