import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which something that is waited for hangs. Far above what two busy cores need. */
export const WATCHDOG = 120_000;

/**
 * A notebook in JupyterLab, driven by keys and menus as a reader would. Only what is waited for is asked from
 * Lab's own model (`--expose-app-in-browser`): when a cell has ended can't be told from markup for sure.
 */
export class LabPage {
  /**
   * @param {import('playwright-core').Page} page
   * @param {import('./lab-server.mjs').LabServer} server
   */
  constructor(page, server) {
    this.page = page;
    this.server = server;
  }

  /** Opens a notebook in a workspace of its own, else Lab would open those of earlier tests again. */
  async open(notebook, status = 'idle') {
    const workspace = notebook.replace(/\W/g, '-');
    await this.page.goto(this.server.url(`lab/workspaces/${workspace}/tree/${notebook}`));
    await this.kernelIs(status);
  }

  /** Loads the page again, while the kernel goes on with what it does. */
  async reload(status) {
    await this.page.reload();
    await this.kernelIs(status);
  }

  /** Waits until a function of the page holds. */
  async until(condition, argument) {
    await this.page.waitForFunction(condition, argument, { timeout: WATCHDOG, polling: 50 });
  }

  /** Waits until the notebook is there, and its kernel has that status. */
  async kernelIs(status) {
    await this.until((expected) => {
      const panel = window.jupyterapp?.shell.currentWidget;
      return panel?.context?.isReady && panel.sessionContext?.session?.kernel?.status === expected;
    }, status);
  }

  /** From now on each status the kernel gets is noted; `statuses` are they. */
  async noteStatuses() {
    await this.page.evaluate(() => {
      window.notedStatuses = [];
      const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
      kernel.statusChanged.connect((_kernel, status) => window.notedStatuses.push(status));
    });
  }

  async statuses() {
    return this.page.evaluate(() => window.notedStatuses);
  }

  /** Chooses from a menu: `menu('File', 'Save and Export Notebook As', 'HTML')`. */
  async menu(title, ...path) {
    await this.page.locator('.lm-MenuBar-itemLabel').getByText(title, { exact: true }).click();
    for (const [k, label] of path.entries()) {
      const item = this.page
        .locator('.lm-Menu')
        .nth(k)
        .locator('.lm-Menu-item', {
          has: this.page.locator('.lm-Menu-itemLabel').getByText(label, { exact: true }),
        });
      await item.click();
    }
  }

  /** The cell at a place in the notebook, from 0. */
  cell(index) {
    return this.page.locator(`.jp-Notebook-cell[data-windowed-list-index="${index}"]`);
  }

  /** Does what makes cells run, and waits until those at `indices` have come to their end, in whatever way. */
  async ends(indices, action) {
    await this.page.evaluate((wanted) => {
      const cells = [...window.jupyterapp.shell.currentWidget.content.model.cells];
      window.yetToEnd = new Set(wanted);
      for (const index of wanted) {
        cells[index].stateChanged.connect((_cell, { name, newValue }) => {
          if (name === 'executionCount' && newValue !== null) window.yetToEnd.delete(index);
        });
      }
    }, indices);
    await action();
    await this.until(() => window.yetToEnd.size === 0);
    await this.kernelIs('idle');
  }

  /** Run > Run All Cells, to the end. */
  async runAll() {
    const indices = await this.codeCells();
    await this.ends(indices, () => this.menu('Run', 'Run All Cells'));
  }

  /** The places of the cells with code. */
  async codeCells() {
    return this.page.evaluate(() =>
      [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap((cell, index) =>
        cell.type === 'code' ? [index] : [],
      ),
    );
  }

  /** Puts the cursor into a cell's editor. */
  async edit(index) {
    await this.cell(index).locator('.cm-content').click();
  }

  /** Writes a cell's text anew, in one piece: typed key by key the editor would close brackets too. */
  async write(index, text) {
    await this.edit(index);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
    await this.until(
      ([place, expected]) =>
        window.jupyterapp.shell.currentWidget.content.model.cells.get(place).sharedModel.source === expected,
      [index, text],
    );
  }

  /** Runs the cell that is edited by Shift+Enter; the next one is then selected. */
  async run(index) {
    await this.edit(index);
    await this.ends([index], () => this.page.keyboard.press('Shift+Enter'));
  }

  /** Adds a cell below the last one. */
  async append() {
    const last =
      (await this.page.evaluate(() => window.jupyterapp.shell.currentWidget.content.model.cells.length)) - 1;
    await this.edit(last);
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('b');
    await this.until(
      (count) => window.jupyterapp.shell.currentWidget.content.model.cells.length === count,
      last + 2,
    );
    return last + 1;
  }

  async source(index) {
    return this.page.evaluate(
      (place) => window.jupyterapp.shell.currentWidget.content.model.cells.get(place).sharedModel.source,
      index,
    );
  }

  /** A cell's outputs as the notebook file holds them. */
  async outputs(index) {
    return this.page.evaluate(
      (place) => window.jupyterapp.shell.currentWidget.content.model.cells.get(place).outputs.toJSON(),
      index,
    );
  }

  /** Every error among the notebook's outputs, as `cell 3: NAME: MESSAGE`. */
  async errors() {
    return this.page.evaluate(() =>
      [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap((cell, index) =>
        (cell.outputs?.toJSON() ?? [])
          .filter((output) => output.output_type === 'error')
          .map((output) => `cell ${index}: ${output.ename}: ${output.evalue}`),
      ),
    );
  }

  /** The places of the cells that hold a figure among their outputs. */
  async figureCells() {
    return this.page.evaluate(() =>
      [...window.jupyterapp.shell.currentWidget.content.model.cells].flatMap((cell, index) =>
        (cell.outputs?.toJSON() ?? []).some((output) => output.data?.['application/vnd.plotly.v1+json'])
          ? [index]
          : [],
      ),
    );
  }

  /** What a cell's figure draws. */
  async figureData(index) {
    const [output] = (await this.outputs(index)).filter(
      ({ data }) => data?.['application/vnd.plotly.v1+json'],
    );
    return output.data['application/vnd.plotly.v1+json'].data;
  }

  /** Whether Lab trusts the outputs of a cell. */
  async trusted(index) {
    return this.page.evaluate(
      (place) => window.jupyterapp.shell.currentWidget.content.model.cells.get(place).trusted,
      index,
    );
  }

  async save() {
    await this.page.keyboard.press('ControlOrMeta+s');
    await this.until(() => !window.jupyterapp.shell.currentWidget.context.model.dirty);
  }

  /**
   * File > Save and Export Notebook As > HTML, into a file. Lab opens a window for the download.
   * @param {boolean} sanitize what Lab's dialog asks; it offers yes
   */
  async exportHtml(file, sanitize) {
    const context = this.page.context();
    const download = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('no download came from the menu')), WATCHDOG).unref();
      this.page.once('download', resolve);
      context.once('page', (page) => page.once('download', resolve));
    });
    await this.menu('File', 'Save and Export Notebook As', 'HTML');
    await this.page.locator('.jp-Dialog input[type=checkbox]').setChecked(sanitize);
    await this.accept();
    await (await download).saveAs(file);
  }

  /** Answers the dialog that is open. */
  async accept() {
    await this.page.locator('.jp-Dialog .jp-mod-accept').click();
  }

  /** A cell's figure, in view: alive, or at rest: a picture, which gives way when the mouse comes. */
  async figure(index) {
    await this.cell(index).scrollIntoViewIfNeeded();
    const figure = this.cell(index).locator('.jp-RenderedPlotly');
    await figure.waitFor({ state: 'visible', timeout: WATCHDOG });
    await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    return figure;
  }

  /** A cell's figure, in view and alive. */
  async liveFigure(index) {
    const figure = await this.figure(index);
    if ((await figure.locator('.nsewdrag').count()) === 0) await figure.hover();
    await figure.locator('.nsewdrag').first().waitFor({ state: 'visible', timeout: WATCHDOG });
    await this.page.mouse.move(1, 1);
    return figure;
  }
}

/** Calls `check` until it throws no more, and gives what it gave then. */
export async function eventually(check, timeout = WATCHDOG) {
  for (const until = Date.now() + timeout; ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(100);
    }
  }
}
