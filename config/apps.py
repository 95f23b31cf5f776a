import sys

from celery.signals import worker_init
from django.apps import AppConfig, apps
from django.contrib import admin
from django.contrib.admin.apps import AdminConfig
from django.core.checks import Tags, register

from config import checks, routes
from config.error_reports import report_errors
from web.schema_versions import ForeignSchema, refuse_foreign_schema


class HouseConfig(AppConfig):
    """Registers the project's system checks, and starts reports of errors; has no models."""

    name = "config"

    def ready(self) -> None:
        report_errors()
        worker_init.connect(end_a_worker_on_a_foreign_schema)
        register(checks.secrets_are_strong, Tags.security)
        register(checks.hosts_are_named, Tags.security)
        register(checks.debug_is_for_one_machine, Tags.security)
        register(checks.visitors_come_by_https, Tags.security, deploy=True)
        register(checks.proxies_are_counted, Tags.security, deploy=True)
        register(checks.mail_goes_out, Tags.security, deploy=True)
        register(checks.several_processes_have_a_server, Tags.security, deploy=True)
        register(checks.static_files_are_collected, Tags.files, deploy=True)
        register(routes.every_route_has_a_policy, Tags.security)
        register(checks.commits_are_durable, Tags.database)
        register(checks.the_program_knows_its_database, Tags.database)
        register(checks.the_database_is_migrated, Tags.database, deploy=True)
        register(checks.the_ledger_only_grows, Tags.database, deploy=True)
        register(checks.the_database_is_the_one_prepared, Tags.database, deploy=True)


class OperatorSiteConfig(AdminConfig):
    """The admin site without models private to their owners: second-factor keys and sessions."""

    def ready(self) -> None:
        super().ready()
        admin.site.unregister(
            [apps.get_model("mfa", "Authenticator"), apps.get_model("usersessions", "UserSession")]
        )


def end_a_worker_on_a_foreign_schema(**_options: object) -> None:
    """Log why and exit by SystemExit: Celery only logs other exceptions of a signal and continues."""
    try:
        refuse_foreign_schema()
    except ForeignSchema as refusal:
        sys.exit(str(refusal))
