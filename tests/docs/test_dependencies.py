import re

import pytest

from tools.environment import ROOT

pytestmark = pytest.mark.once("reads a page")


def test_every_library_we_ask_for_is_explained():
    required = {
        re.match(r"[\w-]+", line)[0]
        for name in ("base", "sentry", "dev", "uv")
        for line in (ROOT / "requirements" / f"{name}.in").read_text().splitlines()
        if line and line[0] not in "#-"
    }
    manual = (ROOT / "docs" / "dependencies.md").read_text()

    assert {name for name in required if not re.search(rf"\b{name}\b", manual)} == set()
