import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { wasmFile } from '../../src/kernel/wasm';
import { buildWasm, recordFile, sha256, wasmCompiler } from './wasm-build';

// Writes lib/assets/kernel.wasm and its record. Run by hand after a change of engine-rs/crates/kernel or crates/wasm:
//   node lib/dist/test/kernel/write-wasm.js

const rustc = wasmCompiler();
if (rustc === null) {
  process.stderr.write('Rust has no WebAssembly target here: rustup target add wasm32-unknown-unknown\n');
  process.exit(1);
}
const bytes = buildWasm();
mkdirSync(dirname(wasmFile()), { recursive: true });
writeFileSync(wasmFile(), bytes);
writeFileSync(recordFile, `${JSON.stringify({ sha256: sha256(bytes), rustc }, null, 2)}\n`);
process.stdout.write(`${wasmFile()}: ${bytes.length} bytes, ${rustc}\n`);
