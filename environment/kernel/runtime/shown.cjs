'use strict';
// What the running cell has shown so far, for a page that is opened meanwhile: the messages it missed will not come
// again (see jupyter/labextensions/ipc-tax-reopened). Kept for cells of JupyterLab, which says the cell's id.

/** How many outputs are kept, the newest, and how much of a stream's text, its end. */
const OUTPUTS = 500;
const TEXT = 1_000_000;

/** @type {{request: object, count: number, sent: number, outputs: object[], displays: Map<string, object[]>} | null} */
let cell = null;

/** A cell starts; `count` is its execution count. */
function begin(request, count) {
  const known = typeof request.metadata?.cellId === 'string';
  cell = known ? { request, count, sent: 0, outputs: [], displays: new Map() } : null;
}

function end() {
  cell = null;
}

const adders = {
  stream({ name, text }) {
    const last = cell.outputs.at(-1);
    if (last?.output_type === 'stream' && last.name === name) last.text = (last.text + text).slice(-TEXT);
    else push({ output_type: 'stream', name, text: text.slice(-TEXT) });
  },
  display_data({ data, metadata, transient }) {
    const output = push({ output_type: 'display_data', data, metadata });
    const id = transient?.display_id;
    if (id !== undefined) cell.displays.set(id, [...(cell.displays.get(id) ?? []), output]);
  },
  update_display_data({ data, metadata, transient }) {
    for (const output of cell.displays.get(transient?.display_id) ?? [])
      Object.assign(output, { data, metadata });
  },
  execute_result: ({ execution_count, data, metadata }) =>
    push({ output_type: 'execute_result', execution_count, data, metadata }),
  error: (content) => push({ output_type: 'error', ...content }),
};

function push(output) {
  if (cell.outputs.push(output) > OUTPUTS) cell.outputs.shift();
  return output;
}

/** Takes note of an output that is sent; returns the message's metadata, which numbers it. */
function note(request, type, content) {
  if (cell === null || request !== cell.request || !(type in adders)) return {};
  adders[type](content);
  return { output: ++cell.sent };
}

/** The running cell as it stands: `sent` is the number of the last output that is in it. Null when none runs. */
function running() {
  if (cell === null) return null;
  const { request, count, sent, outputs, displays } = cell;
  const places = [...displays].map(([id, shown]) => [id, shown.map((output) => outputs.indexOf(output))]);
  return {
    cell_id: request.metadata.cellId,
    msg_id: request.header.msg_id,
    session: request.header.session,
    execution_count: count,
    sent,
    outputs,
    displays: Object.fromEntries(places),
  };
}

module.exports = { begin, end, note, running };
