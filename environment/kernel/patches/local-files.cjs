'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'local-files',
  symptom:
    'A cell can import no file above its folder (TS6059: not under rootDir). An edit of a file that an imported file ' +
    'imports is not seen, nor one of a JSON file, an .mjs file is loaded once and for all, and errors in files above ' +
    'the folder are not shown. An installed package is shadowed by a file of its name. After a rebuild of a workspace ' +
    'package the import cell compiles against the new types and runs the old code.',
  cause:
    'tslab takes its working folder for the root of all sources, compiles a file when that one is edited, looks only ' +
    'at names that end in .ts and .js, and keeps what was loaded, as Node does.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '        rootDir: cwd,\n',
      put: '        rootDir: path_1.default.parse(cwd).root,\n',
    },
    {
      file: 'dist/converter.js',
      find: 'normalizeJoin)(outDir, "__tslab__.js");\n',
      put: 'normalizeJoin)(outDir, path_1.default.relative(path_1.default.parse(cwd).root, cwd), "__tslab__.js");\n',
    },
    {
      file: 'dist/converter.js',
      find: 'normalizeJoin)(outDir, "__tslab__.d.ts");\n',
      put: 'normalizeJoin)(outDir, path_1.default.relative(path_1.default.parse(cwd).root, cwd), "__tslab__.d.ts");\n',
    },
    {
      file: 'dist/converter.js',
      find: '            if (sideInputsConverted.has(dep)) {\n',
      put: '            if (dep !== srcFilename) {\n',
    },
    {
      file: 'dist/converter.js',
      find: '                if (rel.startsWith("..")) {\n                    continue;\n                }\n',
      put: '',
    },
    {
      file: 'dist/converter.js',
      find: '(dep.endsWith(".ts") && !dep.endsWith(".d.ts")));\n',
      put: '(/\\.([cm]?ts|tsx)$/.test(dep) && !/\\.d\\.[cm]?ts$/.test(dep)));\n',
    },
    {
      file: 'dist/converter.js',
      find: '        virtualFiles.set(path, content);\n',
      put:
        '        virtualFiles.set(path, content);\n' +
        `        ${runtime('local-files')}.virtual.set(path, content.slice(srcPrefix.length));\n`,
    },
    {
      file: 'dist/executor.js',
      find:
        '            const mod = requireFromSideOutputs(arg);\n            if (mod) {\n                return mod;\n            }\n' +
        '            return req.apply(thisArg, argArray);\n',
      put:
        `            const local = ${runtime('local-files')}.load(dirname, arg);\n` +
        '            if (local) {\n                return local.exports;\n            }\n' +
        `            return ${runtime('packages')}.load(req, arg);\n`,
    },
  ],
};
