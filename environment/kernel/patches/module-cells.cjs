'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'module-cells',
  symptom: 'A cell marked `@module` replies ok whatever type errors it has.',
  cause: 'tslab prints the errors of such a cell and goes on.',
  edits: [
    {
      file: 'dist/executor.js',
      find:
        '            printDiagnostics(conv.addModule(meta.module, src, meta));\n' +
        '            // Always returns true because modules are registered regardless of errors in src.\n' +
        '            return true;\n',
      put:
        '            const problems = conv.addModule(meta.module, src, meta).map((d) => ({ ...d, fileName: undefined }));\n' +
        `            if (problems.length > 0) throw ${runtime('errors')}.refused(problems, src);\n` +
        '            return {};\n',
    },
    {
      file: 'dist/executor.js',
      find: '            // TODO: Bundle and display browser JS\n            return true;\n',
      put: '            throw new Error("browser cells (@browser) are not supported by this kernel");\n',
    },
  ],
};
