#!/bin/sh
# Prints the path of a Chromium that starts; gets one where there is none. Everything else it says goes to stderr.
set -eu
cd "$(dirname "$0")/.."

works() { "$1" --version >/dev/null 2>&1; }

find_installed() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
        path=$(command -v "$name" 2>/dev/null) || continue
        if works "$path"; then
            echo "$path"
            return
        fi
    done
}

find_playwrights_own() {
    path=$(.venv/bin/python -c '
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)' 2>/dev/null) || return 0
    if works "$path"; then echo "$path"; fi
}

path=$(find_installed)
[ -n "$path" ] || path=$(find_playwrights_own)

if [ -z "$path" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No Chromium here: installing Debian's." >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } </dev/null >&2 || true
    path=$(find_installed)
fi

if [ -z "$path" ]; then
    echo "No Chromium here: asking Playwright for its own." >&2
    .venv/bin/playwright install chromium >&2 || true
    path=$(find_playwrights_own)
fi

if [ -z "$path" ]; then
    printf '%s\n' '' "The browser tests need Chromium, and none could be found or fetched." \
        "Install it (on Debian: sudo apt-get install chromium), or say where it is: make test CHROMIUM=/path/to/chromium" >&2
    exit 1
fi
echo "$path"
