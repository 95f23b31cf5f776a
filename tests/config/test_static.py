"""Hashed file names turn a misspelt `{% static %}` into a crash, and only on a server: so it is found here."""

import re

import pytest
from django.contrib.staticfiles import finders

from tools.environment import ROOT

pytestmark = pytest.mark.once("reads templates")


def test_every_static_file_a_template_names_is_there():
    named = {
        (template.relative_to(ROOT).as_posix(), name)
        for template in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"""\{%\s*static\s+['"]([^'"]+)['"]""", template.read_text())
    }

    assert [(template, name) for template, name in sorted(named) if finders.find(name) is None] == []
