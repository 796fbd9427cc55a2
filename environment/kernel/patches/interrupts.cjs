'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'interrupts',
  symptom:
    'An interrupt rejects an awaiting cell but its work goes on behind the next cells; a loop after an await cannot be ' +
    'interrupted at all; a restart waits for a blocking cell.',
  cause:
    'tslab handles SIGINT on the main thread, where a blocking cell keeps it from being seen, and serves the control ' +
    'channel there too.',
  edits: [
    {
      file: 'dist/main.js',
      find: '        executor.interrupt();\n',
      put: `        ${runtime('interrupts')}.interrupt();\n`,
    },
    {
      file: 'dist/jupyter.js',
      find: '    async init() {\n',
      put: `    async init() {\n        return ${runtime('server')}.serve(this);\n`,
    },
    {
      file: 'dist/jupyter.js',
      find: 'exports.ZmqServer = ZmqServer;\n',
      put: 'exports.ZmqServer = ZmqServer;\nexports.ZmqMessage = ZmqMessage;\n',
    },
  ],
};
