"""pytest in a frame with room for all that a test calls, see `web.frames`: python -m tools.roomy_pytest ARGUMENTS"""

import sys

import pytest

from web.frames import with_room

if __name__ == "__main__":
    sys.exit(with_room(pytest.main, words=2**17)())
