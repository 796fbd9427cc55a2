'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'completion',
  symptom:
    "Inside a text a completion is put behind what is typed there (`transport: 'un` becomes `ununix`), and in options " +
    "that stand in a constant nothing completes: `const options = { architectures: ['`.",
  cause: 'tslab replaces identifiers only, and the compiler knows no names where no type is expected.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '        let entries = info && info.entries ? info.entries.slice() : [];\n',
      put:
        `        const inText = ${runtime('completion')}.inText(ts, builder.getProgram(), info, prev, pos, ` +
        '[srcFile, declsFile], srcPrefix.length);\n' +
        '        if (inText) return inText;\n' +
        '        let entries = info && info.entries ? info.entries.slice() : [];\n',
    },
  ],
};
