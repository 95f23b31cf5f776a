from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from publishing import urls as publishing
from tournaments.views import urls as tournaments

# The admin uses the same sign-in page as others, with its rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("admin/", admin.site.urls),
    # Before tournaments, whose last pattern matches all remaining addresses.
    path("api/v1/", include("publishing.api_urls")),
    path("api/", include("tournaments.api.urls")),
    *tournaments.IN_NO_LANGUAGE,
    *publishing.IN_NO_LANGUAGE,
    *i18n_patterns(
        path("accounts/", include("config.accounts.urls")),
        path("", include("config.health.urls")),
        path("", include("rules.views.urls")),
        path("", include("guides.urls")),
        path("", include("publishing.urls")),
        path("", include("tournaments.views.urls")),
        prefix_default_language=False,
    ),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
