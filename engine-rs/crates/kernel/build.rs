//! Tells the crate whether this compiler knows the AVX-512 instructions: Rust 1.89 and later do.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_avx512)");
    if minor_version().is_some_and(|minor| minor >= 89) {
        println!("cargo::rustc-cfg=has_avx512");
    }
}

/// 95 of `rustc 1.95.0 (...)`. None if it does not say; then the crate goes without.
fn minor_version() -> Option<u32> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let version = String::from_utf8(output.stdout).ok()?;
    version.split(' ').nth(1)?.split('.').nth(1)?.parse().ok()
}
