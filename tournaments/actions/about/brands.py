"""The face of a tournament, a league or the site: what is set is the whole of it."""

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from players.traces import retrace
from tournaments.actions.about.saying import checked_row, replace_rows, sealing, store_said
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_league, lock_tournament
from tournaments.actions.seen_versions import brand_tag, refuse_stale
from tournaments.models import BrandPicture, League, Tournament
from tournaments.models.about.brands import MOST_SPONSORS, Owner, owned_by
from tournaments.models.about.events import BrandPicturesSet, BrandSet, Said, SponsorsSet, brand_content
from tournaments.models.events import sealing_events
from tournaments.models.leagues.events import LeagueBrandSet
from web.pictures import Picture


@transaction.atomic
def set_brand(
    *,
    owner: Owner,
    brand: Mapping[str, str],
    sponsors: Sequence[Mapping[str, str]],
    pictures: Iterable[Picture],
    seen: str,
    by: Actor,
) -> None:
    """Make the brand of a tournament, a league or the site (None) this one, with these sponsors in their order.

    What `brand` leaves out is empty and inherited. A logo or a poster is the name of a picture: of one that is there,
    or of one of `pictures`; what no name leads to any more is deleted. `seen` is the `brand_tag` of what was shown.
    Refused: a picture that is not there, more than MOST_SPONSORS, and what the models' validators refuse. The same
    again changes nothing. The site has no ledger; a tournament's and a league's tell that it was done, with a digest.
    """
    if isinstance(owner, Tournament):
        lock_tournament(owner.pk)
    elif owner is not None:
        lock_league(owner.pk)
    refuse_stale(seen, brand_tag(owner))
    if len(sponsors) > MOST_SPONSORS:
        message = _("There are at most %(most)s sponsors.") % {"most": MOST_SPONSORS}
        raise RulesRefuse(message, code="too_many_sponsors", fields={"sponsors": [message]})
    rows = _rows(owner, brand, sponsors, pictures)
    if isinstance(owner, Tournament):
        stored = {
            event: store_said(
                event, wanted, tournament=owner, before=list(sealing_events()[event].rows(owner))
            )
            for event, wanted in rows.items()
        }
        entries = [
            sealing(event, found, tournament=owner) for event, found in stored.items() if found is not None
        ]
        for entry in entries:
            record(entry, tournament_id=owner.pk, by=by)
        return
    if _replaced(owner, rows) and isinstance(owner, League):
        digest = retrace("league_brand", owner.pk, brand_content(owner))
        record_league(LeagueBrandSet(sponsors=len(sponsors), digest=digest), league_id=owner.pk, by=by)


def _rows(
    owner: Owner,
    brand: Mapping[str, str],
    sponsors: Sequence[Mapping[str, str]],
    pictures: Iterable[Picture],
) -> dict[type[Said], list[dict[str, Any]]]:
    """The rows of each kind; pictures are those that something names."""
    named = [*(brand.get(name, "") for name in ("logo", "poster", "poster_small"))]
    named += [one.get("logo", "") for one in sponsors]
    wanted = sorted(set(filter(None, named)))
    there = {row.name: row for row in BrandPicture.objects.filter(**owned_by(owner), name__in=wanted)}
    sent = {one.file: one for one in pictures}
    kept: list[dict[str, Any]] = []
    for name in wanted:
        if name in there:
            kept.append({"pk": there[name].pk, "name": name, "content": there[name].content})
        elif name in sent:
            kept.append({"name": name, "content": base64.b64encode(sent[name].content).decode()})
        else:
            message = _("There is no picture of this name.")
            raise RulesRefuse(message, code="no_picture", fields={"logo": [message]})
    is_empty = not any(text.strip() for text in brand.values())
    return {
        BrandSet: [] if is_empty and isinstance(owner, Tournament) else [dict(brand)],
        SponsorsSet: [{**one, "ordinal": place} for place, one in enumerate(sponsors, start=1)],
        BrandPicturesSet: kept,
    }


def _replaced(owner: League | None, rows: Mapping[type[Said], Sequence[Mapping[str, Any]]]) -> bool:
    """Store the rows of a league or of the site; return whether anything is another than before.

    The brand always gets a new row: by its id pages see that they are outdated.
    """
    whose = owned_by(owner)
    before, wanted = {}, {}
    for event, columns in rows.items():
        seals = sealing_events()[event]
        before[event] = list(seals.model._default_manager.filter(**whose))
        wanted[event] = [checked_row(seals, whose, place, one) for place, one in enumerate(columns)]
    if all(
        sealing_events()[event].content(before[event]) == sealing_events()[event].content(wanted[event])
        for event in rows
    ):
        return False
    for event in rows:
        seals = sealing_events()[event]
        stored = seals.model._default_manager.filter(**whose)
        replace_rows(seals, stored, before[event], wanted[event])
    return True
