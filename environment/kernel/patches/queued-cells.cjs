'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'queued-cells',
  symptom:
    'A cell started within 200 ms of a failing one is silently skipped. Cells that wait are shown as running, and a ' +
    'running one as idle when the cell before it is told to have ended. The request a cell came from is not echoed.',
  cause:
    'After a failure tslab cancels all that comes in the next 200 ms; only what had been sent before it is meant. It ' +
    'publishes busy when a request comes in, and idle some turns after its reply.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find:
        '    async handleExecute(sock, msg) {\n' +
        '        const reply = msg.createReply();\n' +
        '        reply.header.msg_type = "execute_reply";\n',
      put:
        '    async handleExecute(sock, msg) {\n' +
        `        return ${runtime('execution')}.execute(this, sock, msg);\n` +
        '        const reply = msg.createReply();\n' +
        '        reply.header.msg_type = "execute_reply";\n',
    },
    {
      file: 'dist/jupyter.js',
      find: '        this.publishStatus("busy", msg);\n',
      put: '        if (msg.header.msg_type !== "execute_request") this.publishStatus("busy", msg);\n',
    },
    {
      file: 'dist/jupyter.js',
      find: '            this.publishStatus("idle", msg);\n',
      put: '            if (msg.header.msg_type !== "execute_request") this.publishStatus("idle", msg);\n',
    },
  ],
};
