"""Rows that a statement written out reads, and locks until the transaction ends."""

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from tests.tournaments.hall import open_hall
from tournaments.models import Tournament
from tournaments.models.joined_rows import JoinedRows

ROWS = JoinedRows(
    "SELECT {columns} FROM tournaments_tournament found WHERE found.id = %s", lock=["found"], found=Tournament
)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_are_not_locked_where_no_transaction_would_let_go_of_them() -> None:
    tournament = open_hall(players=0).tournament

    with pytest.raises(TransactionManagementError, match="Rows are locked until a transaction ends"):
        ROWS.read(tournament.pk)

    with transaction.atomic():
        assert ROWS.read(tournament.pk) == [[tournament]]
