"""Line-up quotas, as committed to in the ledger."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _

from tournaments.models import LineUpQuota, Tournament
from tournaments.models.digests import line_up_quota_hash
from tournaments.models.people.events import PlayersMerged
from tournaments.models.teams.events import LineUpQuotasSet
from tournaments.models.teams.line_up_quotas import lots_by_quota
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs


class LineUpQuotas:
    """Follows the number of quotas, their minimums, and the hashes of names and members."""

    about = LineUpQuota

    def __init__(self) -> None:
        self.seq: int | None = None
        self.recorded: list[tuple[int, str]] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {LineUpQuotasSet.kind: self._set, PlayersMerged.kind: self._set}

    def _set(self, entry: Entry) -> None:
        if "line_up_quotas" in entry.payload:
            self.seq = entry.seq
            self.recorded = [(one["least"], one["hash"]) for one in entry.payload["line_up_quotas"]]

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = [(quota.least, line_up_quota_hash(quota, lots)) for quota, lots in lots_by_quota(tournament)]
        if here != self.recorded:
            yield from differs(_("the list of line-up quotas"), ["line_up_quotas"], self.seq)
