"""Ordered PDFs, made by a worker."""

from celery import shared_task

from publishing.prints.worker import work_off

# Far longer than the longest PDF takes.
TEN_MINUTES = 600


@shared_task(soft_time_limit=TEN_MINUTES, time_limit=TEN_MINUTES + 60)
def work_off_prints() -> None:
    work_off()
