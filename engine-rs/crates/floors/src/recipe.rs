//! How each floor is made, so that a slow one can't make another look good.

use std::io;

use crate::floor::Floor;
use crate::orders::Placement;

/// How this program was compiled, as far as it knows.
const fn build() -> &'static str {
    if cfg!(debug_assertions) {
        "rustc, dev profile: not for measuring"
    } else if cfg!(target_feature = "avx2") {
        "rustc, release profile (opt-level 3, fat LTO, one codegen unit), with AVX2"
    } else {
        "rustc, release profile (opt-level 3, fat LTO, one codegen unit), the target's own features"
    }
}

/// A line for each floor: its name, source file, build and buffers, with tabs between. A floor that
/// can't be opened here has the reason in place of the buffers, after `gap: `.
///
/// # Errors
/// What writing says.
pub fn print(out: &mut impl io::Write) -> io::Result<()> {
    for floor in Floor::ALL {
        let held = match floor.open(8, &Placement::default()) {
            Ok(way) => way.buffers(),
            Err(error) => format!("gap: {error}"),
        };
        let name = floor.name();
        writeln!(out, "{name}\tengine-rs/crates/floors/src/{name}.rs\t{}\t{held}", build())?;
    }
    out.flush()
}
