'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'protocol-replies',
  symptom:
    'Clients wait for a comm_info_reply and a history_reply that never come, messages that tslab does not know are ' +
    'printed into the running cell, and the version of TypeScript is told wrong. A page that is opened while a cell ' +
    'runs shows nothing of it.',
  cause:
    'tslab answers comm_info_request under another name, knows no history, and its versions are written in by hand.',
  edits: [
    {
      file: 'dist/jupyter.js',
      find: '                case "comm_info_request":\n',
      put:
        '                case "history_request": {\n' +
        '                    const reply = msg.createReply();\n' +
        '                    reply.header.msg_type = "history_reply";\n' +
        `                    reply.content = ${runtime('history')}.answer(msg.content);\n` +
        '                    reply.signAndSend(this.connInfo.key, sock);\n' +
        '                    break;\n' +
        '                }\n' +
        '                case "running_cell_request": {\n' +
        '                    const reply = msg.createReply();\n' +
        '                    reply.header.msg_type = "running_cell_reply";\n' +
        `                    reply.content = ${runtime('execution')}.runningCell();\n` +
        '                    reply.signAndSend(this.connInfo.key, sock);\n' +
        '                    break;\n' +
        '                }\n' +
        '                case "comm_open":\n' +
        '                case "comm_msg":\n' +
        '                case "comm_close":\n' +
        '                    break; // no comms here; clients need no answer\n' +
        '                case "comm_info_request":\n',
    },
    {
      file: 'dist/jupyter.js',
      find: 'console.warn(`unknown msg_type: ',
      put: 'throw new Error(`no answer to ',
    },
    {
      file: 'dist/jupyter.js',
      find: '        reply.header.msg_type = "complete_reply";\n        // comm is not supported in tslab now. Returns an empty comms.\n        reply.content = { comms: {} };\n',
      put: '        reply.header.msg_type = "comm_info_reply";\n        reply.content = { status: "ok", comms: {} };\n',
    },
    {
      file: 'dist/jupyter.js',
      find: '        let version = "3.7.2";\n',
      put: '        let version = require("@tslab/typescript-for-tslab").version;\n',
    },
    {
      file: 'dist/jupyter.js',
      find: '            protocol_version: "5.3",\n            implementation,\n            implementation_version: "1.0.0",\n',
      put:
        '            status: "ok",\n            protocol_version: "5.3",\n            implementation,\n' +
        '            implementation_version: require("../package.json").version,\n            help_links: [],\n',
    },
  ],
};
