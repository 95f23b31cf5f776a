"""Of whom teams have to send some to every round."""

from typing import Annotated, TypedDict

from tournaments.actions.seen_versions import line_up_quota_tag
from tournaments.models import LineUpQuota


class LineUpQuotaShape(TypedDict):
    """Every line-up needs at least `least` of the players `entries`. Send `tag` as If-Match to change it."""

    id: int
    name: Annotated[str, "Name of the quota."]
    least: Annotated[int, "At least this many of them play in every line-up."]
    entries: Annotated[list[int], "Ids of the entries it is about."]
    tag: str


def line_up_quota_shape(quota: LineUpQuota) -> LineUpQuotaShape:
    return {
        "id": quota.pk,
        "name": quota.name,
        "least": quota.least,
        "entries": sorted(member.entry_id for member in quota.members.all()),
        "tag": line_up_quota_tag(quota),
    }
