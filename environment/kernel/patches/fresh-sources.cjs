'use strict';
const { runtime } = require('../patching.cjs');

module.exports = {
  name: 'fresh-sources',
  symptom:
    'A file that was edited just now is compiled as it was, and one that was missing is never found. After a file was ' +
    'added to a folder in which one was missing, every cell fails: "Unexpected pending rebuildTimer".',
  cause:
    'The compiler hears of changes late, keeps that it did not find something, and puts off more than the one task ' +
    'that tslab has room for.',
  edits: [
    {
      file: 'dist/converter.js',
      find: '        fileWatchers.set(path, cb);\n',
      put: `        fileWatchers.set(path, cb);\n        ${runtime('sources')}.watch(path, cb);\n`,
    },
    {
      file: 'dist/converter.js',
      find: '    function convert(prevDecl, src) {\n',
      put: `    function convert(prevDecl, src) {\n        ${runtime('sources')}.refresh();\n`,
    },
    {
      file: 'dist/converter.js',
      find: '        const diag = convertDiagnostics(getPreEmitDiagnosticsWithDependencies(builder, srcFile));\n',
      put:
        '        const diag = convertDiagnostics(getPreEmitDiagnosticsWithDependencies(builder, srcFile));\n' +
        `        ${runtime('sources')}.note(diag.diagnostics, cwd);\n`,
    },
    {
      file: 'dist/converter.js',
      find:
        '        notifyUpdateSrc(srcFilename, ts.FileWatcherEventKind.Changed);\n' +
        '        notifyUpdateDecls(declFilename, ts.FileWatcherEventKind.Changed);\n',
      put:
        `        notifyUpdateSrc(srcFilename, ${runtime('sources')}.DELETED);\n` +
        `        notifyUpdateDecls(declFilename, ${runtime('sources')}.DELETED);\n`,
    },
    {
      file: 'dist/converter.js',
      find: '        if (rebuildTimer) {\n            throw new Error("Unexpected pending rebuildTimer");\n        }\n',
      put: '        const task = putOff.add(callback);\n        rebuildTimer = putOff.timer;\n        return task;\n',
    },
    {
      file: 'dist/converter.js',
      find: '    sys.clearTimeout = (timeoutId) => {\n',
      put: '    sys.clearTimeout = (timeoutId) => {\n        putOff.remove(timeoutId);\n        rebuildTimer = putOff.timer;\n        return;\n',
    },
    {
      file: 'dist/converter.js',
      find: '    let rebuildTimer = null;\n',
      put: `    let rebuildTimer = null;\n    const putOff = new (${runtime('sources')}.PutOff)();\n`,
    },
  ],
};
