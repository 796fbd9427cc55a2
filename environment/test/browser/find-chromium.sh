#!/bin/sh
# Prints the command of a Chromium the browser tests can use, and exits 0; or prints nothing and exits 1.
# Each candidate is run, not just looked up: Ubuntu's chromium-browser may be a stub that only names its snap.
#
# CHROMIUM, if set, is the only candidate.
set -u

works() {
  command -v "$1" > /dev/null 2>&1 && "$1" --version > /dev/null 2>&1
}

if [ -n "${CHROMIUM:-}" ]; then
  works "$CHROMIUM" && command -v "$CHROMIUM"
  exit
fi

for candidate in chromium chromium-browser google-chrome google-chrome-stable \
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' \
  /Applications/Chromium.app/Contents/MacOS/Chromium; do
  if works "$candidate"; then
    command -v "$candidate"
    exit 0
  fi
done
exit 1
