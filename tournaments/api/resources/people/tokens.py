from collections.abc import Mapping
from typing import cast

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.notices import tell_of_change
from players.sign_in import has_confirmed_lately
from tournaments.actions.credentials.api_tokens import (
    LONGEST_LIFE,
    create_api_token,
    revoke_api_token,
    secret_for,
)
from tournaments.actions.errors import NotAllowed
from tournaments.actions.idempotency import Answer
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Title
from tournaments.api.operations import by_itself
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.structure import NewTokenShape, TokenShape, new_token_shape, token_shape
from tournaments.models import ApiToken, Tournament
from tournaments.permissions import can_use_tokens_of, visible_tournaments
from web.api.fields import Input, OneOf, Text, Whole, longest
from web.api.pagination import Paging, page
from web.api.policies import SignedIn


# The answer is described as NewToken.
@extend_schema_serializer(component_name="TokenWanted")
class NewToken(Input):
    """`scope`: read, report (results) or manage (everything the owner may do). `tournament`: the address of the only
    tournament it is valid for. `days`: its lifetime.
    """

    name = Title(help_text="Name by which you will know it.")
    scope = OneOf(ApiToken.Scope.choices, default=ApiToken.Scope.READ)
    tournament = Text(
        max_length=longest(Tournament, "slug"),
        required=False,
        allow_null=True,
        help_text="Address (slug) of the only tournament it is for; null for all.",
    )
    days = Whole(min_value=1, max_value=LONGEST_LIFE, default=90, help_text="Days until it expires.")


def refuse_unconfirmed(request: Request) -> None:
    """Require recent authentication to make or end tokens, as pages do."""
    if not has_confirmed_lately(request._request):
        raise NotAllowed(
            _("Confirm your identity on the page “API tokens”, then try again within five minutes."),
            code="confirm_it_is_you",
        )


class Tokens(ApiView):
    permission_classes = [SignedIn]

    @by_itself(
        "listTokens",
        "Your API tokens",
        permission=can_use_tokens_of,
        gives=TokenShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, request: Request) -> Response:
        user = self.actor.user
        assert user is not None, "the policy lets only people in"
        self.allow(can_use_tokens_of(self.actor, user))
        tokens = ApiToken.objects.filter(user=user).select_related("tournament").order_by("-pk")
        return page(request, tokens, self.query(Paging), token_shape)

    @by_itself(
        "createToken",
        "Make an API token; the answer brings it",
        permission=can_use_tokens_of,
        takes=NewToken,
        gives=NewTokenShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        user = self.actor.user
        assert user is not None, "the policy lets only people in"
        self.allow(can_use_tokens_of(self.actor, user))
        refuse_unconfirmed(request)
        data = self.validated_data(NewToken)
        slug = data.pop("tournament", None)
        tournament = visible_tournaments(self.actor).filter(slug=slug).first() if slug is not None else None
        if slug is not None and tournament is None:
            raise serializers.ValidationError({"tournament": [NO_SUCH]})

        def action() -> NewTokenShape:
            token, _secret = create_api_token(by=self.actor, tournament=tournament, key=self.key(), **data)
            tell_of_change(user, "account/email/token_made")
            return new_token_shape(token, token="")

        return self.do(action, status=201)

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in the token, which is not stored."""
        if answer.status != 201:
            return answer.body
        secret = secret_for(cast("int", answer.body["id"]), by=self.actor, key=self.key())
        # Null in answers of an earlier version, whose tokens were random.
        return {**answer.body, "token": None if answer.body["token"] is None else secret}


class OneToken(ApiView):
    permission_classes = [SignedIn]

    @by_itself(
        "revokeToken",
        "End one of your API tokens now",
        permission=can_use_tokens_of,
        status=204,
        changes=True,
    )
    def delete(self, request: Request, pk: int) -> Response:
        token = self.find(ApiToken.objects.filter(user=self.actor.user).select_related("user"), pk=pk)
        self.allow(can_use_tokens_of(self.actor, token.user))
        refuse_unconfirmed(request)

        def action() -> dict[str, object]:
            revoke_api_token(token=token)
            return {}

        return self.do(action, status=204)
