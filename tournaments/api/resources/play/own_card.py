"""A phone and its player card: claim, send the PIN, read the seats, release."""

from collections.abc import Mapping

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import secret_of_phone, sign_phone_out
from tournaments.actions.idempotency import Answer, first_answer, remember
from tournaments.api.api_view import ApiView, answered
from tournaments.api.operations import Nothing, by_itself, everybody, holder_of_the_code, reads
from tournaments.api.policies import CardPhones
from tournaments.api.schemas.play.player_cards import (
    ClaimedCardShape,
    FollowedCardShape,
    OwnCardShape,
    followed_card_shape,
    own_card_shape,
)
from tournaments.credentials.claims import take_card, take_pin
from tournaments.credentials.repeats import fingerprint_of
from tournaments.credentials.visitors import follows
from tournaments.models import CardPhone, PlayerCard
from tournaments.models.codes import keyed_hash, read_code
from tournaments.models.credentials.card_seats import seat_now_of, seats_of
from tournaments.models.credentials.player_cards import CARD_BEARER_PREFIX
from tournaments.models.ledger import canonical
from web.api.fields import Input, Text, longest
from web.api.policies import Anybody


class ClaimingCard(Input):
    """`code`: of the QR code or the card; blanks and hyphens are ignored."""

    code = Text(max_length=60, help_text="Code of the card; blanks and hyphens do not matter.")
    device_name = Text(max_length=longest(CardPhone, "device_name"), default="", allow_blank=True)


class CardPin(Input):
    """The four digits on the card."""

    pin = Text(max_length=20, help_text="The digits on the card.")


class SecretApiView(ApiView):
    """A view whose bodies could be guessed: the stored digest that identifies a repeat is keyed."""

    def stored_body(self) -> object:
        return keyed_hash(canonical(self.request.data))


class ClaimPlayerCard(SecretApiView):
    permission_classes = [Anybody]

    @by_itself(
        "claimPlayerCard",
        "Show a player's card by its code; the answer brings the token that opens all seats of the player",
        permission=holder_of_the_code,
        takes=ClaimingCard,
        gives=ClaimedCardShape,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        """Run without the transaction of `do_once`, so that refused attempts stay counted. A repeated call is
        answered first, because a removed phone would otherwise ask again.
        """
        key, data = self.key(), self.validated_data(ClaimingCard)
        code, fingerprint = read_code(data["code"]), fingerprint_of(request, self._content())
        card = PlayerCard.objects.filter(code_hash=PlayerCard.hash_of_code(code)).first()
        if card is not None:
            found = first_answer(by=Actor(card=card), key=key, fingerprint=fingerprint)
            if found is not None:
                return answered(found, self.complete(found))
        phone, _secret = take_card(
            request, code=code, key=key, device_name=data["device_name"], by=self.actor
        )
        answer = remember(
            by=Actor(card=phone.card),
            key=key,
            fingerprint=fingerprint,
            answer=Answer(200, dict(followed_card_shape(phone))),
        )
        return answered(answer, self.complete(answer))

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Add the token, of which only a hash is stored."""
        if answer.status != 200:
            return answer.body
        code = read_code(self.validated_data(ClaimingCard)["code"])
        return {**answer.body, "token": CARD_BEARER_PREFIX + secret_of_phone(code=code, key=self.key())}


class OwnCard(ApiView):
    permission_classes = [CardPhones]

    @reads(
        "getOwnPlayerCard",
        "Whose card this phone follows, whether it was let in, and where the player sits now and next",
        permission=everybody,
        finds=None,
        gives=OwnCardShape,
        refuses=(403,),
    )
    def get(self) -> OwnCardShape:
        phone = _phone(self.request)
        if not follows(phone):
            return own_card_shape(phone, None, [])
        seats = seats_of(phone.card).select_related("table", "round")
        return own_card_shape(phone, seat_now_of(phone.card), list(seats))


class EnterCardPin(SecretApiView):
    permission_classes = [CardPhones]

    @by_itself(
        "enterCardPin",
        "Let this phone in by the PIN on the card; the other phones of the player stay in",
        permission=everybody,
        takes=CardPin,
        gives=FollowedCardShape,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        """Run outside a transaction, so that wrong PINs are counted; the action itself is idempotent."""
        key, data = self.key(), self.validated_data(CardPin)
        phone = take_pin(phone=_phone(request), pin=read_code(data["pin"]))
        answer = remember(
            by=Actor(card=phone.card),
            key=key,
            fingerprint=fingerprint_of(request, self._content()),
            answer=Answer(200, dict(followed_card_shape(phone))),
        )
        return answered(answer, answer.body)


class LeaveCard(ApiView):
    permission_classes = [CardPhones]

    @by_itself(
        "leavePlayerCard",
        "Let go of the card; the token opens nothing any more",
        permission=everybody,
        takes=Nothing,
        status=204,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        phone = _phone(request)
        self.validated_data(Nothing)

        def action() -> dict[str, object]:
            sign_phone_out(phone=phone, by=Actor(card=phone.card))
            return {}

        return self.do(action, status=204)


def _phone(request: Request) -> CardPhone:
    phone = request.auth
    assert isinstance(phone, CardPhone), "the policy lets nobody else in"
    return phone
