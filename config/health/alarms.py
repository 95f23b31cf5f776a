"""Mails to superusers about problems and their end.

A problem that lasts some minutes is reported once, again after a day, and its end once. The state is a file beside
the database's, so that it works while the database does not.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError, InterfaceError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from config.health.troubles import Trouble
from players.mail import send_now
from players.models import User

MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
# How long a problem, or its end, must last before it is reported.
LASTING = 5 * MINUTE
# A problem that ends and returns within an hour is not reported twice.
AGAIN_AFTER = HOUR
# A service restarted this often in this time has a lasting problem.
MOST_RESTARTS, RESTARTS_WITHIN = 3, 10 * MINUTE


@dataclass(frozen=True)
class Memory:
    """The state at the last check. Times are seconds of the system's clock."""

    to: tuple[str, ...] = ()
    seen: Mapping[str, float] = field(default_factory=dict)
    told: Mapping[str, float] = field(default_factory=dict)
    well_since: float = 0
    is_told: bool = False
    restarts: Mapping[str, Sequence[tuple[float, int]]] = field(default_factory=dict)
    units: Mapping[str, float] = field(default_factory=dict)


def remembered(file: Path) -> Memory:
    """Return the stored state; an empty one if the file is missing or incomplete."""
    try:
        return Memory(**json.loads(file.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return Memory()


def remember(file: Path, memory: Memory) -> None:
    """Store the state, readable by its owner only: it contains e-mail addresses."""
    part = file.with_suffix(".part")
    descriptor = os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as written:
        json.dump(asdict(memory), written)
    part.replace(file)


def watched(memory: Memory, wrong: Sequence[Trouble], now: float) -> tuple[Memory, list[Trouble] | None]:
    """Return the new state and what to report: problems, an empty list for "well again", or None for nothing."""
    seen = {one.code: memory.seen.get(one.code, now) for one in wrong}
    well_since = 0 if wrong else memory.well_since or now
    memory = replace(memory, seen=seen, well_since=well_since)
    lasting = [one for one in wrong if now - seen[one.code] >= LASTING]
    if any(_is_due(memory, one.code, now) for one in lasting):
        told = {**memory.told, **dict.fromkeys((one.code for one in lasting), now)}
        return replace(memory, told=told, is_told=True), lasting
    if memory.is_told and not wrong and now - well_since >= LASTING:
        return replace(memory, is_told=False), []
    return memory, None


def _is_due(memory: Memory, code: str, now: float) -> bool:
    told = memory.told.get(code)
    if told is None:
        return True
    has_lasted = memory.seen[code] <= told
    return now - told >= (DAY if has_lasted else AGAIN_AFTER)


def counted(memory: Memory, restarts: Mapping[str, int], now: float) -> tuple[Memory, list[Trouble]]:
    """Return the new state with restarts of services, and the services that keep restarting."""
    kept = {
        unit: [
            *((at, was) for at, was in memory.restarts.get(unit, ()) if now - at <= RESTARTS_WITHIN),
            (now, count),
        ]
        for unit, count in restarts.items()
    }
    found = []
    for unit, counts in kept.items():
        times = counts[-1][1] - min(was for _at, was in counts)
        if times >= MOST_RESTARTS:
            found.append(
                Trouble(
                    f"restarts_{unit}",
                    _("%(unit)s crashed and was restarted %(times)s times within ten minutes.")
                    % {"unit": unit, "times": times},
                    _("See the log: journalctl -u %(unit)s. Out of memory? See Sizes in docs/install.md.")
                    % {"unit": unit},
                )
            )
    return replace(memory, restarts=kept), found


def superusers(memory: Memory) -> tuple[str, ...]:
    """Return superusers' addresses; the stored ones while the database is unavailable."""
    try:
        rows = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
        return tuple(rows.order_by("pk").values_list("email", flat=True))
    except (DatabaseError, InterfaceError):
        return memory.to


def tell(to: Sequence[str], subject: str, paragraphs: Sequence[str]) -> None:
    """Mail each address. Raises MailAway."""
    for address in to:
        send_now(EmailMessage(subject, "\n\n".join([*paragraphs, _signed()]) + "\n", to=[address]))


def letter(wrong: Sequence[Trouble]) -> tuple[str, list[str]]:
    """Return subject and paragraphs of the mail about problems or their end."""
    if not wrong:
        return (_("Jantaku is working again: %(site)s") % _site(), [_("The problem is resolved.")])
    subject = _("Jantaku needs your attention: %(site)s") % _site()
    return subject, [f"{one.is_so}\n{one.to_do}" for one in wrong]


def letter_of_unit(unit: str) -> tuple[str, list[str]]:
    """Return subject and paragraphs of the mail about a failed unit."""
    meaning = {
        "jantaku-backup": _(
            "There is no new backup. Make one once this is fixed: deploy/bin/backup as root."
        ),
        "jantaku-verify": _(
            "Ledgers, results and standings may disagree, or could not be checked. To see which: "
            "deploy/bin/manage verify_ledger"
        ),
        "jantaku-clean": _("Expired data was not deleted; nothing breaks for some days."),
        "jantaku-watch": _("Until this is fixed, other problems are not reported by e-mail."),
    }
    said = [
        pgettext("message", "%(unit)s failed.") % {"unit": unit},
        _("See the log: journalctl -u %(unit)s. Check its state: systemctl status %(unit)s") % {"unit": unit},
    ]
    return _("%(unit)s failed: %(site)s") % {"unit": unit, **_site()}, [
        said[0],
        *([meaning[unit]] if unit in meaning else []),
        said[1],
    ]


def in_the_operators_language() -> Any:
    """Use the site's language: accounts have none."""
    return translation.override(settings.LANGUAGE_CODE)


def _site() -> dict[str, str]:
    return {"site": settings.SITE_URL.partition("://")[2]}


def _signed() -> str:
    return _("If something is wrong, see docs/install.md and %(page)s") % {
        "page": f"{settings.SITE_URL}/is-it-well/"
    }
