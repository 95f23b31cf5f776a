"""Checkboxes without a template for each: what the browser gets is what Django would have sent."""

import pytest
from django import forms
from django.utils.html import conditional_escape
from pytest_django.asserts import assertHTMLEqual

from web.form_choices import Checkboxes

CHOICES = [(1, "Alice"), (2, "<b>Bob</b> & 東"), (3, '"quoted"')]


@pytest.mark.parametrize("value", [None, [], ["2"], [1, 3], ["9"]])
@pytest.mark.parametrize("attrs", [{"id": "id_sit_out"}, {"id": "id_sit_out", "aria-invalid": "true"}])
def test_they_are_the_checkboxes_of_django(value, attrs):
    ours, theirs = Checkboxes(choices=CHOICES), forms.CheckboxSelectMultiple(choices=CHOICES)

    assertHTMLEqual(ours.render("sit_out", value, attrs), theirs.render("sit_out", value, attrs))


def test_a_name_is_escaped():
    written = Checkboxes(choices=CHOICES).render("sit_out", None, {"id": "x"})

    assert "<b>" not in written
    assert conditional_escape("<b>Bob</b> & 東") in written
