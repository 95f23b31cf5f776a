"""Participants; and the list of results that federations ask organizers for."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import Licence
from publishing.tables.about import about, in_local_time
from publishing.tables.amounts import amounts_in
from publishing.tables.standings import person
from publishing.tables.strides import ROWS_AT_ONCE, by_strides
from tournaments.models import Entry, Question, Stage, Standing, Tournament
from web.sheets.tables import Column, Line, RowsAsRead, Table
from web.visitor_language import language


def players(tournament: Tournament) -> Table:
    """Return all entries, past and present, by number. Licences are not public."""
    columns = [
        Column("number", pgettext("column", "No.")),
        Column("name", pgettext("column", "Name")),
        Column("reading", pgettext("column", "Reading")),
        Column("country", pgettext("column", "Country")),
        Column("club", pgettext("column", "Club")),
        Column("team", pgettext("column", "Team")),
        Column("substitute", pgettext("column", "Substitute")),
        Column("status", pgettext("column", "State")),
    ]
    everybody = tournament.entries.of_one_each().with_people().order_by("number")

    def lines() -> Iterator[Line]:
        for entry in everybody.iterator(chunk_size=ROWS_AT_ONCE):
            yield [*person(entry), entry.is_substitute, str(entry.get_status_display())]

    return Table(pgettext("heading", "Players"), columns, RowsAsRead(lines), about(tournament))


def result_list(stage: Stage) -> Table:
    """Ranks with licence numbers, one column for each federation that has given any.

    We know of no federation with an official form; these are the columns of their result pages. Only players with a
    game are listed.
    """
    tournament = stage.tournament
    ranked = Standing.objects.filter(stage=stage, games__gt=0)
    held = Licence.objects.filter(player__in=Entry.objects.filter(tournament=tournament).values("player"))
    bodies = list(held.order_by("body").values_list("body", flat=True).distinct())
    amounts = amounts_in(tournament.rulebook.units_per_point, ranked, ["total"])
    columns = [
        Column("rank", pgettext("column", "Rank")),
        Column("name", pgettext("column", "Name")),
        *(
            Column(f"licence_{body.lower()}", pgettext("column", "%(body)s number") % {"body": body})
            for body in bodies
        ),
        Column("country", pgettext("column", "Country")),
        Column("club", pgettext("column", "Club")),
        amounts.column("total", pgettext("column", "Total")),
        Column("points", _("Points at the table")),
        Column("games", pgettext("column", "Games")),
        Column("substitute", pgettext("column", "Substitute")),
    ]

    def lines() -> Iterator[Line]:
        rows = ranked.select_related("entry__player__club", "entry__team").order_by("position")
        for stride in by_strides(rows.iterator(chunk_size=ROWS_AT_ONCE)):
            licences: dict[tuple[int, str], str] = {}
            of_these = Licence.objects.filter(player__in=[row.entry.player_id for row in stride])
            for licence in of_these.order_by("body", "number"):
                licences.setdefault((licence.player_id, licence.body), licence.number)
            for row in stride:
                player = row.entry.player
                yield [
                    row.rank,
                    player.name,
                    *(licences.get((player.pk, body), "") for body in bodies),
                    player.country,
                    player.club.name if player.club else "",
                    amounts.of(row.total),
                    row.points,
                    row.games,
                    row.entry.is_substitute,
                ]

    rows = RowsAsRead(lines)
    return Table(pgettext("heading", "Result list"), columns, rows, about(tournament, stage), amounts.units)


def registrations(tournament: Tournament) -> Table:
    """Return the registrations in order, with a column for each question; without addresses."""
    questions = list(Question.objects.filter(tournament=tournament))
    columns = [
        Column("name", pgettext("column", "Name")),
        Column("reading", pgettext("column", "Reading")),
        Column("country", pgettext("column", "Country")),
        Column("club", pgettext("column", "Club")),
        Column("status", pgettext("column", "State")),
        Column("number", pgettext("column", "No.")),
        Column("registered_at", pgettext("column", "Registered")),
        *(Column(f"question_{one.pk}", one.label_for(language())) for one in questions),
    ]
    everybody = tournament.registrations.select_related("entry").prefetch_related("answers").order_by("pk")

    def lines() -> Iterator[Line]:
        for one in everybody.iterator(chunk_size=ROWS_AT_ONCE):
            answers = {answer.question_id: answer.text for answer in one.answers.all()}
            yield [
                one.name,
                one.reading,
                one.country,
                one.club,
                str(one.get_status_display()),
                one.entry.number if one.entry else None,
                in_local_time(tournament, one.created_at),
                *(answers.get(question.pk, "") for question in questions),
            ]

    return Table(pgettext("heading", "Registrations"), columns, RowsAsRead(lines), about(tournament))
