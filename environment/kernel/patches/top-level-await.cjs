'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'top-level-await',
  symptom: '`await (async () => 5)()` and `for await` at the top level of a cell are errors.',
  cause:
    'tslab recognises a top-level await by a diagnostic that TypeScript does not give for these two forms.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '            hasToplevelAwait: diag.hasToplevelAwait,\n',
      put: `            hasToplevelAwait: ${runtime('awaits')}.atTopLevel(ts, srcFile),\n`,
    },
  ],
};
