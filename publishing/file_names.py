"""What a file is called on somebody's disk: whose it is, which day, which zone, and what is in it."""

import re
import unicodedata

from tournaments.models import Season, Tournament

# What no file system, or no browser, takes in a name; and what hides what a name really is.
_REFUSED = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+')
LONGEST = 80


def file_name(tournament: Tournament, title: str, extension: str) -> str:
    """Return a name such as `Spring Open 2026-11-21 (Asia-Tokyo) Standings.csv`."""
    day = f" {tournament.starts_on.isoformat()}" if tournament.starts_on else ""
    zone = tournament.time_zone.replace("/", "-")
    return f"{_safe(tournament.name)[:LONGEST]}{day} ({zone}) {_safe(title)}.{extension}"


def season_file_name(season: Season, title: str, extension: str) -> str:
    """Return a name such as `River League 2026 Divisions and standings.csv`. Expects its league to be loaded."""
    return f"{_safe(str(season))[:LONGEST]} {_safe(title)}.{extension}"


def _safe(text: str) -> str:
    shown = _REFUSED.sub(" ", unicodedata.normalize("NFC", text))
    return " ".join(shown.split()).strip(" .") or "-"
