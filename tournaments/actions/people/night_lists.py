"""The lists of nights to come: who moves up, and what becomes of them where two entries are one player's."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models.functions import Now

from tournaments.models import Night, NightPlayer
from tournaments.models.people.events import MergedNight

Status = NightPlayer.Status
# Of two on one list the first of these stays: a place, a place in the queue, and what is deducted later.
STAYS = (Status.COMING, Status.WAITING, Status.LATE, Status.ABSENT, Status.OFF)


def move_up_for_night(night: Night, now: datetime) -> list[int]:
    """Give free places to those who wait, in their order; return their entries. Nobody once it has begun."""
    if night.starts_at <= now:
        return []
    waiting = night.players.waiting()
    if night.places is not None:
        waiting = waiting[: max(0, night.places - night.players.coming().count())]
    moved = list(waiting)
    NightPlayer.objects.filter(pk__in=[row.pk for row in moved]).update(status=Status.COMING)
    return [row.entry_id for row in moved]


def hand_over_nights(into: Mapping[int, int]) -> dict[int, list[MergedNight]]:
    """Let those into whom entries are merged come to the nights for which these signed up; return what the ledger
    keeps of it, by the entry that was merged.

    Of two on one list the better place stays (`STAYS`), and the next in line gets the other. Nights that are over
    stay as they are.
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
