"""The backend module named by `DATABASES["default"]["ENGINE"]`."""

import select
import time
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

# Seconds for which a connection that answered counts as alive, while the server is silent.
REST = 5.0
# A failed transaction accepts no statements before its rollback.
OPEN = (TransactionStatus.IDLE, TransactionStatus.INTRANS)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's backend, with fewer of the health checks that `CONN_HEALTH_CHECKS` makes before each request.

    A check is a fortieth of a report's cost, and more of a small page's. A server that shuts down closes the
    connection or sends a message, which is visible without a query: a connection that answered recently and has been
    silent since is usable.
    """

    answered_at = float("-inf")

    def is_usable(self) -> bool:
        if self.connection is None:
            return False
        now = time.monotonic()
        if now - self.answered_at < REST and is_silent(self.connection):
            return True
        is_usable: bool = super().is_usable()
        self.answered_at = now if is_usable else float("-inf")
        return is_usable


def is_silent(connection: Any) -> bool:
    """Whether a connection is open, outside a failed transaction, with no close or unread data from the server."""
    if connection.closed or connection.pgconn.transaction_status not in OPEN:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
