"""The default policy: deny."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:  # rest_framework.views imports us: DenyAll is its default
    from rest_framework.views import APIView


class DenyAll(BasePermission):
    """The API's default: a view that declares no permission is open to nobody."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return False
