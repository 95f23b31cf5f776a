"""The operator's admin pages for people."""

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from players.actions import erase_player, update_player
from players.models import Club, Licence, Player, User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ("email", "name", "is_active", "is_founder", "is_superuser", "last_login")
    list_filter = ("is_active", "is_founder", "is_superuser")
    search_fields = ("email", "name")
    fields = (
        "email",
        "name",
        "is_active",
        "is_founder",
        "is_staff",
        "is_superuser",
        "last_login",
        "date_joined",
    )
    readonly_fields = ("last_login", "date_joined")

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return request.user.is_active and request.user.is_superuser  # permissions are granted here

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # people sign up themselves

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False  # disabled, not deleted: ledgers name them


class LicenceInline(admin.TabularInline):
    model = Licence
    extra = 0


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "reading", "club", "country", "user")
    list_select_related = ("club", "user")
    search_fields = ("name", "reading", "aliases")
    autocomplete_fields = ("club", "user")
    fields = ("name", "reading", "country", "club", "aliases", "user")
    inlines = (LicenceInline,)

    def save_model(self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool) -> None:
        update_player(player=obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return super().has_delete_permission(request, obj) and (obj is None or obj.user_id is None)

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        erase_player(player=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        for player in queryset:
            erase_player(player=player)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ("name", "country")
    search_fields = ("name",)
