"""Problems found in the figures, in words for the operator: what is wrong and what to do."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.template.defaultfilters import filesizeformat
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.health.figures import Figures

MINUTE, HOUR = 60, 60 * 60
# A worker checks every 15 seconds, and may be busy with a large hall; pages say after 60 that results wait.
LONGEST_SILENCE = 2 * MINUTE
LONGEST_BEHIND = 2 * MINUTE
# Draws are computed one at a time, and one may take minutes.
LONGEST_QUEUED = 15 * MINUTE
LONGEST_MAIL = 10 * MINUTE
MOST_FAILED_MAILS = 2  # in a row
# The timer makes one per hour.
OLDEST_BACKUP = 3 * HOUR
# The timer verifies every night; one night may be lost to an upgrade.
OLDEST_VERIFICATION = 50 * HOUR
# Of the database's disk, the smaller of the two.
LEAST_SHARE, LEAST_BYTES = 0.1, 2 * 2**30


@dataclass(frozen=True)
class Trouble:
    """`code` is stable and for programs; the sentences are in the active language."""

    code: str
    is_so: str
    to_do: str


def troubles(now: Figures) -> list[Trouble]:
    """Return all problems, the most severe first."""
    return [*_of_database(now), *_of_worker(now), *_of_mail(now), *_of_operator(now)]


def _of_database(now: Figures) -> Iterator[Trouble]:
    if now.database == "full":
        yield Trouble(
            "database_full",
            _("The database disk is full: results are refused, and phones keep them."),
            _("Free some space, for example old logs or packages. Nothing needs repair afterwards."),
        )
    elif now.database == "read-only":
        yield Trouble(
            "database_read_only",
            _("The database is read-only: results are refused, and phones keep them."),
            _("Point the server to the writable database, or end its standby."),
        )
    elif now.database != "ok":
        yield Trouble(
            "database_away",
            _("The database does not answer: results are refused, and phones keep them."),
            _("Check it: systemctl status postgresql, and journalctl -u 'postgresql*'."),
        )
    if now.migrations == "unknown":
        yield Trouble(
            "migrations_unknown",
            _("The database is newer than this program: changes may be refused."),
            _("Start the newer version (deploy/bin/upgrade), or restore the backup made before the upgrade."),
        )
    elif now.migrations == "too_old":
        yield Trouble(
            "migrations_too_old",
            _("The database is too old for this program: pages may fail."),
            _(
                "Upgrade by way of the oldest version that upgrades are supported from "
                "(docs/install.md, Upgrading)."
            ),
        )
    elif now.migrations == "missing":
        yield Trouble(
            "migrations_missing",
            _("The database has not been migrated to this version: pages may fail."),
            _("Run deploy/bin/prepare as root, then restart the services."),
        )
    free, total = now.room_free, now.room_total
    if free is not None and total is not None and free < min(LEAST_SHARE * total, LEAST_BYTES):
        yield Trouble(
            "disk_nearly_full",
            _("The database's disk is nearly full: %(free)s of %(total)s are free.")
            % {"free": filesizeformat(free), "total": filesizeformat(total)},
            _("Free some space, or use a larger disk, before results are refused."),
        )
    if now.redis in {"away", "full"}:
        yield Trouble(
            "redis_away" if now.redis == "away" else "redis_full",
            _("Redis does not answer: standings are late, and everything is a little slower.")
            if now.redis == "away"
            else _("Redis is full: standings are late, and everything is a little slower."),
            _("Check it: systemctl status redis-server. It can be emptied at any time; it holds no results."),
        )


def _of_worker(now: Figures) -> Iterator[Trouble]:
    restart = _("Restart it: systemctl restart jantaku-worker jantaku-beat. It continues where it stopped.")
    if not now.is_embedded and now.database == "ok" and now.migrations == "ok":
        if now.worker_silent is None:
            yield Trouble("worker_silent", _("No worker has run yet: standings are not updated."), restart)
        elif now.worker_silent > LONGEST_SILENCE:
            yield Trouble(
                "worker_silent",
                _("No worker has run for %(time)s: standings are not updated.")
                % {"time": in_words(now.worker_silent)},
                restart,
            )
    if now.standings_behind > LONGEST_BEHIND:
        yield Trouble(
            "standings_behind",
            _("Standings have been out of date for %(time)s.") % {"time": in_words(now.standings_behind)},
            restart,
        )
    if now.standings_given_up:
        yield Trouble(
            "standings_given_up",
            ngettext(
                "The standings of %(number)s stage could not be computed.",
                "The standings of %(number)s stages could not be computed.",
                now.standings_given_up,
            )
            % {"number": now.standings_given_up},
            _("See the log: journalctl -u jantaku-worker. Then run: deploy/bin/manage publish_standings."),
        )
    if now.oldest_draw > LONGEST_QUEUED:
        yield Trouble(
            "draws_waiting",
            _("A requested draw has been waiting for %(time)s.") % {"time": in_words(now.oldest_draw)},
            restart,
        )


def _of_mail(now: Figures) -> Iterator[Trouble]:
    mend = _(
        "Send a test: deploy/bin/manage sendtestemail you@example.org; its last line says why it fails. "
        "Then fix EMAIL_URL, and restart the services."
    )
    if now.mails_not_sent >= MOST_FAILED_MAILS:
        yield Trouble(
            "mails_failing",
            ngettext(
                "E-mail is not being sent: the last one has been failing for %(time)s.",
                "E-mail is not being sent: the last %(number)s have been failing for %(time)s.",
                now.mails_not_sent,
            )
            % {"number": now.mails_not_sent, "time": in_words(now.mails_failing)},
            mend,
        )
    if now.oldest_mail > LONGEST_MAIL:
        yield Trouble(
            "mails_waiting",
            ngettext(
                "%(number)s e-mail has been waiting to be sent for %(time)s.",
                "%(number)s e-mails have been waiting to be sent for %(time)s.",
                now.mails_due,
            )
            % {"number": now.mails_due, "time": in_words(now.oldest_mail)},
            mend,
        )


def _of_operator(now: Figures) -> Iterator[Trouble]:
    if now.is_embedded or now.migrations != "ok":
        return
    back_up = _(
        "Make one: deploy/bin/backup as root. To see why there was none: journalctl -u jantaku-backup."
    )
    if now.backup_age is None:
        yield Trouble("backup_missing", _("There is no backup yet."), back_up)
    elif now.backup_age > OLDEST_BACKUP:
        yield Trouble(
            "backup_old", _("The last backup is %(time)s old.") % {"time": in_words(now.backup_age)}, back_up
        )
    if now.unverified_for > OLDEST_VERIFICATION:
        yield Trouble(
            "not_verified",
            _("Ledgers, results and standings have not been verified for %(time)s.")
            % {"time": in_words(now.unverified_for)},
            _(
                "Check them: deploy/bin/manage verify_ledger. To see why it did not run: journalctl -u "
                "jantaku-verify."
            ),
        )


def in_words(seconds: float) -> str:
    """Return a duration in words: `5 minutes`."""
    now = datetime.now(UTC)
    return timesince(now - timedelta(seconds=seconds), now, depth=1)
