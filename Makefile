# Muster. `make run` to try it, `make test` to trust it.

PORT ?= 8000
JOBS ?= 2
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup run test lint format types bench deep screenshots clean

help: ## Say what can be asked for
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Make the environment from the lock file
	@scripts/setup.sh

run: setup ## Serve Muster with its rules and demo players on 127.0.0.1:8000 (PORT= changes it)
	@PORT=$(PORT) scripts/run.sh

test: setup ## Run every test, those in a real Chromium too
	@chromium=$$(scripts/chromium.sh) && CHROMIUM="$$chromium" $(BIN)/pytest -n $(JOBS)

lint: setup ## Check style, templates, the direction of imports, and that no migration is missing
	@failed=; for check in "ruff check" "ruff format --check" "djlint templates --lint --quiet" "lint-imports --no-logo" \
		"python manage.py makemigrations --check --dry-run"; do $(BIN)/$$check || failed="$$failed\n  $$check"; done; \
		[ -z "$$failed" ] || { printf "These found something:%b\n" "$$failed" >&2; exit 1; }

format: setup ## Put code into its usual shape
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

types: setup ## Check types
	@$(BIN)/mypy

bench: setup ## Measure speed, sizes and query counts over HTTP
	@$(BIN)/python -m benchmarks

deep: setup ## Let hypothesis look long and hard at the engine
	@HYPOTHESIS_PROFILE=deep $(BIN)/pytest -n $(JOBS) -m "not browser"

screenshots: setup ## Take the pictures of the main pages
	@chromium=$$(scripts/chromium.sh) && CHROMIUM="$$chromium" $(BIN)/python -m tests.screenshots

clean: ## Remove what tools left behind; never the database, never .env
	@rm -rf .venv .bootstrap staticfiles screenshots test-results .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
