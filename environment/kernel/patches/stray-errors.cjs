'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'stray-errors',
  symptom:
    'A floating rejected promise, or an error in a timer, passes: the cell replies ok, the exit code is 0.',
  cause: 'tslab prints such errors and forgets them.',
  edits: [
    {
      file: 'dist/main.js',
      find: '        console.error("UncaughtException:", err);\n',
      put: `        ${runtime('strays')}.report(err);\n`,
    },
    {
      file: 'dist/main.js',
      find: '        console.error("UnhandledPromiseRejection:", reason);\n',
      put: `        ${runtime('strays')}.report(reason);\n`,
    },
  ],
};
