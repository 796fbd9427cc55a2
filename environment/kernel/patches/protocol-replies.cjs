'use strict';

module.exports = {
  name: 'protocol-replies',
  symptom:
    'Clients wait for a comm_info_reply that never comes, and are told a TypeScript version that is not the one in use.',
  cause:
    'tslab answers comm_info_request under the name of another reply, and its versions are written in by hand.',
  edits: [
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
