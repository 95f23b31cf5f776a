"""Waiting lists of future nights: who moves up, and what happens when entries are merged."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models.functions import Now

from tournaments.models import Night, NightPlayer
from tournaments.models.people.events import MergedNight

Status = NightPlayer.Status
# If two entries of one list are merged, the first of these applies: a place, a place in the queue, a later penalty.
STAYS = (Status.COMING, Status.WAITING, Status.LATE, Status.ABSENT, Status.OFF)


def move_up_for_night(night: Night, now: datetime) -> list[int]:
    """Give free places to waiting players, in order; return their entries. None once the night has begun."""
    if night.starts_at <= now:
        return []
    waiting = night.players.waiting()
    if night.places is not None:
        waiting = waiting[: max(0, night.places - night.players.coming().count())]
    moved = list(waiting)
    NightPlayer.objects.filter(pk__in=[row.pk for row in moved]).update(status=Status.COMING)
    return [row.entry_id for row in moved]


def hand_over_nights(into: Mapping[int, int]) -> dict[int, list[MergedNight]]:
    """Move night sign-ups from merged entries to the remaining ones; return the ledger records by merged entry.

    If both are on one list, the better place is kept (`STAYS`) and the next in line gets the other. Past nights stay
    unchanged.
    """
    nights = {
        night.pk: night
        for night in Night.objects.planned()
        .filter(players__entry__in=into)
        .select_for_update(of=("self",), no_key=True)
    }
    rows = NightPlayer.objects.select_for_update(of=("self",), no_key=True).filter(night__in=nights)
    of_entries = {(row.night_id, row.entry_id): row for row in rows.filter(entry__in={*into, *into.values()})}
    found: dict[int, list[MergedNight]] = {}
    for (pk, entry), row in of_entries.items():
        if entry not in into:
            continue
        own = of_entries.get((pk, into[entry]))
        places = [one for one in (own, row) if one is not None]
        best = min(places, key=lambda one: (STAYS.index(Status(one.status)), one.turn))
        leaves_a_place = sum(one.status == Status.COMING for one in places) > 1
        if own is not None:
            own.delete()
        row.entry_id = into[entry]
        row.status, row.games, row.turn = best.status, best.games, best.turn
        row.save(update_fields=["entry", "status", "games", "turn"])
        now: datetime = Night.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=pk)
        came = move_up_for_night(nights[pk], now) if leaves_a_place else []
        found.setdefault(entry, []).append(
            MergedNight(night=pk, status=row.status, games=row.games, turn=row.turn, came=came)
        )
    return found
