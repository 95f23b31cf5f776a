"""What beat and worker do on a server, a thread beside the web server does on a laptop, again and again.

It waits for other servers most of the time, so pages do not notice it.
"""

import logging
import threading
from collections.abc import Callable

from django.db import close_old_connections, connections

logger = logging.getLogger(__name__)

PAUSE = 5.0  # seconds
GRACE = 2.0  # seconds that a piece of work gets to end


class RegularWork:
    """Does `work` every PAUSE seconds while the context lasts. Whatever goes wrong, it is done again."""

    def __init__(self, work: Callable[[], object], pause: float = PAUSE) -> None:
        self.work, self.pause = work, pause
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self._go_on, name="regular work", daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *failure: object) -> None:
        self.ends.set()
        self.thread.join(GRACE)

    def _go_on(self) -> None:
        while not self.ends.wait(self.pause):
            try:
                close_old_connections()
                self.work()
            except Exception:
                logger.exception("regular work failed, and is tried again")
        connections.close_all()
