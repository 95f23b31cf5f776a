# Jantaku as an image: `docker build -t jantaku .` (docs/container.md)

ARG PYTHON=3.13-slim-trixie

FROM python:${PYTHON} AS build
WORKDIR /srv/jantaku
COPY requirements/base.txt requirements/sentry.txt requirements/
RUN python -m venv --without-pip /srv/venv \
    && python -m pip --python /srv/venv/bin/python install --no-cache-dir --disable-pip-version-check \
        --only-binary=:all: --require-hashes --requirement requirements/base.txt --requirement requirements/sentry.txt
COPY . .
# Nothing can be written beside the code later: it is compiled and the static files are collected now.
RUN /srv/venv/bin/python -m compileall -q -j 0 . \
    && JANTAKU_VAR_DIR=/tmp/var JANTAKU_STATIC_DIR=/srv/static STATIC_MANIFEST=1 \
        /srv/venv/bin/python -m jantaku collectstatic --noinput --verbosity=0

FROM python:${PYTHON}
COPY --from=build /srv /srv
# The code is root's; the program is nobody's and writes into /data alone.
RUN install --directory --mode=700 --owner=10001 --group=10001 /data
ENV PATH=/srv/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    JANTAKU_VAR_DIR=/data \
    JANTAKU_STATIC_DIR=/srv/static
USER 10001:10001
WORKDIR /srv/jantaku
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "jantaku", "run", "--host", "0.0.0.0", "--no-demo"]
