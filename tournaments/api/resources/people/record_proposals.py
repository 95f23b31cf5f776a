"""Changes of a player's record that organizers propose, and those who may change it decide about."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Name
from players.models import Player
from tournaments.actions.people.record_proposals import accept_proposal, propose_change, refuse_proposal
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import everybody, reads
from tournaments.api.resources.people.entries import find_entry
from tournaments.api.resources.people.players import OneLicence
from tournaments.api.resources.setup.tournaments import Nothing
from tournaments.api.schemas.record_proposals import (
    RecordProposalShape,
    RecordProposalsShape,
    record_proposal_shape,
)
from tournaments.models import RecordProposal
from tournaments.permissions import can_run, editable_players, proposals_to_decide
from web.api.fields import Input
from web.api.pagination import MOST
from web.api.policies import SignedIn
from web.api.schema import describe


class ProposedChange(Input):
    """What shall be otherwise; what is left out stays. `licence` comes in addition to the player's others."""

    name = Name(required=False)
    reading = Name(required=False, allow_blank=True)
    club = Name(required=False, allow_blank=True)
    licence = OneLicence(required=False)


class Accepting(Input):
    """A change that is also seen in tournaments of others is refused with the code please_confirm; if it is meant,
    send it again with plays_elsewhere.
    """

    confirm = Confirmed(default=list)


class EntryProposals(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "proposeChange",
        "Propose to change the player of an entry to those who may. Another proposal of yours takes the place of the "
        "open one",
        takes=ProposedChange,
        gives=RecordProposalShape,
        status=201,
        changes=True,
        refuses=(429,),
    )
    def post(self, request: Request, pk: int) -> Response:
        entry = find_entry(self, pk)
        self.allow(can_run(self.actor, entry.tournament))
        data: dict[str, Any] = dict(self.validated_data(ProposedChange))
        if "licence" in data:
            data["licence"] = (data["licence"]["body"], data["licence"]["number"])

        def action() -> RecordProposalShape:
            return record_proposal_shape(
                propose_change(player=entry.player, tournament=entry.tournament, changes=data, by=self.actor)
            )

        return self.do(action, status=201)


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

    @describe(
        "listProposals",
        "The changes of a player about which nobody has decided, the oldest first",
        gives=RecordProposalsShape,
        refuses=(403,),
    )
    def get(self, request: Request, pk: int) -> Response:
        player = self.find(Player.objects.filter(pk__in=editable_players(self.actor).values("pk")), pk=pk)
        proposals = proposals_to_decide(self.actor).filter(player=player).select_related("tournament")
        shape: RecordProposalsShape = {"proposals": [record_proposal_shape(one) for one in proposals]}
        return Response(shape)


class _Decision(ApiView):
    permission_classes = [SignedIn]

    def proposal(self, pk: int) -> RecordProposal:
        """Also one that is decided: a repeat is told what became of it."""
        proposals = RecordProposal.objects.select_related("tournament", "player")
        return self.find(proposals.filter(player__in=editable_players(self.actor).values("pk")), pk=pk)


class AcceptProposal(_Decision):
    @describe(
        "acceptProposal",
        "Change the player as was proposed. If-Match names the tag of the player whom you saw",
        takes=Accepting,
        gives=RecordProposalShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        proposal = self.proposal(pk)
        data, seen = self.validated_data(Accepting), self.version()

        def action() -> RecordProposalShape:
            return record_proposal_shape(
                accept_proposal(proposal=proposal, seen=seen, confirm=data["confirm"], by=self.actor)
            )

        return self.do(action)


class RefuseProposal(_Decision):
    @describe(
        "refuseProposal",
        "Leave the player as they are",
        takes=Nothing,
        gives=RecordProposalShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        proposal = self.proposal(pk)
        self.validated_data(Nothing)
        return self.do(lambda: record_proposal_shape(refuse_proposal(proposal=proposal, by=self.actor)))
