//! What a library needs that Node loads.

fn main() {
    napi_build::setup();
}
