'use strict';
// Stacks with the cell's own lines. A cell is compiled twice (TypeScript to ECMAScript, then to CommonJS) and wrapped
// in a function; the two source maps lead back. Scripts are named In[3], and so are the places in stacks;
// requests that leave no trace in the history are Silent[1], Silent[2], ...
const path = require('node:path');
const { SourceMap } = require('node:module');

/** The line that evaluation.cjs and the one that tslab put before a cell's code. */
const WRAPPER_LINES = 1;
const PREFIX_LINES = 1;

/** Cells by script name: {source, maps: JSON of both steps, last first; lines: of the script, up to the cell's last}. */
const cells = new Map();
/** Source maps of files that cells import, by their paths. */
const fileMaps = new Map();
/** How many are kept: the oldest cells' errors show compiled lines after that. */
const KEPT = 1_000;
const PLACE = /((?:In|Silent)\[\d+\]):(\d+):(\d+)/;

/** CommonJS for one cell, with the source maps of both steps. */
function commonJs(ts, code, map, target) {
  const out = ts.transpileModule(code, {
    fileName: 'cell.js',
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      esModuleInterop: true,
      target,
      newLine: ts.NewLineKind.LineFeed,
      noImplicitUseStrict: true,
      sourceMap: true,
    },
  });
  const output = out.outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, '');
  return { output, maps: [out.sourceMapText, map] };
}

/** Takes note of a script: the cell as it was written, and what `commonJs` made of it. */
function remember(script, source, { output, maps }) {
  if (cells.size >= KEPT) cells.delete(cells.keys().next().value);
  cells.set(script, {
    source,
    maps,
    lines: WRAPPER_LINES + output.trimEnd().split('\n').length,
    parsed: null,
  });
}

/** The cell's line and column (from 1) for a place in its script, or null when it is not in the cell's code. */
function original(script, line, column) {
  const cell = cells.get(script);
  if (line > cell.lines) return null;
  cell.parsed ??= cell.maps.map((map) => new SourceMap(JSON.parse(map)));
  let place = { originalLine: line - 1 - WRAPPER_LINES, originalColumn: column - 1 };
  for (const map of cell.parsed) {
    place = map.findEntry(place.originalLine, place.originalColumn);
    if (place.originalLine === undefined) return null;
  }
  const at = place.originalLine + 1 - PREFIX_LINES;
  return at < 1 ? null : { line: at, column: place.originalColumn + 1 };
}

/** One frame's text with the place in the cell's own lines; null for the function a cell is wrapped in. */
function inCellLines(frame) {
  const found = PLACE.exec(frame);
  if (!found) return frame;
  const [all, script, line, column] = found;
  if (!cells.has(script)) return frame;
  const place = original(script, Number(line), Number(column));
  return place && frame.replace(all, `${script}:${place.line}:${place.column}`);
}

const HIDDEN = [
  path.dirname(__dirname) + path.sep,
  path.dirname(require.resolve('tslab/package.json')) + path.sep,
];
/** Frames that are the kernel's: they say nothing about the cell. */
const isHidden = (file) =>
  file !== null &&
  (HIDDEN.some((directory) => file.startsWith(directory)) || /^node:(vm|internal\/)/.test(file));

/** Error.prepareStackTrace: V8 calls it when a stack is first read; it must not throw. */
function prepareStackTrace(error, sites) {
  try {
    return cellStack(error, sites);
  } catch {
    return [headline(error), ...sites].join('\n    at ');
  }
}

function cellStack(error, sites) {
  const lines = sites
    .filter((site) => !isHidden(site.getFileName() ?? null))
    .map((site) => inCellLines(inFileLines(site)))
    .filter((frame) => frame !== null);
  return [headline(error), ...lines].join('\n    at ');
}

function headline(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

/** Takes note of the source map of a file that was compiled when it was loaded. */
function rememberFile(file, map) {
  fileMaps.set(file, new SourceMap(JSON.parse(map)));
}

/** One frame's text with the place in the file as it was written. */
function inFileLines(site) {
  const frame = String(site);
  const map = fileMaps.get(site.getFileName());
  if (map === undefined) return frame;
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()];
  const { originalLine, originalColumn } = map.findEntry(line - 1, column - 1);
  if (originalLine === undefined) return frame;
  return frame.replace(`:${line}:${column}`, `:${originalLine + 1}:${originalColumn + 1}`);
}

/** The first place of a stack that is in a cell: {script, line, column}, or null. */
function placeInCell(stack) {
  const found = PLACE.exec(stack ?? '');
  return found && { script: found[1], line: Number(found[2]), column: Number(found[3]) };
}

/** A few lines of a source around a place, with a mark under it. `length` is that of the mark. */
function excerpt(source, { line, column }, length = 1) {
  const lines = source.split('\n');
  const first = Math.max(1, line - 2);
  const width = String(line).length;
  const shown = lines
    .slice(first - 1, line)
    .map((text, i) => `${String(first + i).padStart(width)} | ${text}`);
  return [...shown, `${' '.repeat(width)} | ${' '.repeat(column - 1)}${'^'.repeat(Math.max(1, length))}`];
}

const sourceOf = (script) => cells.get(script)?.source;

module.exports = { commonJs, remember, rememberFile, prepareStackTrace, placeInCell, excerpt, sourceOf };
