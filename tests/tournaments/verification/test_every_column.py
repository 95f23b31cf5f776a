"""Whoever edits a column behind the actions' back is found, whichever it is; what is outside says why."""

import io
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models
from pytest_django import DjangoDbBlocker

from tests.permissions import undone
from tests.registers import PROVEN_COLUMNS
from tests.thorough import THOROUGH
from tests.tournaments.verification.attacker import run, take_guards_down
from tests.tournaments.verification.columns import COLUMNS, ONE_BY_ONE, PROBLEMS, Edit, Outside
from tests.tournaments.verification.full_world import World, full_world
from tournaments.models import Publication
from tournaments.verification.published.hands import hands_differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slow,
    pytest.mark.database("sqlite"),
    pytest.mark.most_trusted,
]
MODELS = [model for app in ("players", "tournaments") for model in apps.get_app_config(app).get_models()]
PROVEN = sorted({name.rsplit(".", 1)[0] for name, row in COLUMNS.items() if isinstance(row, Edit)})
# So many columns are edited together.
GROUP = 40
LEDGER = ("LedgerEntry", "LedgerHead")
# What hands count has forty columns in each of two tables, which all say the same of the same row. Usually the
# comparison is asked itself, and for some of them the command that makes it; in a thorough run that for all of them.
HANDS = {"tournaments.SeatHands": "seat", "tournaments.HandStatistics": "entry"}
# The tournament in which everything has happened.
MAIN = "spring-open"
# What is said of a lost row, where that is not only that it is gone.
GONE = {
    "About": "the event text, which this entry records, is gone",
    "Thanks": "the closing words, which this entry records, is gone",
    "LeagueHost": "the host name of the league differs from the ledger in: host",
    "Brand": "the brand of the tournament, which this entry records, is gone",
    "Sponsor": "the sponsors of the tournament: differs from what was saved here",
    "BrandPicture": "the pictures of the tournament’s brand: differs from what was saved here",
    "TimetableItem": "the timetable of the tournament: differs from what was saved here",
    "Question": "the registration questions: differs from what was saved here",
    "OldAddress": "the old address",
    "NameTrace": "was changed without a trace",
    "TableFormat": "the rulebook of the usual tables, which this entry records, is gone",
    "Stage": "stage",
    "Entry": "an entry that was registered here is gone",
    "Table": "differ from those drawn",
    "Seat": "differ from those drawn",
    "Announcement": "announcement",
    "Webhook": "webhook",
    "TimeLimit": "a time limit, which this entry records, is gone",
    "RoundClock": "the clock of round",
    "TableClock": "the clock of table",
    "RefereeCall": "the call for the referee",
    "Photo": "the photo",
    "PhotoContent": "what the photo",
    "HandRecord": "differs from what was entered",
    "Scoresheet": "the sheet that was recorded here is gone",
    "Score": "The scores of sheet",
    "Penalty": "the penalty that was imposed here is gone",
    "LedgerHead": "no longer has a ledger",
    "LedgerEntry": "it is missing",
    "LedgerText": "its text",
    "GameCount": "is wrong",
    "RoundCount": "differs from the actual number",
    "Publication": "no longer has a publication",
    "Night": "night",
    "NightPlayer": "the place of entry",
    "LineUpRule": "the line-up rule of stage",
    "LineUpQuota": "the list of line-up quotas",
    "LineUpQuotaMember": "the list of line-up quotas",
    "SeatDrawRule": "the seat draw of stage",
    "SeatDraw": "the seat draw of table",
    "LineUp": "the line-up of team",
    "GameQuota": "the game quota of stage",
    "PlannedRounds": "the planned rounds of stage",
    "Captain": "the captain of team",
    "TeamLook": "the colour and the mark of team",
    "FormerTeam": "a former team, which this entry records, is gone",
    "CountingRule": "the games that count in stage",
    "TeamCountingRule": "team scoring in stage",
    "Qualification": "the qualification for stage",
    "QualifyingRule": "differs from the ledger in: rules",
    "Qualifier": "differs from the ledger in: qualifiers",
    "Standing": "do not match its results for",
    "TeamStanding": "do not match its results for",
    "SeatHands": "do not match its hands for",
    "HandStatistics": "do not match its hands for",
    "LeagueLedgerHead": "no longer has a ledger",
    "LeagueLedgerEntry": "it is missing",
    "RatingRule": "the rating of the league",
    "Rating": "does not match the games played",
    "SeasonRankingRule": "the ranking of season",
    "SeasonAwardRule": "the rule of titles of season",
    "SelfRegistration": "the terms of registration, which this entry records, is gone",
}
# The row of the whole is not deleted.
LOST = sorted({name.rsplit(".", 1)[1] for name in PROVEN} - {"League", "Player", "Tournament"})
# Without one of these rows much else is wrong, or nothing is said of others: each is deleted alone.
GONE_ALONE = [
    "CountingRule",
    "Entry",
    "FormerTeam",
    "HandRecord",
    "LeagueLedgerEntry",
    "LeagueLedgerHead",
    "LedgerEntry",
    "LedgerHead",
    "LedgerText",
    "LineUpQuota",
    "Night",
    "PhotoContent",
    "PlayerCard",
    "Publication",
    "Qualification",
    "Qualifier",
    "RatingRule",
    "Round",
    "Score",
    "Scoresheet",
    "Season",
    "Seat",
    "SeatHands",
    "Stage",
    "Standing",
    "Table",
    "TableFormat",
    "Team",
    "TeamCountingRule",
]


def columns_of(model: type[models.Model]) -> list[str]:
    """Every column but the number of the row: that one is what the others refer to."""
    return [
        f"{model._meta.app_label}.{model.__name__}.{field.name}"
        for field in model._meta.concrete_fields
        if field.name != "id"
    ]


def output(tournament: str | None = None) -> str:
    """What verify_ledger says of a tournament, or of all ledgers, with the status it ends with."""
    out = io.StringIO()
    try:
        call_command("verify_ledger", tournament=tournament, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}status {error.returncode}"
    return f"{out.getvalue()}status 0"


def after(*statements: str) -> str:
    """What verify_ledger says after these statements, which are then taken back."""
    with undone():
        for statement in statements:
            run(statement)
        return output()


def first_found(says: str, statement: str) -> str:
    """What is said of the main tournament after this statement; where that does not say this, of all ledgers."""
    with undone():
        run(statement)
        found = output(MAIN)
        return found if is_found(says, found) else output()


def is_found(says: str, found: str) -> bool:
    return says in found and found.endswith("status 1")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One for all of these tests: whatever they change they take back."""
    with django_db_blocker.unblock(), undone():
        world = full_world()
        take_guards_down()
        yield world


def test_as_it_stands_the_world_is_sound(world) -> None:
    assert output().endswith("status 0"), output()


def test_every_column_of_every_table_is_in_the_table() -> None:
    there = [name for model in MODELS for name in columns_of(model)]

    PROVEN_COLUMNS.refuse_gaps(there, COLUMNS)


def test_whatever_is_outside_says_why() -> None:
    assert all(row.reason for row in COLUMNS.values() if isinstance(row, Outside))


def test_the_world_has_a_row_in_every_table_that_is_proven(world) -> None:
    empty = [name for name in PROVEN if not apps.get_model(name).objects.exists()]

    assert empty == []


def edit_of(column: str) -> tuple[str, str]:
    """What is said of an edit of the column, and the edit."""
    edit, model = COLUMNS[column], apps.get_model(column.rsplit(".", 1)[0])
    assert isinstance(edit, Edit)
    field, table = model._meta.get_field(column.rsplit(".", 1)[1]), model._meta.db_table
    where = edit.where.replace("{table}", table)
    quoted = connection.ops.quote_name(field.column)
    return edit.reports or field.name, f"UPDATE {table} SET {quoted} = {edit.value} WHERE {where}"


def is_one_by_one(column: str) -> bool:
    _app, model, name = column.split(".")
    return not {name, "*"}.isdisjoint(ONE_BY_ONE.get(model, "").split())


def edited(name: str) -> list[str]:
    """The columns of a table that are proven."""
    return [column for column in columns_of(apps.get_model(name)) if isinstance(COLUMNS.get(column), Edit)]


def together() -> list[list[str]]:
    """The other columns in groups, each with no two of one table. A broken ledger is not compared with the facts."""
    ledgers = [[f"tournaments.{owner}{row}" for owner in ("", "League")] for row in LEDGER]
    facts = [name for name in PROVEN if name not in {*HANDS, *chain.from_iterable(ledgers)}]
    return [group for names in (facts, *ledgers) for group in in_groups(names)]


def in_groups(names: Sequence[str]) -> list[list[str]]:
    others = [[column for column in edited(name) if not is_one_by_one(column)] for name in names]
    return [
        [*group]
        for layer in zip_longest(*others)
        for group in batched([column for column in layer if column], GROUP)
    ]


def batched(things: Sequence[str], size: int) -> list[Sequence[str]]:
    return [things[start : start + size] for start in range(0, len(things), size)]


def problems_in(found: str) -> list[str]:
    return [line for line in found.splitlines() if line.startswith("  ") and line[2] != "("]


def number_of_problems(column: str) -> int:
    _app, model, name = column.split(".")
    return PROBLEMS.get(model, {}).get(name, 1)


def are_named_one_each(said: list[str], problems: list[str]) -> bool:
    """Is there a problem for each of these words, another one for each?"""
    taken: dict[int, int] = {}

    def finds_one(which: int, tried: set[int]) -> bool:
        for number, problem in enumerate(problems):
            if said[which] in problem and number not in tried:
                tried.add(number)
                if number not in taken or finds_one(taken[number], tried):
                    taken[number] = which
                    return True
        return False

    return all(finds_one(which, set()) for which in range(len(said)))


@pytest.mark.parametrize("columns", together(), ids=lambda columns: columns[0])
def test_edits_of_several_tables_are_found_and_named_one_each(world, columns: list[str]) -> None:
    """A thorough run edits each column by itself; here none can go unseen either, for nothing else is said."""
    said, edits = zip(*map(edit_of, columns), strict=True)

    found = after(*edits)

    problems = problems_in(found)
    assert are_named_one_each([*said], problems), f"one each of {said}, or else ONE_BY_ONE: {found}"
    assert len(problems) == sum(map(number_of_problems, columns)), f"not what PROBLEMS says: {found}"
    assert found.endswith("status 1")


@pytest.mark.parametrize(
    "name", [name for name in PROVEN if THOROUGH or any(map(is_one_by_one, edited(name)))]
)
def test_an_edit_of_any_column_is_found_and_named(world, name: str) -> None:
    unseen = {}
    for column in edited(name):
        if THOROUGH or is_one_by_one(column):
            says, edit = edit_of(column)

            found = first_found(says, edit)

            if not is_found(says, found):
                unseen[column] = found

    assert unseen == {}


@pytest.mark.parametrize(("name", "whose"), HANDS.items())
def test_an_edit_of_any_column_of_what_hands_count_is_a_difference(world, name: str, whose: str) -> None:
    publications = Publication.objects.select_related("stage__tournament").filter(
        stage__tournament__slug=MAIN, stage__ordinal__lte=2
    )
    unseen = {}
    for column in edited(name):
        says, edit = edit_of(column)
        with undone():
            run(edit)

            found = [one for publication in publications for one in hands_differences(publication)]

        if not any(f"{says} {whose}" in one for one in found):
            unseen[column] = found

    assert unseen == {}


def said_when_gone(name: str) -> str:
    return GONE.get(name, "is gone")


def deletion_of(name: str) -> str:
    """A statement that deletes the first row of a table."""
    model = next(model for model in MODELS if model.__name__ == name)
    table, key = model._meta.db_table, model._meta.pk.column
    # The names of leagues and their seasons are in no ledger.
    where = " WHERE SUBSTR(subject, 1, 7) = 'player:'" if name == "NameTrace" else ""
    return f"DELETE FROM {table} WHERE {key} = (SELECT MIN({key}) FROM {table}{where})"


def test_a_table_without_a_way_to_lose_a_row_unseen(world) -> None:
    unseen = {}
    for name in LOST if THOROUGH else GONE_ALONE:
        found = first_found(said_when_gone(name), deletion_of(name))

        if not is_found(said_when_gone(name), found):
            unseen[name] = found

    assert unseen == {}


def test_rows_lost_in_several_tables_are_named_one_each(world) -> None:
    """As with edits: one thing is said of each, and nothing else."""
    names = [name for name in LOST if name not in GONE_ALONE]

    found = after(*map(deletion_of, names))

    problems = problems_in(found)
    assert are_named_one_each([*map(said_when_gone, names)], problems), f"or else GONE_ALONE: {found}"
    assert len(problems) == len(names), found
    assert found.endswith("status 1")
