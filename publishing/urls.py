"""Addresses of the downloads. Japanese ones are below /ja."""

from django.urls import path

from publishing import calendars, feeds, seasons, sitemaps, views, whole
from publishing.certificates import pages as certificates
from publishing.embeds import oembed
from publishing.embeds import pages as embeds
from publishing.print_kit import pages as print_kit
from publishing.prints import pages as prints
from publishing.share import connect
from publishing.share import pages as share

# The same in every language.
IN_NO_LANGUAGE = [
    path("sitemap.xml", sitemaps.sitemap_index, name="sitemap"),
    path("sitemap-<slug:section>.xml", sitemaps.sitemap_part, name="sitemap_part"),
    path("oembed", oembed.oembed, name="oembed"),
]

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
    path("embed/t/<slug:slug>/standings/", embeds.standings, name="embedded_standings"),
    path("embed/t/<slug:slug>/now/", embeds.now, name="embedded_now"),
    path("t/<slug:slug>/share/", connect.connect, name="connect"),
    path("t/<slug:slug>/calendar.ics", calendars.event_calendar, name="event_calendar"),
    path("t/<slug:slug>/feed.atom", feeds.event_feed, name="event_feed"),
    path("l/<slug:slug>/feed.atom", feeds.league_feed, name="league_feed"),
    path("l/<slug:slug>/calendar.ics", calendars.league_calendar, name="league_calendar"),
    path("players/<int:pk>/calendar.ics", calendars.player_calendar, name="player_calendar"),
    path("t/<slug:slug>/preview-<int:seq>.png", share.event_preview, name="event_preview"),
    path("t/<slug:slug>/tables/<int:pk>/preview-<int:seq>.png", share.game_preview, name="game_preview"),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/standings.<slug:extension>",
        seasons.season_file,
        name="season_file",
    ),
    path("t/<slug:slug>/downloads/<slug:name>.<slug:extension>", views.download, name="download"),
]
