"""What is editable of a tournament can be typed at the desk, sent in a call, and is in the answer."""

import pytest

from tournaments.api.resources.setup.frames import EditedTournament
from tournaments.api.schemas.structure import TournamentPageShape
from tournaments.forms.editing import EditTournamentForm
from tournaments.models import Tournament

DECLARED = {
    "EditTournamentForm: declare the field, with a label": EditTournamentForm.base_fields,
    "EditedTournament: declare the field, not required": EditedTournament().fields,
    "TournamentPageShape: declare what is answered": TournamentPageShape.__annotations__,
}


@pytest.mark.parametrize("where", DECLARED)
def test_every_editable_column_is_there(where: str) -> None:
    missing = [name for name in Tournament.EDITABLE if name not in DECLARED[where]]

    assert missing == [], f"{where} {', '.join(missing)}."
