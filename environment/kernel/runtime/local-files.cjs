'use strict';
// Files that cells import by their path: `./fees`, `../lib/fees`, `/data/fees.json`; in TypeScript or JavaScript, as
// modules of either kind, or JSON. Which file is meant is for the compiler to say, which has checked its types. Each is
// compiled by itself when it is loaded, and lives in Node's cache. When a cell imports one again and it has changed, or
// a file it imports, in however many steps, then those are loaded anew; the others keep their state.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const ts = require('@tslab/typescript-for-tslab');
const packages = require('./packages.cjs');
const rebuilt = require('./rebuilt.cjs');
const stacks = require('./stacks.cjs');

const BY_PATH = /^(\.{0,2}\/|\.{1,2}$)/;
const DECLARATIONS = /\.d\.[cm]?ts$/;
const SOURCE = /\.([cm]?[jt]s|[jt]sx|json)$/;
const INSTALLED = `${path.sep}node_modules${path.sep}`;
const RESOLUTION = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  allowJs: true,
  resolveJsonModule: true,
};
const COMPILATION = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ES2022,
  esModuleInterop: true,
  experimentalDecorators: true,
  noImplicitUseStrict: true,
  jsx: ts.JsxEmit.React,
  // Each file is compiled without a look at the others, so that a `const enum` must exist at run time.
  isolatedModules: true,
  sourceMap: true,
};

/** Loaded files: {digest, importers: the files that import it}. */
const loaded = new Map();
/** The texts of cells marked `@module`, by the path they are imported from. */
const virtual = new Map();

const host = {
  ...ts.sys,
  fileExists: (file) => virtual.has(file) || ts.sys.fileExists(file),
  readFile: (file) => virtual.get(file) ?? ts.sys.readFile(file),
};
const textOf = (file) => virtual.get(file) ?? fs.readFileSync(file, 'utf8');

function digest(file) {
  try {
    return createHash('sha1').update(textOf(file)).digest('hex');
  } catch {
    return null;
  }
}

/** The file that `id` means in a file of `folder`; null when that is for Node to find, and to load. */
function resolve(folder, id) {
  if (!BY_PATH.test(id)) return null;
  const importer = path.join(folder, 'importer.ts');
  const typed = ts.resolveModuleName(id, importer, RESOLUTION, host).resolvedModule?.resolvedFileName;
  let file = typed;
  if (typed === undefined || DECLARATIONS.test(typed)) {
    try {
      file = Module.createRequire(importer).resolve(id);
    } catch {
      return null; // Node says what is wrong
    }
  }
  return SOURCE.test(file) && !file.includes(INSTALLED) ? file : null;
}

/** Forgets files, and all that import them. */
function forget(files) {
  for (const file of files) {
    const state = loaded.get(file);
    if (state === undefined) continue;
    loaded.delete(file);
    delete require.cache[file];
    forget(state.importers);
  }
}

/**
 * The module that `id` means in a file of `folder`, with its `exports`; null when Node must find it. `importer`: the
 * file that imports it; a cell has none, and takes the files as they are now.
 */
function load(folder, id, importer = null) {
  const file = resolve(folder, id);
  if (file === null) return null;
  if (importer === null)
    forget([...loaded].filter(([other, state]) => digest(other) !== state.digest).map(([other]) => other));
  const known = require.cache[file];
  if (known !== undefined) {
    if (importer !== null) loaded.get(file)?.importers.add(importer);
    return known;
  }
  const module = new Module(file, null);
  module.filename = file;
  module.paths = Module._nodeModulePaths(path.dirname(file));
  module.require = (wanted) => requireFrom(module, wanted);
  // Before it runs: files may import each other.
  require.cache[file] = module;
  loaded.set(file, { digest: digest(file), importers: new Set(importer === null ? [] : [importer]) });
  rebuilt.leave(file);
  try {
    run(module, file);
  } catch (error) {
    forget([file]);
    throw error;
  }
  module.loaded = true;
  return module;
}

function requireFrom(module, id) {
  if (id === 'tslab') return require('tslab');
  const local = load(path.dirname(module.filename), id, module.filename);
  return local === null ? packages.load(Module.createRequire(module.filename), id) : local.exports;
}

function run(module, file) {
  const text = textOf(file);
  if (file.endsWith('.json')) {
    try {
      module.exports = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch (error) {
      throw new SyntaxError(`${file}: ${error.message}`);
    }
    return;
  }
  module._compile(isCommonJs(file, text) ? text : compile(file, text), file);
}

/** JavaScript that Node can run as it is. */
function isCommonJs(file, text) {
  if (!/\.c?js$/.test(file)) return false;
  const { importedFiles } = ts.preProcessFile(
    text,
    /* readImportFiles */ true,
    /* detectJavaScriptImports */ false,
  );
  return (
    importedFiles.length === 0 &&
    !ts.isExternalModule(ts.createSourceFile(file, text, ts.ScriptTarget.Latest))
  );
}

function compile(file, text) {
  const { outputText, sourceMapText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: COMPILATION,
    transformers: { before: [withoutImportMeta] },
  });
  stacks.rememberFile(file, sourceMapText);
  return outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, '');
}

/** `import.meta.url` and its like, which are a syntax error in what modules are compiled to. */
const META = {
  url: "require('node:url').pathToFileURL(__filename).href",
  filename: '__filename',
  dirname: '__dirname',
};

const withoutImportMeta = (context) => (source) => {
  const visit = (node) =>
    ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text in META
      ? context.factory.createIdentifier(META[node.name.text])
      : ts.visitEachChild(node, visit, context);
  return ts.visitNode(source, visit);
};

module.exports = { load, virtual };
