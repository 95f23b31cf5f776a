"""Names of downloaded files: event, day, time zone, and content."""

import re
import unicodedata

from tournaments.models import Season, Tournament

# Characters that file systems or browsers refuse in names, and invisible ones.
_REFUSED = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+')
LONGEST = 80


def file_name(tournament: Tournament, title: str, extension: str) -> str:
    """Return a name such as `Spring Open 2026-11-21 (Asia-Tokyo) Standings.csv`."""
    day = f" {tournament.starts_on.isoformat()}" if tournament.starts_on else ""
    zone = tournament.time_zone.replace("/", "-")
    return f"{_safe(tournament.name)[:LONGEST]}{day} ({zone}) {_safe(title)}.{extension}"


def season_file_name(season: Season, title: str, extension: str) -> str:
    """Return a name such as `River League 2026 Divisions and standings.csv`. Its league must be loaded."""
    return f"{_safe(str(season))[:LONGEST]} {_safe(title)}.{extension}"


def _safe(text: str) -> str:
    shown = _REFUSED.sub(" ", unicodedata.normalize("NFC", text))
    return " ".join(shown.split()).strip(" .") or "-"
