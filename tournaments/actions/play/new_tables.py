"""Who can be seated at a table added by players or the organizer."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.errors import RulesRefuse
from tournaments.models import Entry, Stage, Tournament
from tournaments.standings.stages.who_takes_part import taking_part_in


def refuse_players(
    tournament: Tournament, stage: Stage, players: Sequence[int], people: Mapping[int, Entry]
) -> None:
    """Raise RulesRefuse for a table size without a rulebook, and for players named twice, withdrawn or outside the
    stage. `people` maps ids to players.
    """
    sizes = [tournament.usual_format.players, *tournament.odd_sizes]
    if len(players) not in sizes:
        words = _("This tournament plays at tables of %(sizes)s; %(count)s players were given.")
        words %= {
            "sizes": pgettext("between alternatives", " or ").join(map(str, sorted(sizes))),
            "count": len(players),
        }
        raise RulesRefuse(words, code="table_size", fields={"players": [words]})
    if len(set(players)) < len(players):
        words = _("Please choose a different player for each seat.")
        raise RulesRefuse(words, code="seated_twice", fields={"players": [words]})
    takes_part = taking_part_in(stage)
    for entry in people.values():
        if entry.status != Entry.Status.ACTIVE:
            words = _("%(player)s has withdrawn.") % {"player": entry.player}
            raise RulesRefuse(words, code="withdrawn", fields={"players": [words]})
        if takes_part is not None and entry.pk not in takes_part:
            words = _("%(player)s does not play in the stage “%(stage)s”.")
            words %= {"player": entry.player, "stage": stage.name}
            raise RulesRefuse(words, code="not_in_the_stage", fields={"players": [words]})
