"""Changes of a player's record, proposed by organizers and decided by those who may edit it."""

from typing import Any

from players.api.fields import Name
from players.models import Player
from tournaments.actions.people.record_proposals import accept_proposal, propose_change, refuse_proposal
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.resources.people.entries import find_entry
from tournaments.api.resources.people.players import OneLicence
from tournaments.api.schemas.record_proposals import (
    RecordProposalShape,
    RecordProposalsShape,
    record_proposal_shape,
)
from tournaments.models import Entry, RecordProposal
from tournaments.permissions import can_run, editable_players, proposals_to_decide
from web.api.fields import Input
from web.api.pagination import MOST
from web.api.policies import SignedIn


class ProposedChange(Input):
    """The new values; fields left out do not change. `licence` is added to the player's other licences."""

    name = Name(required=False, help_text="New name.")
    reading = Name(required=False, allow_blank=True, help_text="New reading; empty to take it away.")
    club = Name(required=False, allow_blank=True, help_text="New club; empty to take it away.")
    licence = OneLicence(required=False, help_text="Number to add.")


class Accepting(Input):
    """A change that is also shown in other organizers' tournaments is refused with the code please_confirm; repeat
    the call with plays_elsewhere in `confirm` to proceed.
    """

    confirm = Confirmed(default=list)


def find_proposal(view: ApiView, pk: int) -> RecordProposal:
    """Return a proposal, even a decided one, so that a repeated call learns its outcome."""
    proposals = RecordProposal.objects.select_related("tournament", "player")
    return view.find(proposals.filter(player__in=editable_players(view.actor).values("pk")), pk=pk)


def find_player(view: ApiView, pk: int) -> Player:
    return view.find(Player.objects.filter(pk__in=editable_players(view.actor).values("pk")), pk=pk)


class EntryProposals(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "proposeChange",
        "Propose to change the player of an entry to those who may. Another proposal of yours takes the place of the "
        "open one",
        permission=can_run,
        finds=find_entry,
        of="tournament",
        takes=ProposedChange,
        gives=RecordProposalShape,
        status=201,
        refuses=(429,),
    )
    def post(self, entry: Entry, data: dict[str, Any]) -> RecordProposalShape:
        changes = dict(data)
        if "licence" in changes:
            changes["licence"] = (changes["licence"]["body"], changes["licence"]["number"])
        return record_proposal_shape(
            propose_change(player=entry.player, tournament=entry.tournament, changes=changes, by=self.actor)
        )


class OwnProposals(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listOwnProposals",
        "The changes of players that you proposed, the newest first, and what became of them",
        permission=everybody,
        finds=None,
        gives=RecordProposalsShape,
    )
    def get(self) -> RecordProposalsShape:
        user = self.actor.user
        assert user is not None, "only who is signed in has an answer"
        proposals = RecordProposal.objects.made_by(user).select_related("tournament")[:MOST]
        shape: RecordProposalsShape = {"proposals": [record_proposal_shape(one) for one in proposals]}
        return shape


class PlayerProposals(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listProposals",
        "The changes of a player about which nobody has decided, the oldest first",
        permission=everybody,
        finds=find_player,
        gives=RecordProposalsShape,
        refuses=(403,),
    )
    def get(self, player: Player) -> RecordProposalsShape:
        proposals = proposals_to_decide(self.actor).filter(player=player).select_related("tournament")
        shape: RecordProposalsShape = {"proposals": [record_proposal_shape(one) for one in proposals]}
        return shape


class AcceptProposal(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "acceptProposal",
        "Change the player as was proposed. If-Match names the tag of the player whom you saw",
        permission=everybody,
        finds=find_proposal,
        takes=Accepting,
        gives=RecordProposalShape,
        if_match=True,
    )
    def post(self, proposal: RecordProposal, data: dict[str, Any], seen: str) -> RecordProposalShape:
        return record_proposal_shape(
            accept_proposal(proposal=proposal, seen=seen, confirm=data["confirm"], by=self.actor)
        )


class RefuseProposal(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "refuseProposal",
        "Leave the player as they are",
        permission=everybody,
        finds=find_proposal,
        takes=Nothing,
        gives=RecordProposalShape,
    )
    def post(self, proposal: RecordProposal) -> RecordProposalShape:
        return record_proposal_shape(refuse_proposal(proposal=proposal, by=self.actor))
