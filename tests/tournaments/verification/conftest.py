import pytest

from tournaments.verification import pages, reading, rows, scores


@pytest.fixture
def few_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use pages of two numbers, one page in memory, and eight rows and sheets at a time."""
    monkeypatch.setattr(pages, "BITS", 1)
    monkeypatch.setattr(pages, "OPEN", 1)
    for module, name in ((reading, "CHUNK"), (rows, "CHUNK"), (scores, "BATCH")):
        monkeypatch.setattr(module, name, 8)
