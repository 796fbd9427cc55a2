#!/bin/sh
# Builds the loops several ways into a folder, each with the assembly of its loops: NAME and NAME.s.
# usage: build-all.sh FOLDER
set -eu
folder=$1
cd "$(dirname "$0")/../.."
mkdir -p "$folder"
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release

build() {
  name=$1
  shift
  # What cargo finds built already it does not write again, and of several it would be a guess which is whose.
  cargo clean --quiet --release -p ipc-tax-variants
  CARGO_TERM_QUIET=true cargo rustc --release --locked -p ipc-tax-variants --bin ipc-tax-variants -- "$@" --emit=link,asm
  # Whole-program builds bring the standard library's assembly along; the loops are what is looked at.
  cat "$target"/deps/ipc_tax_variants-*.s |
    awk '/^_.*loops.*wma.*:/ { inside = 1 } inside { print } /\.cfi_endproc|^Lfunc_end/ { inside = 0 }' > "$folder/$name.s"
  [ -s "$folder/$name.s" ] || { echo "build-all.sh: found no loop in the assembly of the build $name" >&2; exit 1; }
  cp "$target/ipc-tax-variants" "$folder/$name.new"
  mv "$folder/$name.new" "$folder/$name"
}

# As the engine is built.
build engine
# Cargo's own release settings.
build units -C lto=off -C codegen-units=16
# Every loop on a boundary of 64 bytes: its placement is luck otherwise.
build aligned -C llvm-args=-align-loops=64
# All that this processor knows, as numba has it.
build native -C target-cpu=native
