"""Keys by which a call or a form that is sent twice is known as one."""

import re
import uuid

KEY = re.compile(r"[A-Za-z0-9-]{16,64}")


def new_key() -> str:
    return str(uuid.uuid4())
