"""What Django looks for under this name: the backend of `DATABASES["default"]["ENGINE"]`."""

import select
import time
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

# Seconds in which a connection that answered is taken to be there, as long as nothing comes from the other end.
REST = 5.0
# In a transaction that failed nothing can be asked before it is taken back.
OPEN = (TransactionStatus.IDLE, TransactionStatus.INTRANS)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, which before each request asks the server whether it is there (`CONN_HEALTH_CHECKS`).

    That is a fortieth of what a report costs, and more of a small page. A server that ends closes the connection, and
    whatever else it has to say can be seen here without asking it: so a connection that answered a moment ago, and is
    silent since, is usable.
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
    """Is a connection open, without a transaction that failed, and has the other end neither closed it nor sent
    anything that was not read?
    """
    if connection.closed or connection.pgconn.transaction_status not in OPEN:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
