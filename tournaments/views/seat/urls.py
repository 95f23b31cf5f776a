"""Addresses of a player's phone, and of the tablet of a table."""

from django.urls import path

from tournaments.views.seat import (
    at_table,
    captain,
    card,
    day,
    hands,
    line_up,
    nights,
    open_table,
    phone_app,
    photo,
    seat,
    seat_draw,
    tablet,
)
from tournaments.views.seat.seat import PHONE
from tournaments.views.seat.tablet import TABLET

urlpatterns = [
    path("seat/", seat.claim, name="seat"),
    path("seat/card/", card.my_card, name="my_card"),
    path("seat/day/", day.my_day, name="my_day"),
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
    path("seat/teams/<int:pk>/look/", captain.CaptainsTeamLook.as_view(), name="captains_team_look"),
    path("seat/line-up/<int:pk>/", line_up.CaptainsLineUp.as_view(), name="line_up"),
    path("seat/app.webmanifest", phone_app.manifest, name="manifest"),
    path("seat/table/", seat.my_table, name="my_table"),
    path("seat/draw/", seat_draw.seat_draw, name="seat_draw"),
    path("seat/draw/typed/", seat_draw.Draw.as_view(), name="draw_seats"),
    path("seat/draw/lot/", seat_draw.DrawByLot.as_view(), name="draw_seats_by_lot"),
    path("seat/hands/", hands.game, name="hands"),
    path("seat/hands/enter/", hands.Enter.as_view(), name="enter_hand"),
    path("seat/hands/undo/", at_table.TakeBack.as_view(screen=PHONE), name="undo_hand"),
    path("seat/hands/report/", at_table.ReportGame.as_view(screen=PHONE), name="report_hands"),
    path("seat/table/report/", seat.Report.as_view(), name="report"),
    path("seat/table/confirm/", at_table.Confirm.as_view(screen=PHONE), name="confirm"),
    path("seat/table/call/", at_table.CallReferee.as_view(screen=PHONE), name="call_referee"),
    path("seat/table/call/end/", at_table.EndCall.as_view(screen=PHONE), name="end_call"),
    path("seat/table/photo/", photo.TakePhoto.as_view(), name="take_photo"),
    path("seat/table/photo/remove/", photo.RemovePhoto.as_view(), name="remove_photo"),
    path("seat/table/dispute/", at_table.Dispute.as_view(screen=PHONE), name="dispute"),
    path("kiosk/", tablet.kiosk, name="kiosk"),
    path("kiosk/hand/", tablet.EnterHand.as_view(), name="kiosk_hand"),
    path("kiosk/hand/undo/", at_table.TakeBack.as_view(screen=TABLET), name="kiosk_undo"),
    path("kiosk/report/", tablet.Report.as_view(), name="kiosk_report"),
    path("kiosk/report-game/", at_table.ReportGame.as_view(screen=TABLET), name="kiosk_report_game"),
    path("kiosk/confirm/", at_table.Confirm.as_view(screen=TABLET), name="kiosk_confirm"),
    path("kiosk/dispute/", at_table.Dispute.as_view(screen=TABLET), name="kiosk_dispute"),
    path("kiosk/call/", at_table.CallReferee.as_view(screen=TABLET), name="kiosk_call"),
    path("kiosk/call/end/", at_table.EndCall.as_view(screen=TABLET), name="kiosk_end_call"),
]
