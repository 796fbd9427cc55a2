'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'steady-status',
  symptom:
    'While a cell runs the status bar says Idle as soon as a name is completed, a call inspected or a page opened, and ' +
    'the server shuts the kernel down as one that idles.',
  cause:
    'Busy and idle belong to the request they name, but front ends take the last one, whatever it names, for the kernel.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '        reply.header.msg_type = "status";\n        reply.signAndSend(this.connInfo.key, this.iopub);\n',
      put:
        '        reply.header.msg_type = "status";\n        reply.signAndSend(this.connInfo.key, this.iopub);\n' +
        `        ${runtime('status')}.published(this, status, parent);\n`,
    },
  ],
};
