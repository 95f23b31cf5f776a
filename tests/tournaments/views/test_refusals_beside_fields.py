"""What an action refuses is shown where the person can mend it."""

import json
from typing import Any

import pytest
from django import forms

from tournaments.views.action_views import ActionFormView
from tournaments.views.repeatable_forms import Outcome


class SeatsForm(forms.Form):
    places = forms.CharField(required=False)
    until = forms.CharField(required=False)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        (["places"], ["places"]),
        (["places", "until"], ["places", "until"]),
        (["places", "somewhere_else"], ["places"]),
        (["seen"], ["__all__"]),
        (["somewhere_else"], ["__all__"]),
        ([], ["__all__"]),
    ],
)
def test_a_refusal_is_beside_the_fields_it_names_and_above_the_form_where_none_is_seen(
    named: list[str], shown: list[str]
) -> None:
    form: Any = SeatsForm({})
    outcome = Outcome(409, "full", "All 8 places are taken.", {key: ["Full."] for key in named})

    ActionFormView().show_error(form, outcome)

    assert json.loads(form.errors.as_json()) == {
        name: [{"message": "All 8 places are taken.", "code": ""}] for name in shown
    }
