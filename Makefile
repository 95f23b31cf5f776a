# Two commands: `make run` and `make test`. Everything they need they make themselves, once.

PYTHON ?= python3
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=
TAG ?=

# Some machines switch compiled bytecode off; every start would then compile Django again.
unexport PYTHONDONTWRITEBYTECODE
# Somebody else's environment must not reach into ours.
unexport VIRTUAL_ENV PYTHONPATH PYTHONHOME

PY := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help run test check bench proof branches mutants fuzz install install-test worker serve-live messages packages site lock clean

help:  ## Show this list
	@echo "Jantaku 雀卓 – mahjong leagues and tournaments"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  make run PORT=8001          another port"
	@echo "  make run HOST=0.0.0.0       for phones in the same network"
	@echo "  make test ARGS=tests/scoring    a part of the tests, still on both databases"
	@echo "  make bench ARGS=desk            the paths whose names hold this word, in under a minute"
	@echo "  make test ARGS=--all            what is slow, too, as before a change lands"
	@echo "  make test ARGS=--thorough       all of that, and every example where a part is usually enough"

run: $(VENV)/base.done  ## Open a demo league on this machine; your data stays in var/
	@$(PY) -m jantaku run --host $(HOST) --port $(PORT) $(ARGS)

test: $(VENV)/dev.done  ## Run the tests, on SQLite and on PostgreSQL + Redis + Celery
	@$(PY) -m tools.test $(ARGS)

check: $(VENV)/dev.done  ## Style, types, floors, migrations, settings, API description, translations
	@$(PY) -m tools.check $(ARGS)

bench: $(VENV)/dev.done  ## Measure what everything costs, as ratios to floors; ARGS=--compare says what changed
	@$(PY) -m benchmarks.serving $(or $(ARGS),--save)
	@$(if $(ARGS),,$(PY) -m benchmarks.growth)
	@$(if $(ARGS),,$(PY) -m tools.servers -- $(PY) -m benchmarks.growth)

proof: $(VENV)/dev.done  ## Measure which branches of the rules their tests reach; at least 98 of 100 (a minute)
	@$(PY) -m coverage erase
	@JANTAKU_THOROUGH=1 $(PY) -m coverage run -m pytest -q tests/scoring
	@$(PY) -m coverage combine --quiet
	@$(PY) -m coverage report

branches: $(VENV)/dev.done  ## List the branches of templates that no test takes; at least 99 of 100 are taken (ten minutes)
	@$(PY) -m pytest -q -p tests.template_branches \
		tests/config/accounts tests/guides tests/leagues tests/players tests/publishing tests/rules tests/tournaments tests/web

mutants: $(VENV)/dev.done  ## Break the rules on purpose and count what no test notices (an hour; docs/mutation.md)
	@$(PY) -m tools.mutants $(ARGS)

fuzz: $(VENV)/dev.done  ## Send tens of thousands of made-up requests to the API and count the answers (a quarter of an hour)
	@$(PY) -m tools.fuzz_api $(ARGS)

install: $(VENV)/base.done $(VENV)/sentry.done  ## Make the environment of a server and nothing else (docs/install.md)

install-test: $(VENV)/dev.done  ## Follow docs/install.md in a bare Debian (root, debootstrap, systemd-nspawn; ten minutes)
	@$(PY) -m tools.install_test $(ARGS)

worker: $(VENV)/base.done  ## Run tasks from REDIS_URL: a Celery worker with its beat
	@$(PY) -m jantaku worker $(ARGS)

serve-live: $(VENV)/base.done  ## Tell open pages of news at once: streams beside the web server, from REDIS_URL
	@$(PY) -m jantaku live $(ARGS)

messages: $(VENV)/dev.done  ## Collect texts to translate and compile the translations (needs gettext)
	@$(PY) -m tools.translations update

packages: $(VENV)/dev.done  ## Build the packages into dist/; TAG=v0.2.0 for a release (CONTRIBUTING.md)
	@$(PY) -m tools.packages $(if $(TAG),--tag $(TAG)) $(ARGS)

site: $(VENV)/dev.done  ## Build the documentation as a site into dist/site; TAG=v0.2.0 for a release's
	@$(PY) -m tools.site $(if $(TAG),--tag $(TAG)) $(ARGS)

lock: $(VENV)/dev.done  ## Pin the newest versions that requirements/*.in allow
	@for name in uv base sentry dev; do $(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-header --no-annotate requirements/$$name.in -o requirements/$$name.txt || exit 1; done

clean:  ## Remove the environment and caches; var/ with your data stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache htmlcov mutants .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/%.done: requirements/%.txt requirements/uv.txt
	@$(PYTHON) tools/bootstrap.py $(VENV) $*
	@touch $@
