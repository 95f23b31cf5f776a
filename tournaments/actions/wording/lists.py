"""Many names in one sentence."""

from collections.abc import Iterable

from django.utils.translation import pgettext

from tournaments.models import Round

# At most this many are named.
MOST_NAMED = 6
# From this many on, consecutive rounds are named by the first and last.
LEAST_IN_A_ROW = 3


def in_short(names: Iterable[object]) -> str:
    """Join the names; of more than seven the first six, with the number of the rest.

    >>> in_short(range(1, 8)), in_short(range(1, 37))
    ('1, 2, 3, 4, 5, 6, 7', '1, 2, 3, 4, 5, 6 and 30 more')
    """
    every = [str(name) for name in names]
    more, comma = len(every) - MOST_NAMED, pgettext("between the items of a list", ", ")
    if more <= 1:
        return comma.join(every)
    words = pgettext("rounds, tables, stages", "%(names)s and %(count)s more")
    return words % {"names": comma.join(every[:MOST_NAMED]), "count": more}


def rounds_in_short(rounds: Iterable[Round], *, with_state: bool = False) -> str:
    """Return the rounds in order, shortened like `in_short`: consecutive unnamed rounds of a stage become “Rounds
    13–48”, games of a match day the day. `with_state` adds whether each is published, in play, …
    """
    runs: list[list[Round]] = []
    for round_ in rounds:
        if runs and _follows(runs[-1][-1], round_, with_state=with_state):
            runs[-1].append(round_)
        else:
            runs.append([round_])
    said = []
    for run in runs:
        if run[0].match_day is not None:
            names = list(dict.fromkeys(round_.day_name for round_ in run))
        elif len(run) < LEAST_IN_A_ROW:
            names = [str(round_) for round_ in run]
        else:
            names = [
                pgettext("with a number", "Rounds %(first)s–%(last)s")
                % {"first": run[0].number, "last": run[-1].number}
            ]
        state = f" ({run[0].get_status_display()})" if with_state else ""
        said += [f"{name}{state}" for name in names]
    return in_short(said)


def _follows(before: Round, after: Round, *, with_state: bool) -> bool:
    return (
        not before.name
        and not after.name
        and (before.stage_id, before.number + 1) == (after.stage_id, after.number)
        and before.match_day == after.match_day
        and (not with_state or before.status == after.status)
    )
