"""Addresses of a player's phone."""

from django.urls import path

from tournaments.views.seat import (
    captain,
    card,
    hands,
    line_up,
    nights,
    open_table,
    phone_app,
    photo,
    referee_call,
    seat,
    seat_draw,
)

urlpatterns = [
    path("seat/", seat.claim, name="seat"),
    path("seat/card/", card.my_card, name="my_card"),
    path("seat/card/pin/", card.type_pin, name="card_pin"),
    path("seat/card/leave/", card.leave, name="leave_card"),
    path("t/<slug:slug>/open-table/", open_table.OpenTable.as_view(), name="open_table"),
    path(
        "t/<slug:slug>/tables/<int:pk>/take-back/", open_table.TakeTableBack.as_view(), name="take_table_back"
    ),
    path("t/<slug:slug>/nights/", nights.nights, name="nights"),
    path("seat/night/<int:pk>/", nights.OwnNight.as_view(), name="night"),
    path("seat/night/<int:pk>/sign-off/", nights.SignOff.as_view(), name="night_sign_off"),
    path("seat/line-ups/<int:pk>/", captain.line_ups, name="line_ups"),
    path("seat/line-up/<int:pk>/", line_up.CaptainsLineUp.as_view(), name="line_up"),
    path("seat/app.webmanifest", phone_app.manifest, name="manifest"),
    path("seat/table/", seat.my_table, name="my_table"),
    path("seat/draw/", seat_draw.seat_draw, name="seat_draw"),
    path("seat/draw/typed/", seat_draw.Draw.as_view(), name="draw_seats"),
    path("seat/draw/lot/", seat_draw.DrawByLot.as_view(), name="draw_seats_by_lot"),
    path("seat/hands/", hands.game, name="hands"),
    path("seat/hands/enter/", hands.Enter.as_view(), name="enter_hand"),
    path("seat/hands/undo/", hands.TakeBack.as_view(), name="undo_hand"),
    path("seat/hands/report/", hands.ReportGame.as_view(), name="report_hands"),
    path("seat/table/report/", seat.Report.as_view(), name="report"),
    path("seat/table/confirm/", seat.Confirm.as_view(), name="confirm"),
    path("seat/table/call/", referee_call.CallReferee.as_view(), name="call_referee"),
    path("seat/table/call/end/", referee_call.EndCall.as_view(), name="end_call"),
    path("seat/table/photo/", photo.TakePhoto.as_view(), name="take_photo"),
    path("seat/table/photo/remove/", photo.RemovePhoto.as_view(), name="remove_photo"),
    path("seat/table/dispute/", seat.Dispute.as_view(), name="dispute"),
]
