"""Which ledger entries reveal a draw's proposals to captains."""

from collections.abc import Iterable

from tournaments.models.ledger import LedgerEntry
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import RoundPublished
from tournaments.models.play.rounds import Round
from tournaments.models.setup.structure import Tournament


def entries_with_proposals(tournament: Tournament, entries: Iterable[LedgerEntry]) -> set[int]:
    """Return the numbers of those entries that reveal, or let anyone reproduce, the seating of a round that waits for
    line-ups. One query, one or two more while a round waits.
    """
    waiting = Round.objects.waiting_for_line_ups().filter(stage__tournament=tournament)
    draws = dict(waiting.order_by().values_list("pk", "draw"))
    if not draws:
        return set()
    ids = Ids.of(tournament)
    published = (entry for entry in entries if entry.kind == RoundPublished.kind)
    said = {entry.seq: ids.content(entry.seq, entry.kind, entry.content) for entry in published}
    rounds = Round.objects.filter(draw__in=set(draws.values()) - {None}).order_by()
    of_these = {*draws, *rounds.values_list("pk", flat=True)}
    return {
        seq
        for seq, content in said.items()
        if content["round"] in draws or (content["seed"] is not None and content["round"] in of_these)
    }
