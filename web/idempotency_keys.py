"""Keys that identify repeated calls and form submissions."""

import re
import uuid

KEY = re.compile(r"[A-Za-z0-9-]{16,64}")


def new_key() -> str:
    return str(uuid.uuid4())
