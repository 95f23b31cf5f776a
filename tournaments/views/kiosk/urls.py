"""Addresses of a table's tablet."""

from django.urls import path

from tournaments.views.kiosk import acting as kiosk

urlpatterns = [
    path("kiosk/", kiosk.kiosk, name="kiosk"),
    path("kiosk/hand/", kiosk.EnterHand.as_view(), name="kiosk_hand"),
    path("kiosk/hand/undo/", kiosk.TakeBack.as_view(), name="kiosk_undo"),
    path("kiosk/report/", kiosk.Report.as_view(), name="kiosk_report"),
    path("kiosk/report-game/", kiosk.ReportGame.as_view(), name="kiosk_report_game"),
    path("kiosk/confirm/", kiosk.Confirm.as_view(), name="kiosk_confirm"),
    path("kiosk/dispute/", kiosk.Dispute.as_view(), name="kiosk_dispute"),
    path("kiosk/call/", kiosk.CallReferee.as_view(), name="kiosk_call"),
    path("kiosk/call/end/", kiosk.EndCall.as_view(), name="kiosk_end_call"),
]
