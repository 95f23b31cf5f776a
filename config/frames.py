"""A frame with room for all that a request calls.

Python 3.11 and 3.12 take memory for frames in pieces of 16 kB and give each back at once when it is empty. A loop that
happens to stand at the end of a piece asks the system for one, and gives it back, at every call.
"""

from collections.abc import Callable, Iterable
from typing import Any

# In words of eight bytes. What is not used of it is never given by the system.
ROOM = 2**15


def with_room(application: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """The same application, called in a frame so large that its piece holds those of all it calls."""

    def call(*arguments: Any) -> Iterable[bytes]:
        return application(*arguments)

    call.__code__ = call.__code__.replace(co_stacksize=ROOM)
    return call
