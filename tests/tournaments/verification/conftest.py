"""What the tests of verification have in common."""

import pytest

from tournaments.verification import pages, reading, rows, scores


@pytest.fixture
def few_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two numbers make a page, and one page is in memory; of rows and sheets eight are read at a time."""
    monkeypatch.setattr(pages, "BITS", 1)
    monkeypatch.setattr(pages, "OPEN", 1)
    for module, name in ((reading, "CHUNK"), (rows, "CHUNK"), (scores, "BATCH")):
        monkeypatch.setattr(module, name, 8)
