#!/bin/sh
# Prints the path of a Python the project can use, and exits 0; or prints nothing and exits 1.
# Each candidate is run, not just looked up: a pyenv shim is on the PATH but fails while its version is not
# active, and Debian's python3 lacks ensurepip until python3-venv is installed. Where the candidate belongs to a
# virtual environment the Python beneath it is printed, so that .venv is never made from itself.
#
# PYTHON, if set, is the only candidate.
set -u

fit='
import sys, ensurepip, venv
if not (3, 11) <= sys.version_info[:2] <= (3, 13):
    sys.exit(1)
print(getattr(sys, "_base_executable", "") or sys.executable)
'

for candidate in ${PYTHON:-python3.13 python3.12 python3.11 python3}; do
  if command -v "$candidate" > /dev/null 2>&1 && "$candidate" -c "$fit" 2> /dev/null; then
    exit 0
  fi
done
exit 1
