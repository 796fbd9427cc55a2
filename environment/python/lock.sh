#!/bin/sh
# Makes requirements.txt from requirements.in: every package that ends up in .venv, its version exact, the hash
# of every file of it, for every platform and every Python from 3.11 on. No index address is written into it, so
# whoever installs uses the index they have.
#
# usage: lock.sh PYTHON    any Python 3.11 to 3.13; uv goes into a throw-away environment
set -eu

uv_version=0.13.9
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$1" -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet "uv==$uv_version"
cd "$here"
{
  echo '# Made by lock.sh from requirements.in: do not edit.'
  "$scratch/venv/bin/uv" pip compile --quiet --universal --python-version 3.11 \
    --generate-hashes --no-header --no-emit-index-url --no-emit-find-links requirements.in
} > "$scratch/requirements.txt"
mv "$scratch/requirements.txt" requirements.txt
