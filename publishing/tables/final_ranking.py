"""The final ranking over all stages, and the same ranks as federations ask organizers for them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import Licence
from publishing.tables.about import about
from publishing.tables.amounts import Amounts, amounts_of
from publishing.tables.standings import person, person_columns
from publishing.tables.strides import by_strides
from tournaments.models import Entry, Standing, Tournament
from tournaments.standings.seasons.final_places import FinalPlace, final_places, final_team_places
from web.sheets.tables import Column, Line, RowsAsRead, Table


class _Row(NamedTuple):
    """A place, whose it is, and the line of their last stage."""

    place: FinalPlace
    entry: Entry
    standing: Standing


def final_ranking(tournament: Tournament) -> Table:
    """Return everybody's place over all stages, with the total of the last stage they played in."""
    places = final_places([tournament.pk]).get(tournament.pk, [])
    amounts = amounts_of(tournament.rulebook.units_per_point, places, ["total"])
    columns = [
        Column("rank", pgettext("column", "Rank")),
        *person_columns(),
        *_columns_of_the_last_stage(amounts),
        Column("points", _("Points at the table")),
        Column("substitute", pgettext("column", "Substitute")),
        Column("status", pgettext("column", "State")),
    ]
    stages = dict(tournament.stages.values_list("pk", "name"))

    def lines() -> Iterator[Line]:
        for stride in by_strides(places):
            for place, entry, standing in _with_people(tournament, stride):
                yield [
                    place.rank,
                    *person(entry),
                    stages.get(place.stage, ""),
                    amounts.of(place.total),
                    place.games,
                    standing.points,
                    entry.is_substitute,
                    str(entry.get_status_display()),
                ]

    title = pgettext("heading", "Final ranking")
    return Table(title, columns, RowsAsRead(lines), about(tournament), amounts.units)


def final_team_ranking(tournament: Tournament) -> Table:
    """Return every team's place over all stages."""
    places = final_team_places([tournament.pk]).get(tournament.pk, [])
    amounts = amounts_of(tournament.rulebook.units_per_point, places, ["total"])
    names = dict(tournament.teams.values_list("pk", "name"))
    stages = dict(tournament.stages.values_list("pk", "name"))
    columns = [
        Column("rank", pgettext("column", "Rank")),
        Column("team", pgettext("column", "Team")),
        *_columns_of_the_last_stage(amounts),
    ]
    rows: list[Line] = [
        [one.rank, names.get(one.player, ""), stages.get(one.stage, ""), amounts.of(one.total), one.games]
        for one in places
    ]
    return Table(_("Final ranking of teams"), columns, rows, about(tournament), amounts.units)


def result_list(tournament: Tournament) -> Table:
    """Return the final ranking with licence numbers, one column for each federation that has given any.

    We know of no federation with an official form; these are the columns of their result pages. Only players with a
    game are listed.
    """
    places = [one for one in final_places([tournament.pk]).get(tournament.pk, []) if one.games]
    held = Licence.objects.filter(player__in=Entry.objects.filter(tournament=tournament).values("player"))
    bodies = list(held.order_by("body").values_list("body", flat=True).distinct())
    amounts = amounts_of(tournament.rulebook.units_per_point, places, ["total"])
    columns = [
        Column("rank", pgettext("column", "Rank")),
        Column("name", pgettext("column", "Name")),
        *(
            Column(f"licence_{body.lower()}", pgettext("column", "%(body)s number") % {"body": body})
            for body in bodies
        ),
        Column("country", pgettext("column", "Country")),
        Column("club", pgettext("column", "Club")),
        *_columns_of_the_last_stage(amounts),
        Column("points", _("Points at the table")),
        Column("substitute", pgettext("column", "Substitute")),
    ]
    stages = dict(tournament.stages.values_list("pk", "name"))

    def lines() -> Iterator[Line]:
        for stride in by_strides(places):
            licences = _licences(stride)
            for place, entry, standing in _with_people(tournament, stride):
                player = entry.player
                yield [
                    place.rank,
                    player.name,
                    *(licences.get((player.pk, body), "") for body in bodies),
                    player.country,
                    player.club.name if player.club else "",
                    stages.get(place.stage, ""),
                    amounts.of(place.total),
                    place.games,
                    standing.points,
                    entry.is_substitute,
                ]

    title = pgettext("heading", "Result list")
    return Table(title, columns, RowsAsRead(lines), about(tournament), amounts.units)


def _columns_of_the_last_stage(amounts: Amounts) -> list[Column]:
    return [
        Column("stage", pgettext("column", "Last stage")),
        amounts.column("total", pgettext("column", "Total")),
        Column("games", pgettext("column", "Games")),
    ]


def _with_people(tournament: Tournament, places: Sequence[FinalPlace]) -> Iterator[_Row]:
    """Yield the places with people and figures; two queries. A place whose player is no longer there is left out."""
    players = [place.player for place in places]
    entries = Entry.objects.of_one_each().filter(tournament=tournament, player__in=players).with_people()
    people = {entry.player_id: entry for entry in entries}
    found = Standing.objects.filter(stage__tournament=tournament, entry__in=people.values())
    standings = {(one.stage_id, one.entry_id): one for one in found}
    for place in places:
        entry = people.get(place.player)
        standing = standings.get((place.stage, entry.pk)) if entry else None
        if entry and standing:
            yield _Row(place, entry, standing)


def _licences(places: Sequence[FinalPlace]) -> Mapping[tuple[int, str], str]:
    """Return by player and federation the first number of each."""
    licences: dict[tuple[int, str], str] = {}
    of_these = Licence.objects.filter(player__in=[place.player for place in places])
    for licence in of_these.order_by("body", "number"):
        licences.setdefault((licence.player_id, licence.body), licence.number)
    return licences
