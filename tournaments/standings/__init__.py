"""What follows from the facts of a stage: who stands where. Safe to run at any time, twice, late or side by side.

A pipeline, each step in a module that knows those before it alone:

    sources → tally → ranking → publish          `touched` says whose sums need not be read again

`adding_up` makes tallies of the sources; a stage that others come into asks the stages they come from first.
`deciding_tie_breaks` and `in_play` read what comes out of it; `rescoring` asks what would; `tasks` lets a worker run
it.
"""

from tournaments.models.published import PLACES
from tournaments.standings.adding_up import add_up
from tournaments.standings.publish import (
    is_stale,
    publish_for_reader,
    publish_for_readers,
    publish_stale,
    publish_standings,
    publish_tournament,
)
from tournaments.standings.ranking import ranked, ranking_of
from tournaments.standings.sources import Sums
from tournaments.standings.tally import COLUMNS, OfTeams, Tallies, Tally
from tournaments.standings.tie_breaks import (
    RANKED_BY,
    origin_of_tie_breaks,
    tie_breaks_of,
    usual_tie_breaks,
)

__all__ = [
    "COLUMNS",
    "PLACES",
    "RANKED_BY",
    "OfTeams",
    "Sums",
    "Tallies",
    "Tally",
    "add_up",
    "is_stale",
    "origin_of_tie_breaks",
    "publish_for_reader",
    "publish_for_readers",
    "publish_stale",
    "publish_standings",
    "publish_tournament",
    "ranked",
    "ranking_of",
    "tie_breaks_of",
    "usual_tie_breaks",
]
