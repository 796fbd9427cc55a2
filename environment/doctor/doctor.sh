#!/bin/sh
# Checks the toolchains a fresh clone needs: Node, npm, Rust, a C linker, Python with venv, make.
# One line for each that is missing or too old, with how to get it, on standard error; exit 1 if there is any.
# Each tool is run, not just looked up.
#
# usage: doctor.sh [--quiet]    --quiet prints nothing when all is well
set -u

node_minimum=20.19
npm_minimum=10
rust_minimum=1.93

here=$(cd "$(dirname "$0")" && pwd)
faults=0
quiet=no
case "${1:-}" in
  '') ;;
  --quiet) quiet=yes ;;
  *)
    echo "doctor: unknown argument '$1', expected --quiet or nothing" >&2
    exit 2
    ;;
esac

# well NAME WHAT: what was found.
well() {
  [ "$quiet" = yes ] || printf '%-8s ok: %s\n' "$1" "$2"
}

# fault NAME WHAT HOW: one line on what is wrong and how to get it right.
fault() {
  printf '%-8s %s. Get it: %s\n' "$1" "$2" "$3" >&2
  faults=$((faults + 1))
}

# at_least MINIMUM VERSION: compares the first two numbers of two dotted versions.
at_least() {
  awk -v minimum="$1" -v version="$2" 'BEGIN {
    split(minimum, m, "."); split(version, v, ".")
    exit !(v[1] + 0 > m[1] + 0 || (v[1] + 0 == m[1] + 0 && v[2] + 0 >= m[2] + 0))
  }'
}

# version_of COMMAND...: the first dotted number the command prints; empty if it fails or is not there.
version_of() {
  said=$("$@" 2> /dev/null) || return 0
  printf '%s\n' "$said" | sed -n 's/^[^0-9]*\([0-9][0-9]*\.[0-9][0-9.]*\).*/\1/p' | sed 1q
}

# check NAME MINIMUM HOW COMMAND...: a tool that tells its version.
check() {
  name=$1 minimum=$2 how=$3
  shift 3
  if ! command -v "$1" > /dev/null 2>&1; then
    fault "$name" "not found ($1 is not on the PATH); $minimum or newer is needed" "$how"
    return
  fi
  version=$(version_of "$@")
  if [ -z "$version" ]; then
    fault "$name" "found, but '$*' fails or tells no version; $minimum or newer is needed" "$how"
  elif at_least "$minimum" "$version"; then
    well "$name" "$version"
  else
    fault "$name" "$version is too old; $minimum or newer is needed" "$how"
  fi
}

# A linker without the C library's files is as good as none: link a program, statically on Linux, as the engine is.
check_linker() {
  how='apt-get install build-essential (Debian, Ubuntu), xcode-select --install (macOS)'
  if ! command -v cc > /dev/null 2>&1; then
    fault linker 'not found (cc is not on the PATH); Rust needs a C linker' "$how"
    return
  fi
  scratch=$(mktemp -d) || exit 1
  echo 'int main(void) { return 0; }' > "$scratch/main.c"
  static=
  [ "$(uname -s)" != Linux ] || static=-static
  if cc $static -o "$scratch/main" "$scratch/main.c" > /dev/null 2>&1; then
    well linker "cc${static:+ $static} links"
  elif cc -o "$scratch/main" "$scratch/main.c" > /dev/null 2>&1; then
    fault linker 'cc links, but not statically: there is no static C library' \
      'apt-get install libc6-dev (Debian, Ubuntu), dnf install glibc-static (Fedora)'
  else
    fault linker "cc is there but can't link a program" "$how"
  fi
  rm -rf "$scratch"
}

check_python() {
  if found=$("$here/find-python.sh"); then
    well python "$("$found" --version 2>&1 | sed 's/^Python //') ($found)"
  elif [ -n "${PYTHON:-}" ]; then
    fault python "PYTHON=$PYTHON is not a Python 3.11 to 3.13 with venv" \
      'unset PYTHON, or set it to the command of one'
  else
    fault python 'no Python 3.11 to 3.13 with venv (tried python3.13, python3.12, python3.11, python3)' \
      'apt-get install python3 python3-venv (Debian 12, Ubuntu 24.04), or python.org/downloads, or pyenv'
  fi
}

check node "$node_minimum" 'nodejs.org/en/download, or nvm install 22' node --version
check npm "$npm_minimum" 'it comes with Node from nodejs.org; or npm install --global npm@10' npm --version
check rust "$rust_minimum" 'rustup.rs, then rustup toolchain install stable' cargo --version
check_linker
check_python
check make 3.81 'apt-get install make (Debian, Ubuntu), xcode-select --install (macOS)' make --version

[ "$faults" -eq 0 ] || exit 1
[ "$quiet" = yes ] || echo 'doctor: all is well'
