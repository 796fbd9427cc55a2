#!/bin/sh
# Sees to it that there is a Chromium for the browser tests. With CI=1 a missing one is installed from the
# distribution; without, one line says how to get it, and the exit code is 1.
set -u
here=$(cd "$(dirname "$0")" && pwd)

"$here/find-chromium.sh" > /dev/null && exit 0

if [ -n "${CHROMIUM:-}" ]; then
  echo "browser: CHROMIUM='$CHROMIUM' is no Chromium that runs. Unset it, or set it to the command of one" >&2
  exit 1
fi

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo

case "${CI:-}" in
  '' | 0 | no | false) ;;
  *)
    if command -v apt-get > /dev/null 2>&1; then
      echo 'browser: installing chromium from the distribution'
      export DEBIAN_FRONTEND=noninteractive
      $as_root apt-get update -qq
      $as_root apt-get install -y -qq --no-install-recommends chromium > /dev/null \
        && "$here/find-chromium.sh" > /dev/null && exit 0
    fi
    ;;
esac

echo 'browser: no Chromium found (tried chromium, chromium-browser, google-chrome).' \
  'Get it: apt-get install chromium (Debian), or google.com/chrome; or set CHROMIUM to its command' >&2
exit 1
