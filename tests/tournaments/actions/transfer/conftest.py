import pytest

from tests.tournaments.actions.transfer.files import event_file, world_file


@pytest.fixture(autouse=True)
def _files_of_an_empty_server(db: None) -> None:
    """Write the files while the database is empty, so that rows get other ids on import."""
    world_file()
    event_file()
