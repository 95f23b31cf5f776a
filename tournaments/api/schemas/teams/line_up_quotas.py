from typing import Annotated, TypedDict

from tournaments.actions.seen_versions import line_up_quota_tag
from tournaments.models import LineUpQuota
from web.api.answers import By, Of, filled


def _entries_of(quota: LineUpQuota) -> list[int]:
    return sorted(member.entry_id for member in quota.members.all())


class LineUpQuotaShape(TypedDict):
    """Every line-up needs at least `least` of the players `entries`. Send `tag` as If-Match to change it."""

    id: Annotated[int, Of("pk")]
    name: Annotated[str, "Name of the quota."]
    least: Annotated[int, "At least this many of them play in every line-up."]
    entries: Annotated[list[int], By(_entries_of), "Ids of the entries it is about."]
    tag: Annotated[str, By(line_up_quota_tag)]


line_up_quota_shape = filled(LineUpQuotaShape, LineUpQuota)
