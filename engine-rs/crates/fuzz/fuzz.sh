#!/bin/sh
# Searches for input that breaks the engine, led by what it covers: libFuzzer, on the stable toolchain.
#
#   SECONDS_EACH=60        how long each target is searched
#   TARGET=session/turns   one target in place of all
#   KEEP=1                 writes what was found back to the corpus in tests/__fuzz__, made as small as covers the same
#
# Input that breaks a target is left in tests/__fuzz__/TARGET/crashes, which `cargo test -p ipc-tax-fuzz` replays too.
set -eu

crate=$(cd "$(dirname "$0")" && pwd)
engine_rs=$(cd "$crate/../.." && pwd)
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$engine_rs/target/fuzz}"
found="$CARGO_TARGET_DIR/corpus"
host=$(rustc -vV | sed -n 's/^host: //p')

# The compiler's own coverage pass. For one --target, so that build scripts and macros are left out of it.
sancov='-Cllvm-args=-sanitizer-coverage'
export RUSTFLAGS="--cfg fuzzing --cfg fuzzing_libfuzzer -Cpasses=sancov-module $sancov-level=4 \
$sancov-inline-8bit-counters $sancov-pc-table $sancov-trace-compares -Ccodegen-units=1 -Cdebug-assertions"

echo 'Building the fuzz targets'
programs=$(cd "$engine_rs" && CARGO_TERM_COLOR=never cargo test --locked -p ipc-tax-fuzz --tests --no-run --target "$host" 2>&1) ||
  { echo "$programs"; exit 1; }
programs=$(echo "$programs" | sed -n 's|.*Executable tests/\(.*\)\.rs (\(.*\))|\1 \2|p')

# fuzz TARGET PROGRAM TEST ARGUMENTS: runs libFuzzer, its words into a log that is shown when it fails.
fuzz() {
  target=$1 program=$2 test=$3
  shift 3
  (cd "$crate" && BOLERO_LIBFUZZER_ARGS="$*" "$program" "$test" --exact --nocapture --test-threads 1) \
    > "$found/$target.log" 2>&1
}

failed=0
searched=0
while read -r file program; do
  for test in $("$program" --list | sed -n 's/: test$//p'); do
    target=$file/$test
    [ "${TARGET:-$target}" = "$target" ] || continue
    searched=$((searched + 1))
    kept="$crate/tests/__fuzz__/$target/corpus"
    crashes="$crate/tests/__fuzz__/$target/crashes"
    mkdir -p "$found/$target" "$kept" "$crashes"
    if fuzz "$target" "$program" "$test" -max_total_time="${SECONDS_EACH:-60}" -max_len=2048 -timeout=20 \
      -artifact_prefix="$crashes/" "$found/$target" "$kept"; then
      echo "$target: $(sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 inputs in \2 s, none breaks it/p' "$found/$target.log")"
      if [ -n "${KEEP:-}" ]; then
        rm -rf "$found/$target.least" && mkdir "$found/$target.least"
        fuzz "$target" "$program" "$test" -set_cover_merge=1 "$found/$target.least" "$kept" "$found/$target"
        rm -rf "$kept" && mkdir "$kept" && cp "$found/$target.least"/* "$kept"
        echo "$target: $(find "$kept" -type f | wc -l) inputs kept"
      fi
    else
      failed=1
      tail -n 60 "$found/$target.log"
      echo "$target: broken by the input in $crashes"
    fi
    rmdir "$crashes" 2>&- || true
  done
done <<LIST
$programs
LIST
[ "$searched" -gt 0 ] || { echo "TARGET=${TARGET:-}: no such target" >&2; exit 1; }
exit $failed
