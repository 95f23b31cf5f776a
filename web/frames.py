"""Frames with room: Python takes memory for frames in pieces of 16 kB, and gives each back at once when it is empty.

A loop that happens to stand at the end of a piece has the system do both at every call: up to a third of a page's
time, and half of a test's that opens hundreds of pages.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def with_room(call: Callable[P, R], words: int) -> Callable[P, R]:
    """Return `call` in a frame of so many words of eight bytes: its piece of memory holds those of all that it calls.

    The system gives what is used of it, and no more.
    """

    def roomy(*args: P.args, **kwargs: P.kwargs) -> R:
        return call(*args, **kwargs)

    roomy.__code__ = roomy.__code__.replace(co_stacksize=words)
    return roomy
