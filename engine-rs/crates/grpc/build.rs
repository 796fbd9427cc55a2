//! Generates messages and service from the .proto file, with a compiler of Protocol Buffers in Rust: no protoc.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=proto/engine.proto");
    let files = protox::compile(["engine.proto"], ["proto"])?;
    tonic_prost_build::configure().build_client(false).build_transport(false).compile_fds(files)?;
    Ok(())
}
