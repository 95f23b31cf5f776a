"""Addresses of the downloads. Japanese ones are below /ja."""

from django.urls import path

from publishing import seasons, views, whole
from publishing.certificates import pages as certificates
from publishing.print_kit import pages as print_kit
from publishing.prints import pages as prints
from publishing.share import pages as share

urlpatterns = [
    path("t/<slug:slug>/downloads/", views.downloads, name="downloads"),
    path("t/<slug:slug>/downloads/tournament/", whole.whole_tournament, name="whole_tournament"),
    path("t/<slug:slug>/desk/print-kit/", print_kit.print_kit, name="print_kit"),
    path("t/<slug:slug>/desk/print-kit.pdf", print_kit.print_kit_file, name="print_kit_file"),
    path("t/<slug:slug>/desk/print-kit/order/", prints.OrderKit.as_view(), name="order_print_kit"),
    path(
        "t/<slug:slug>/desk/certificates/order/",
        prints.OrderCertificates.as_view(),
        name="order_certificates",
    ),
    path("t/<slug:slug>/desk/prints/<int:pk>/", prints.print_job, name="print_job"),
    path("t/<slug:slug>/desk/prints/<int:pk>.pdf", prints.print_file, name="print_file"),
    path("t/<slug:slug>/downloads/certificates.pdf", certificates.certificates, name="certificates"),
    path(
        "t/<slug:slug>/downloads/podium-<slug:shape>.png",
        share.podium_picture,
        name="podium_picture",
    ),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/standings.<slug:extension>",
        seasons.season_file,
        name="season_file",
    ),
    path("t/<slug:slug>/downloads/<slug:name>.<slug:extension>", views.download, name="download"),
]
