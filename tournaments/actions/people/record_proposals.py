"""Proposals to change a player's record, by organizers who may not change it, and decisions about them."""

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from players.actions import club_named, licences_of
from players.models import Player, User
from players.names import MOST_LICENCES
from tournaments.actions.actor import Actor
from tournaments.actions.changes import refuse_unknown
from tournaments.actions.errors import RulesRefuse, StateRefuses, TooManyAttempts
from tournaments.actions.people.editing import edit_player
from tournaments.models import RecordProposal, Tournament

DAY = timedelta(days=1)
SECONDS = 24 * 60 * 60
# By one person: for one player a day, and for all players a day. Then: open proposals for one player.
MOST_FOR_A_PLAYER, MOST_IN_A_DAY, MOST_OPEN = 3, 50, 5
FIELDS = ("name", "reading", "club", "licence")
Status = RecordProposal.Status


@transaction.atomic
def propose_change(
    *, player: Player, tournament: Tournament, changes: Mapping[str, object], by: Actor
) -> RecordProposal:
    """Propose to change `name`, `reading`, `club` (its name) or to add a `licence` (federation, number).

    The record does not change. A new proposal replaces the same person's open one. Idempotent. Refuses proposals
    without effect (`nothing_to_change`), too many a day (`too_many_attempts`) and too many open ones for a player
    (`too_many_proposals`).
    """
    refuse_unknown(changes, FIELDS)
    assert by.user is not None, "only who is signed in proposes"
    # Concurrent proposals of one person are counted one after the other.
    User.objects.select_for_update(no_key=True).get(pk=by.user.pk)
    player = (
        Player.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=player.pk)
    )
    wanted = _differing(player, changes)
    if not wanted:
        raise RulesRefuse(_("These details are on file already."), code="nothing_to_change")
    own = RecordProposal.objects.filter(proposed_by=by.user)
    found = own.open().filter(player=player).first()
    if found is not None and found.changes == wanted:
        return found
    today = own.filter(proposed_at__gt=Now() - DAY)
    if today.filter(player=player).count() >= MOST_FOR_A_PLAYER or today.count() >= MOST_IN_A_DAY:
        raise TooManyAttempts(
            _("You have reached today's limit of proposed changes. Please continue tomorrow."),
            retry_after=SECONDS,
        )
    others = RecordProposal.objects.open().filter(player=player).exclude(proposed_by=by.user)
    if others.count() >= MOST_OPEN:
        message = _("%(player)s already has the maximum of proposed changes waiting for a decision.")
        raise StateRefuses(message % {"player": player}, code="too_many_proposals")
    if found is not None:
        _decide(found, Status.REFUSED, by)
    return RecordProposal.objects.create(
        player=player, tournament=tournament, changes=wanted, proposed_by=by.user
    )


def _differing(player: Player, changes: Mapping[str, object]) -> dict[str, object]:
    now = {
        "name": player.name,
        "reading": player.reading,
        "club": player.club.name if player.club else "",
    }
    wanted = {name: changes[name] for name in now if name in changes and changes[name] != now[name]}
    licence = changes.get("licence")
    if isinstance(licence, (tuple, list)) and tuple(licence) not in licences_of(player):
        wanted["licence"] = list(licence)
    return wanted


@transaction.atomic
def accept_proposal(
    *, proposal: RecordProposal, seen: str, by: Actor, confirm: Collection[str] = ()
) -> RecordProposal:
    """Apply a proposal; ledgers record it as a change by `by`. Idempotent.

    `seen` is the `player_tag` shown with it. Asks and refuses as `edit_player` does; raises `proposal_decided` if it
    was rejected.
    """
    proposal, player = _locked(proposal)
    if proposal.status == Status.ACCEPTED:
        return proposal
    _refuse_decided(proposal)
    changes = {name: proposal.changes[name] for name in ("name", "reading") if name in proposal.changes}
    if "club" in proposal.changes:
        club = proposal.changes["club"]
        changes["club"] = club_named(club) if club else None
    if "licence" in proposal.changes:
        licences = {*licences_of(player), tuple(proposal.changes["licence"])}
        if len(licences) > MOST_LICENCES:
            raise RulesRefuse(
                _("At most %(most)s licences are allowed.") % {"most": MOST_LICENCES}, code="too_many"
            )
        changes["licences"] = sorted(licences)
    edit_player(player=player, changes=changes, seen=seen, by=by, confirm=confirm)
    return _decide(proposal, Status.ACCEPTED, by)


@transaction.atomic
def refuse_proposal(*, proposal: RecordProposal, by: Actor) -> RecordProposal:
    """Reject a proposal. Idempotent; refused (`proposal_decided`) once it was accepted."""
    proposal, _player = _locked(proposal)
    if proposal.status == Status.REFUSED:
        return proposal
    _refuse_decided(proposal)
    return _decide(proposal, Status.REFUSED, by)


def _locked(proposal: RecordProposal) -> tuple[RecordProposal, Player]:
    player = Player.objects.select_for_update(no_key=True).get(pk=proposal.player_id)
    return RecordProposal.objects.select_for_update(no_key=True).get(pk=proposal.pk), player


def _refuse_decided(proposal: RecordProposal) -> None:
    if proposal.status != Status.OPEN:
        raise StateRefuses(_("This proposal has already been decided."), code="proposal_decided")


def _decide(proposal: RecordProposal, status: Status, by: Actor) -> RecordProposal:
    """Keep who decided and when; the texts are deleted."""
    proposal.status, proposal.changes, proposal.decided_by = status, {}, by.user
    proposal.decided_at = Now()
    proposal.save(update_fields=["status", "changes", "decided_by", "decided_at"])
    proposal.refresh_from_db(fields=["decided_at"])
    return proposal
