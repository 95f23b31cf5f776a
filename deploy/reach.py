"""Where an address like DATABASE_URL leads, as lines for a shell: `URL=postgres://… python3 reach.py`.

The password goes to PostgreSQL's programs by the environment, so that none stands in a command line. `NAME=other`
names another database there. Needs nothing but Python: a server is also rescued while its environment is broken.
"""

import os
import shlex
import sys
from urllib.parse import parse_qs, quote, unquote, urlsplit

SCHEMES = {"postgres", "postgresql", "psql", "pgsql"}
THIS_MACHINE = {"", "localhost", "127.0.0.1", "::1"}


def reached(url: str, name: str = "") -> dict[str, str]:
    """Raise ValueError, with what to say, for what is no address of a PostgreSQL database."""
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES:
        raise ValueError(
            f"{parts.scheme or 'this'}:… is not the address of a PostgreSQL database (postgres://…)"
        )
    # Not parts.hostname, which makes the case of a socket's folder small.
    credentials, _at, place = parts.netloc.rpartition("@")
    user, colon, password = credentials.partition(":")
    host = (
        unquote(parts.hostname or "")
        if not place.lower().startswith("%2f")
        else unquote(place.partition(":")[0])
    )
    host = host or parse_qs(parts.query).get("host", [""])[0]
    path = "/" + quote(name) if name else parts.path
    if not path.strip("/"):
        raise ValueError("it names no database (postgres://…/jantaku)")
    without_password = f"{user}@" if user else ""
    rest = f"{place}{path}" + (f"?{parts.query}" if parts.query else "")
    return {
        "REACH_HOST": host,
        "REACH_PORT": str(parts.port or 5432),
        "REACH_NAME": unquote(path.lstrip("/")),
        "REACH_LOCAL": "yes" if host in THIS_MACHINE or host.startswith("/") else "",
        "REACH_PLACE": f"{f'[{host}]' if ':' in host else host or 'the socket'}:{parts.port or 5432}{path}",
        "REACH": f"postgresql://{without_password}{rest}",
        "REACH_URL": f"{parts.scheme}://{credentials}@{rest}" if credentials else f"{parts.scheme}://{rest}",
        "PGPASSWORD": unquote(password) if colon else "",
    }


if __name__ == "__main__":
    try:
        found = reached(os.environ.get("URL", ""), os.environ.get("NAME", ""))
    except ValueError as reason:
        sys.exit(str(reason))
    for variable, value in found.items():
        print(f"{variable}={shlex.quote(value)}")
