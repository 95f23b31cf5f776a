"""Whoever adds a model, a column or a word of a ledger entry says whether it travels in a tournament's file."""

import msgspec
import pytest
from django.apps import apps
from django.db import models
from django.db.migrations.loader import MigrationLoader

from tests.registers import TRAVELLING
from tests.tournaments.actions.done_once import done
from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.verification.full_world import full_world
from tournaments.actions.transfer.lines import struct_of
from tournaments.actions.transfer.tables import (
    BY_MODEL,
    BY_NAME,
    IN_LEDGERS,
    PARTS,
    STAYS,
    WRITTEN_OTHERWISE,
    of_its_kind,
)
from tournaments.models import LedgerEntry
from tournaments.models.origins.payloads import moved

pytestmark = pytest.mark.database("sqlite")

FIRST_MIGRATIONS = [("players", "0001_initial"), ("tournaments", "0001_initial")]
MODELS = [model for app in ("players", "tournaments") for model in apps.get_app_config(app).get_models()]


def columns_of(model: type[models.Model]) -> set[str]:
    """Every column but the number of the row, which is each server's own."""
    return {field.name for field in model._meta.concrete_fields if field.name != "id"}


def test_every_model_travels_or_stays_for_a_reason():
    decided = {part.model._meta.label for part in PARTS} | set(WRITTEN_OTHERWISE) | set(STAYS)

    TRAVELLING.refuse_gaps((model._meta.label for model in MODELS), decided)
    assert len(decided) == len(PARTS) + len(WRITTEN_OTHERWISE) + len(STAYS)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_column_travels_or_stays_for_a_reason(part):
    label = part.model._meta.label
    TRAVELLING.refuse_gaps(
        (f"{label}.{name}" for name in columns_of(part.model)),
        (f"{label}.{name}" for name in (*part.columns, *part.stays)),
        of="The column",
    )
    assert not {*part.columns} & {*part.stays}
    assert all(len(reason) > 10 for reason in part.stays.values())


def test_a_file_of_before_a_column_is_still_read():
    first = MigrationLoader(None).project_state(FIRST_MIGRATIONS).apps
    known = {
        (model._meta.label, field.name)
        for model in first.get_models()
        for field in model._meta.concrete_fields
    }
    refused = [
        f"{part.model._meta.label}.{field.name} needs a default, or may be null or empty: files of before lack it"
        for part in PARTS
        for field in msgspec.structs.fields(struct_of(part))
        if field.required
        and (part.model._meta.label, field.name) not in known
        # Of a table that there was not, a file of before has no rows.
        and part.model._meta.label in {label for label, _column in known}
    ]

    assert refused == []


def test_texts_that_may_be_empty_may_be_left_out():
    required = {
        field.name for field in msgspec.structs.fields(struct_of(BY_NAME["tournament"])) if field.required
    }

    assert {"name", "starts_on", "venue"} & required == {"name"}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_what_a_row_refers_to_comes_before_it(part):
    before = {one.model for one in PARTS[: PARTS.index(part)]}

    for name in part.columns:
        field = part.model._meta.get_field(name)
        if isinstance(field, models.ForeignKey) and name not in ("club", "origin"):
            assert field.related_model in before or name in of_its_kind(part), name


def test_the_rows_that_ledgers_name_are_parts_of_the_file():
    assert set(IN_LEDGERS) <= set(BY_NAME)
    assert len(BY_MODEL) == len(PARTS)


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(ROWS))
def test_every_word_of_an_actions_entries_has_a_meaning(name: str):
    for entry in done(name).entries:
        assert moved(entry.kind, entry.content, lambda _kind, pk: pk) == entry.content


@pytest.mark.django_db
def test_an_id_under_any_name_is_replaced():
    full_world()
    seen: dict[str, set[str]] = {}

    for entry in LedgerEntry.objects.all():
        asked: set[str] = set()
        moved(entry.kind, entry.content, lambda kind, pk, asked=asked: asked.add(kind) or pk)
        seen.setdefault(entry.kind, set()).update(asked)

    assert seen["reported"] == {"table", "sheet", "entry", "seat", "user"}
    assert seen["drawn"] == {"round", "stage", "draw"}
    assert seen["published"] == {"round", "entry"}
    assert seen["appointed"] == {"user"}
    assert seen["penalized"] == {"penalty", "entry", "stage", "round"}
    assert seen["wish_made"] == {"wish"}
