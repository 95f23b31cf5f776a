"""Identify the constraint that the database reports as broken."""

import re

from django.apps import apps
from django.db import IntegrityError
from django.db.models import Field, Model, UniqueConstraint


def broken_constraint(error: IntegrityError) -> str:
    """Return the name of the broken constraint or guard, or "" if unknown."""
    diagnosis = getattr(error.__cause__, "diag", None)
    if diagnosis is not None:
        return diagnosis.constraint_name or ""
    text = str(error)
    if found := re.fullmatch(r"CHECK constraint failed: (\w+)", text):
        return found[1]
    if found := re.fullmatch(r"UNIQUE constraint failed: (.+)", text):
        return _unique_over({column.strip() for column in found[1].split(",")})
    # A guard reports its own name.
    return text if re.fullmatch(r"\w+", text) else ""


def _unique_over(columns: set[str]) -> str:
    """SQLite reports the columns of a unique constraint rather than its name."""
    for model in apps.get_models():
        for constraint in model._meta.constraints:
            if not isinstance(constraint, UniqueConstraint) or not constraint.fields:
                continue
            names = {_column(model, field) for field in constraint.fields}
            if {f"{model._meta.db_table}.{name}" for name in names} == columns:
                return constraint.name
    return ""


def _column(model: type[Model], name: str) -> str:
    field = model._meta.get_field(name)
    assert isinstance(field, Field), "constraints are over columns"
    return str(field.column)
