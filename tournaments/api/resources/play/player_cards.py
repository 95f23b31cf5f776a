"""Player cards, each with a code and a PIN for the whole event, and the phones that follow them."""

from collections.abc import Mapping
from typing import Any, cast

from django.db.models import Prefetch, QuerySet
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.credentials.player_cards import (
    admit_phone,
    issue_player_cards,
    revoke_player_card,
    sign_phone_out,
)
from tournaments.actions.idempotency import Answer
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, one_of, reads, writes
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.play.player_cards import (
    CardPhoneShape,
    MadeCardsShape,
    PlayerCardShape,
    card_phone_shape,
    made_card_shape,
    player_card_shape,
)
from tournaments.models import CardPhone, PlayerCard, Tournament
from tournaments.permissions import can_referee
from web.api.fields import Id, Input, Several
from web.api.pagination import Paging, page
from web.api.policies import SignedIn

MOST_CARDS = 2_000


find_card = one_of(PlayerCard, "entry__tournament")


class Making(Input):
    """Without `entries`, every participant without a card gets one. Entries in `entries` get a new card: the old one
    becomes invalid and its phones are removed.
    """

    entries = Several(
        child=Id(),
        max_length=MOST_CARDS,
        required=False,
        help_text="Ids of the entries that get a new card; left out for all without a card.",
    )


class TournamentPlayerCards(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listPlayerCards",
        "Who has a card, and which phones follow it or wait to be let in (referee)",
        permission=can_referee,
        gives=PlayerCardShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = _living(tournament).select_related("entry__player")
        phones = CardPhone.objects.filter(ended_at=None).order_by("pk")
        rows = rows.prefetch_related(Prefetch("phones", phones)).order_by("entry__number")
        return page(self.request, rows, query, player_card_shape)

    @writes(
        "makePlayerCards",
        "Make the missing cards, or new ones for the entries you name; the answer has their codes and PINs",
        permission=can_referee,
        takes=Making,
        gives=MadeCardsShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> MadeCardsShape:
        entries = data.get("entries")
        if entries is not None:
            found = tournament.entries.filter(pk__in=entries).count()
            if found != len(set(entries)):
                raise serializers.ValidationError({"entries": [NO_SUCH]})
        made = issue_player_cards(
            tournament=tournament, entries=entries, renew=entries is not None, by=self.actor
        )
        return {"cards": [made_card_shape(card, code="", pin="") for card in made]}

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in codes and PINs, which are not stored; those of replaced cards stay empty."""
        if answer.status != 201:
            return answer.body
        made = cast("MadeCardsShape", answer.body)["cards"]
        living = PlayerCard.objects.filter(pk__in=[card["id"] for card in made], revoked_at=None)
        secrets = {card.pk: {"code": card.code, "pin": card.pin} for card in living if card.code_works}
        return {"cards": [{**card, **secrets.get(card["id"], {})} for card in made]}


class OnePlayerCard(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "revokePlayerCard",
        "Take a player's card away: it opens nothing any more, and its phones are out",
        permission=can_referee,
        finds=find_card,
        of="entry.tournament",
        status=204,
    )
    def delete(self, card: PlayerCard) -> None:
        revoke_player_card(card=card, by=self.actor)


find_phone = one_of(CardPhone, "card__entry__tournament")


class CardPhoneView(ApiView):
    """A referee's actions on a phone that follows a card."""

    permission_classes = [SignedIn]


class AdmitCardPhone(CardPhoneView):
    @writes(
        "admitCardPhone",
        "Let a waiting phone in, as its card's PIN would",
        permission=can_referee,
        finds=find_phone,
        of="card.entry.tournament",
        takes=Nothing,
        gives=CardPhoneShape,
    )
    def post(self, phone: CardPhone) -> CardPhoneShape:
        return card_phone_shape(admit_phone(phone=phone, by=self.actor))


class OneCardPhone(CardPhoneView):
    @writes(
        "signCardPhoneOut",
        "Sign a phone out of a card, or send away one that waits",
        permission=can_referee,
        finds=find_phone,
        of="card.entry.tournament",
        status=204,
    )
    def delete(self, phone: CardPhone) -> None:
        sign_phone_out(phone=phone, by=self.actor)


def _living(tournament: Tournament) -> QuerySet[PlayerCard]:
    return PlayerCard.objects.filter(entry__tournament=tournament, revoked_at=None)
