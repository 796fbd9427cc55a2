'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'project-packages',
  symptom: "In a notebook outside of the project's folder `import 'ipc-tax'` is TS2307 and nothing more.",
  cause: 'The compiler and Node look for packages in the folders above the notebook only.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '    if (rel.startsWith("..")) {\n        return path;\n    }\n',
      put: `    if (rel.startsWith("..")) {\n        return ${runtime('packages')}.forward(path);\n    }\n`,
    },
    {
      file: 'dist/converter.js',
      find: '    sys.writeFile = function (path, data) {\n',
      put:
        '    sys.realpath = (path) => ts.sys.realpath(forwardTslabPath(cwd, path));\n' +
        '    sys.writeFile = function (path, data) {\n',
    },
  ],
};
