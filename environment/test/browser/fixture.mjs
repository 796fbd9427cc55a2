import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from './chromium.mjs';
import { LabPage, WATCHDOG } from './lab-page.mjs';
import { BUILD, LabServer, makeFolder } from './lab-server.mjs';

const TEST_WATCHDOG = 900_000;

/**
 * What Lab itself logs as errors in its first seconds, which no reader sees and nothing of ours causes. Empty: there
 * is none. An entry needs its reason.
 */
const LABS_OWN = [];

/**
 * JupyterLab and Chromium for the tests of one file: started before them, ended after them, and nothing left.
 * @param {string} name of the file's folder in build/browser, which goes too
 * @param {(folder: string) => void} fill puts notebooks into a folder: each test has its own
 */
export function labFixture(name, fill) {
  const fixture = { folder: '', server: null, browser: null };
  let tests = 0;

  before(
    async () => {
      fixture.folder = makeFolder(name);
      // One after the other, so that what has started is known and is ended when the next one fails.
      fixture.browser = await launchChromium(path.join(fixture.folder, 'chromium'));
      fixture.server = await LabServer.start(fixture.folder);
    },
    { timeout: TEST_WATCHDOG },
  );

  after(
    async () => {
      await fixture.browser?.close();
      await fixture.server?.stop();
      await noProcessNames(fixture.folder);
      rmSync(fixture.folder, { recursive: true, force: true });
    },
    { timeout: TEST_WATCHDOG },
  );

  /**
   * A test with the fixture and a way to open notebooks. It fails too when a page logged an error, threw one, or
   * asked for anything beyond its server. A failure leaves a screenshot of each page and the server's log in build/browser.
   */
  const labTest = (title, body) =>
    test(title, { timeout: TEST_WATCHDOG }, async () => {
      const visit = new Visit(fixture, `${name}-${++tests}`);
      fill(visit.folder);
      try {
        await body(visit);
        visit.checkFaults();
      } catch (error) {
        await visit.keepEvidence(`${name}-${title.replace(/\W+/g, '-').slice(0, 60)}`);
        throw error;
      } finally {
        await visit.close();
      }
    });

  return labTest;
}

/** The pages that one test opens, and what went wrong in them. */
class Visit {
  #contexts = [];
  #servers = [];
  #faults = [];
  #home;

  /** @param {string} place of the test's notebooks below the server's root folder */
  constructor({ folder, server, browser }, place) {
    this.place = place;
    this.#home = folder;
    this.server = server;
    this.browser = browser;
    this.folder = path.join(folder, 'notebooks', place);
    mkdirSync(this.folder);
  }

  /** A page of a browser context of its own. `allowed`: the start of addresses it may ask for. */
  async newPage(allowed, options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    this.#contexts.push(context);
    context.setDefaultTimeout(WATCHDOG);
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      if (!LABS_OWN.some((known) => message.text().includes(known)))
        this.#faults.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.#faults.push(`thrown in the page: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      const address = request.url();
      if (![...allowed, 'data:', 'blob:'].some((start) => address.startsWith(start))) {
        this.#faults.push(`the page asked for ${address}`);
      }
    });
    return page;
  }

  /** Opens a notebook in Lab, whose kernel then has that status. Of the test's own server, or of `server`. */
  async openNotebook(notebook, server = this.server, status = 'idle') {
    const lab = new LabPage(await this.newPage([server.base]), server);
    await lab.open(`${this.place}/${notebook}`, status);
    return lab;
  }

  /** A further server on the same notebooks, with a user's side of its own, and without an extension of Lab's. */
  async startServer(home, without = null) {
    if (without !== null) {
      const config = path.join(this.#home, home, 'config', 'labconfig');
      mkdirSync(config, { recursive: true });
      const page = { disabledExtensions: { [without]: true } };
      writeFileSync(path.join(config, 'page_config.json'), JSON.stringify(page));
    }
    const server = await LabServer.start(this.#home, home);
    this.#servers.push(server);
    return server;
  }

  checkFaults() {
    if (this.#faults.length > 0) throw new Error(`in the browser:\n${[...new Set(this.#faults)].join('\n')}`);
  }

  async keepEvidence(name) {
    const pages = this.#contexts.flatMap((context) => context.pages());
    for (const [k, page] of pages.entries()) {
      await page.screenshot({ path: path.join(BUILD, `${name}-${k}.png`), timeout: 10_000 }).catch(() => {});
    }
    writeFileSync(path.join(BUILD, `${name}.log`), `${this.#faults.join('\n')}\n\n${this.server?.log}`);
  }

  /** Closes the pages and ends the kernels they leave behind. */
  async close() {
    for (const context of this.#contexts) await context.close();
    for (const server of this.#servers) await server.stop();
    await this.server?.endKernels();
  }
}

/** Waits until no process carries a path of `folder` in its command line, as servers, kernels and browsers do. */
async function noProcessNames(folder) {
  let left = '';
  for (let tries = 0; tries < 100; tries++) {
    left = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(folder))
      .join('\n');
    if (left === '') return;
    await sleep(100);
  }
  throw new Error(`left running:\n${left}`);
}
