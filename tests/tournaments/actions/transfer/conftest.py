import pytest

from tests.tournaments.actions.transfer.files import event_file, world_file


@pytest.fixture(autouse=True)
def _files_of_an_empty_server(db: None) -> None:
    """Written before a test puts anything into the database, so that rows have other numbers when they come in."""
    world_file()
    event_file()
