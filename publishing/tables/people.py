"""Who takes part; and the list of results that a federation asks an organizer for."""

from collections import defaultdict

from django.utils.translation import gettext as _

from players.models import Licence
from publishing.tables.about import about
from publishing.tables.amounts import amounts_of
from publishing.tables.standings import person
from tournaments.models import Entry, Stage, Standing, Tournament
from web.sheets.tables import Cell, Column, Table


def players(tournament: Tournament) -> Table:
    """Everybody who takes part or did, by number. One query. Licences are not everybody's to read."""
    columns = [
        Column("number", _("No.")),
        Column("name", _("Name")),
        Column("reading", _("Reading")),
        Column("country", _("Country")),
        Column("club", _("Club")),
        Column("team", _("Team")),
        Column("substitute", _("Substitute")),
        Column("status", _("State")),
    ]
    rows: list[list[Cell]] = [
        [*person(entry), entry.is_substitute, str(entry.get_status_display())]
        for entry in tournament.entries.of_one_each().with_people().order_by("number")
    ]
    return Table(_("Players"), columns, rows, about(tournament))


def result_list(stage: Stage) -> Table:
    """Ranks with licence numbers, one column for each federation that has given any. Four queries.

    No federation has published a form of its own that we know of; these are the columns their result pages have.
    Whoever stands in the list played: without a game nobody has a result.
    """
    tournament = stage.tournament
    rows = list(
        Standing.objects.filter(stage=stage, games__gt=0)
        .select_related("entry__player__club", "entry__team")
        .order_by("position")
    )
    licences: dict[int, dict[str, str]] = defaultdict(dict)
    held = Licence.objects.filter(
        player__in=Entry.objects.filter(tournament=tournament).values("player")
    ).order_by("body", "number")
    for licence in held:
        licences[licence.player_id].setdefault(licence.body, licence.number)
    bodies = sorted({body for of_player in licences.values() for body in of_player})
    amounts = amounts_of(tournament.rulebook.units_per_point, rows, ["total"])
    columns = [
        Column("rank", _("Rank")),
        Column("name", _("Name")),
        *(Column(f"licence_{body.lower()}", _("%(body)s number") % {"body": body}) for body in bodies),
        Column("country", _("Country")),
        Column("club", _("Club")),
        amounts.column("total", _("Total")),
        Column("points", _("Points at the table")),
        Column("games", _("Games")),
        Column("substitute", _("Substitute")),
    ]
    lines: list[list[Cell]] = [
        [
            row.rank,
            row.entry.player.name,
            *(licences[row.entry.player_id].get(body, "") for body in bodies),
            row.entry.player.country,
            row.entry.player.club.name if row.entry.player.club else "",
            amounts.of(row.total),
            row.points,
            row.games,
            row.entry.is_substitute,
        ]
        for row in rows
    ]
    return Table(_("Result list"), columns, lines, about(tournament, stage), amounts.units)
