"""Participants, and those who registered."""

from collections.abc import Iterator

from django.utils.translation import pgettext

from publishing.tables.about import about, in_local_time
from publishing.tables.standings import person, person_columns
from publishing.tables.strides import ROWS_AT_ONCE
from tournaments.models import Question, Tournament
from web.sheets.tables import Column, Line, RowsAsRead, Table
from web.visitor_language import language


def players(tournament: Tournament) -> Table:
    """Return all entries, past and present, by number. Licences are not public."""
    columns = [
        *person_columns(),
        Column("substitute", pgettext("column", "Substitute")),
        Column("status", pgettext("column", "State")),
    ]
    everybody = tournament.entries.of_one_each().with_people().order_by("number")

    def lines() -> Iterator[Line]:
        for entry in everybody.iterator(chunk_size=ROWS_AT_ONCE):
            yield [*person(entry), entry.is_substitute, str(entry.get_status_display())]

    return Table(pgettext("heading", "Players"), columns, RowsAsRead(lines), about(tournament))


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
