#!/usr/bin/env node
'use strict';
// Starts tslab with its faults put right: `node launch.cjs CONNECTION_FILE` (Jupyter writes the file).
// What is put right is listed in patches/, one file a fault. tslab itself is the package of that name in node_modules.
const path = require('node:path');
const { loadPatched } = require('./patching.cjs');
const patches = require('./patches/index.cjs');
const interrupts = require('./runtime/interrupts.cjs');
const { asKernel } = require('./runtime/owners.cjs');

/** The release the patches were written for; it is also pinned in package.json. */
const TSLAB = '1.0.22';

function main([connectionFile]) {
  if (!connectionFile)
    throw new Error('usage: launch.cjs CONNECTION_FILE (Jupyter starts this, see kernel.json)');
  const manifest = require.resolve('tslab/package.json');
  const { version } = require(manifest);
  if (version !== TSLAB)
    throw new Error(`tslab ${version} is installed; the kernel's patches are for ${TSLAB}`);
  // By this a library knows that it is in this kernel, in which process.on('ipc-tax:interrupt') tells of interrupts.
  globalThis[Symbol.for('ipc-tax.kernel')] = Object.freeze({ tslab: version });
  const { startKernel } = loadPatched(path.dirname(manifest), 'dist/main.js', patches);
  interrupts.install();
  asKernel(() =>
    startKernel({
      configPath: connectionFile,
      enableFindLocal: false,
      jsKernel: false,
      globalVersion: version,
    }),
  );
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`ipc-tax kernel: ${error.message}\n`);
  process.exit(1);
}
