// For JupyterLab: a notebook that is opened, or whose page is loaded again, while one of its cells runs shows that
// cell as running, with what it has shown so far, and goes on with its outputs and its progress. Lab by itself gives a
// cell's messages to the page that ran it only. What was missed the kernel tells (running_cell_request, see shown.cjs).
//
// Written in the form in which Lab loads extensions, a container of webpack's, so that nothing must be built.
(() => {
  const KERNEL = 'ipc-tax';

  /** What Lab shares with extensions: {package: {version: {get}}}. */
  let shared;

  async function sharedPackage(name) {
    const [{ get }] = Object.values(shared[name]);
    return (await get())();
  }

  /** A notebook and a new connection to its kernel: from the question what runs there to the end of that cell. */
  class RunningCell {
    #kernel;
    #panel;
    /** Messages that come before the answer. */
    #early = [];
    #running = null;
    #cell = null;

    constructor(kernel, panel) {
      this.#kernel = kernel;
      this.#panel = panel;
    }

    /** Asks, and takes the cell over unless it is this page that runs it. */
    async follow() {
      this.#kernel.iopubMessage.connect(this.#heard, this);
      const running = await this.#ask();
      await this.#panel.context.ready;
      const cells = [...(this.#panel.content.model?.cells ?? [])];
      const cell = cells.find(({ id, type }) => type === 'code' && id === running?.cell_id);
      if (cell === undefined || running.session === this.#kernel.clientId) {
        this.#leave();
        return;
      }
      this.#running = running;
      this.#cell = cell;
      cell.outputs.fromJSON(running.outputs);
      cell.executionState = 'running';
      for (const message of this.#early.splice(0)) this.#take(message);
    }

    async #ask() {
      const header = {
        msg_id: crypto.randomUUID(),
        msg_type: 'running_cell_request',
        session: this.#kernel.clientId,
        username: this.#kernel.username,
        date: new Date().toISOString(),
        version: '5.3',
      };
      const message = { header, parent_header: {}, metadata: {}, content: {}, channel: 'shell', buffers: [] };
      const reply = await this.#kernel.sendShellMessage(message, true, true).done;
      return reply.content.running;
    }

    #heard(_kernel, message) {
      if (this.#running === null) this.#early.push(message);
      else this.#take(message);
    }

    #take({ header, parent_header: parent, metadata, content }) {
      const { msg_id: id, execution_count: count, sent, displays } = this.#running;
      if (parent.msg_id !== id) return;
      const { outputs } = this.#cell;
      const type = header.msg_type;
      if (type === 'status' && content.execution_state === 'idle') {
        this.#cell.executionCount = count;
        this.#cell.executionState = 'idle';
        this.#leave();
      }
      // Without a number it is no output; up to `sent` the answer had them.
      if (!(metadata.output > sent)) return;
      const { transient, ...shown } = content;
      const display = transient?.display_id;
      if (type === 'update_display_data') {
        for (const place of displays[display] ?? [])
          if (place >= 0) outputs.set(place, { ...shown, output_type: 'display_data' });
        return;
      }
      outputs.add({ ...shown, output_type: type });
      if (display !== undefined) displays[display] = [...(displays[display] ?? []), outputs.length - 1];
    }

    #leave() {
      this.#early = [];
      this.#kernel.iopubMessage.disconnect(this.#heard, this);
    }
  }

  function watch(panel) {
    const onKernel = (kernel) => {
      if (kernel?.name !== KERNEL) return;
      new RunningCell(kernel, panel).follow().catch(() => {}); // the kernel has gone, or the page
    };
    const { sessionContext } = panel;
    sessionContext.kernelChanged.connect((_context, { newValue }) => onKernel(newValue));
    onKernel(sessionContext.session?.kernel);
  }

  async function plugin() {
    const { INotebookTracker } = await sharedPackage('@jupyterlab/notebook');
    return {
      id: 'ipc-tax-reopened:plugin',
      description: 'Shows the running cell in a notebook that is opened while it runs.',
      autoStart: true,
      requires: [INotebookTracker],
      activate: (_app, tracker) => {
        tracker.forEach(watch);
        tracker.widgetAdded.connect((_tracker, panel) => watch(panel));
      },
    };
  }

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB['ipc-tax-reopened'] = {
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const found = await plugin();
      return () => ({ __esModule: true, default: found });
    },
  };
})();
