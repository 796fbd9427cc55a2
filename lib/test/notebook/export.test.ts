import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { JSDOM } from 'jsdom';
import { exportHtml, exportPng, exportSvg } from '../../src/notebook/export';
import { projectRoot } from '../../src/project';
import { temporaryFolder } from './temporary-folder';

const figure = {
  data: [{ type: 'bar', x: ['raw', 'json'], y: Float64Array.of(1.9, 42_900), name: 'encode' }],
  layout: { title: { text: 'Encoding' }, yaxis: { type: 'log', title: { text: 'µs' } } },
};

const attack = '</script></noscript></title><script>alert(1)</script><!--';

/** The page as a browser reads it, with no script run. */
const read = (path: string): Document => new JSDOM(readFileSync(path, 'utf8')).window.document;

test('a page is one file, with the figure, plotly.js and a picture in it', (t) => {
  const folder = temporaryFolder(t);
  const path = exportHtml(figure, join(folder, 'a', 'b', 'encoding.html'));
  assert.equal(path, join(folder, 'a', 'b', 'encoding.html'));
  assert.deepEqual(readdirSync(join(folder, 'a', 'b')), ['encoding.html']);
  const page = read(path);
  const data = JSON.parse(page.getElementById('figure-data')!.textContent!);
  assert.deepEqual(data.data[0].x, ['raw', 'json']);
  assert.equal(data.data[0].y.dtype, 'f8');
  assert.equal(page.title, 'Encoding');
  assert.equal(page.documentElement.lang, 'en');
  assert.equal(page.getElementById('figure')!.getAttribute('aria-label'), 'Encoding; y: µs; traces: encode');
  assert.equal(page.querySelectorAll('script').length, 3);
  assert.equal(page.querySelectorAll('noscript svg.main-svg').length, 1);
  assert.ok(page.querySelectorAll('script')[1]!.textContent!.startsWith('/**\n* plotly.js'));
});

test('a page loads nothing and forbids all loading', (t) => {
  const path = exportHtml(figure, join(temporaryFolder(t), 'f.html'));
  const page = read(path);
  for (const element of Array.from(page.querySelectorAll('[src], link, iframe, object, embed, base'))) {
    assert.match(element.getAttribute('src') ?? '', /^data:/, element.outerHTML);
  }
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')!.getAttribute('content')!;
  assert.match(policy, /^default-src 'none'/);
  assert.doesNotMatch(policy, /https?:|\*|connect-src/);
  assert.equal(page.querySelector('style')!.textContent!.includes('url('), false);
});

test('no text of a figure gets out of its place', (t) => {
  const wicked = {
    data: [{ y: [1, 2], name: attack, text: [attack, attack] }],
    layout: { title: { text: attack }, annotations: [{ text: attack, x: 0, y: 1 }] },
  };
  const options = { title: attack, alt: `"${attack}`, lang: '"><script>alert(2)</script>' };
  const path = exportHtml(wicked, join(temporaryFolder(t), 'x.html'), options);
  // A browser reads what is in noscript as elements or as text, with scripts off or on.
  const on = new JSDOM(readFileSync(path, 'utf8'), { runScripts: 'outside-only' }).window.document;
  for (const page of [read(path), on]) {
    assert.equal(page.querySelectorAll('script').length, 3);
    assert.equal(page.title, attack);
    assert.equal(page.querySelectorAll('body > *').length, 5);
    assert.equal(JSON.parse(page.getElementById('figure-data')!.textContent!).data[0].name, attack);
  }
});

test('rare traces get the whole of plotly.js, common ones the build that is a third of it', (t) => {
  const folder = temporaryFolder(t);
  const common = readFileSync(exportHtml(figure, join(folder, 'bar.html'))).length;
  const rare = exportHtml(
    {
      data: [
        {
          type: 'surface',
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    },
    join(folder, 'surface.html'),
  );
  assert.ok(common < 2_000_000, `${common} bytes`);
  assert.ok(readFileSync(rare).length > 4_000_000);
  assert.match(read(rare).querySelector('noscript')!.textContent!, /surface needs a browser/);
});

test('long lines are thinned, unless every point is asked for', (t) => {
  const folder = temporaryFolder(t);
  const line = { data: [{ y: Float64Array.from({ length: 50_000 }, (_, i) => Math.sin(i)) }] };
  const points = (path: string) =>
    (JSON.parse(read(path).getElementById('figure-data')!.textContent!).data[0].y.bdata.length * 3) / 4 / 8;
  assert.ok(points(exportHtml(line, join(folder, 'a.html'))) < 4_010);
  assert.ok(points(exportHtml(line, join(folder, 'b.html'), { everyPoint: true })) >= 50_000);
});

test('SVG and PNG are files of their own', (t) => {
  const folder = temporaryFolder(t);
  assert.match(readFileSync(exportSvg(figure, join(folder, 'f.svg')), 'utf8'), /^<svg[\s\S]*<\/svg>\s*$/);
  const png = readFileSync(exportPng(figure, join(folder, 'f.png'), { width: 300, height: 200, scale: 1.5 }));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [450, 300]);
});

test('relative paths begin at the working folder', (t) => {
  const folder = temporaryFolder(t);
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(folder);
  exportSvg(figure, 'figures/f.svg');
  assert.ok(existsSync(join(folder, 'figures', 'f.svg')));
});

test('a file is replaced whole', (t) => {
  const path = join(temporaryFolder(t), 'f.svg');
  writeFileSync(path, 'old');
  exportSvg(figure, path);
  assert.match(readFileSync(path, 'utf8'), /^<svg/);
});

test('what is not a figure is refused by name', (t) => {
  const path = join(temporaryFolder(t), 'f.html');
  for (const value of [undefined, null, 'x', [], {}, { data: 'x' }, { data: [1] }, { data: [], layout: 5 }]) {
    for (const write of [exportHtml, exportSvg, exportPng]) {
      assert.throws(() => write(value as never, path), {
        code: 'OPTION',
        message: /figure: got .*expected a plotly figure/,
      });
    }
  }
  assert.equal(existsSync(path), false);
});

test('wrong options and paths are refused by name', () => {
  assert.throws(() => exportHtml(figure, 'f.html', { titel: 'x' } as object), {
    code: 'OPTION',
    message: /titel/,
  });
  assert.throws(() => exportPng(figure, 'f.png', { scale: 0 }), { code: 'OPTION', message: /scale/ });
  for (const path of ['', undefined, 5]) {
    assert.throws(() => exportSvg(figure, path as string), { code: 'OPTION', message: /path/ });
  }
});

test('a place that can not be written is named, and nothing is left there', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'taken'));
  writeFileSync(join(folder, 'file'), '');
  assert.throws(() => exportSvg(figure, join(folder, 'taken')), {
    code: 'WRITE',
    message: /taken can't be written: it is a folder/,
  });
  assert.throws(() => exportSvg(figure, join(folder, 'file', 'f.svg')), {
    code: 'WRITE',
    message: /f\.svg can't be written/,
  });
  chmodSync(join(folder, 'taken'), 0o500);
  // The superuser may write anywhere.
  if (process.getuid?.() !== 0) {
    assert.throws(() => exportSvg(figure, join(folder, 'taken', 'f.svg')), { code: 'WRITE' });
  }
  assert.deepEqual(readdirSync(folder).sort(), ['file', 'taken']);
  assert.deepEqual(readdirSync(join(folder, 'taken')), []);
});

/** Has this process in a folder of the project's for the length of a test; what the test makes there goes. */
function workingIn(t: TestContext, folder: string): string {
  const before = process.cwd();
  const made = mkdirSync(folder, { recursive: true });
  process.chdir(folder);
  t.after(() => {
    process.chdir(before);
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  });
  return process.cwd();
}

const project = projectRoot();
const notebooks = join(project, 'notebooks');
const WRITERS = { exportHtml, exportSvg, exportPng };

for (const [name, write] of Object.entries(WRITERS)) {
  for (const [from, path, right] of [
    ['sub', '../build/figures/x', '../../build/figures/x'],
    ['sub', './../build/x', '../../build/x'],
    ['sub', '..//build/x', '../../build/x'],
    ['sub/sub', '../build/x', '../../../build/x'],
    ['sub/sub', '../../build/x', '../../../build/x'],
    ['sub', '../other/../build/x', '../../build/x'],
  ] as const) {
    test(`a path that misses the project's build folder is refused: ${name}, ${path} in notebooks/${from}`, (t) => {
      workingIn(t, join(notebooks, `export-${name}`, ...from.split('/').slice(1)));
      assert.throws(() => write(figure, path), {
        code: 'OPTION',
        message: new RegExp(
          `^option path: got "${path}", expected "${right}" for the project's build folder, from here; this one leads to notebooks/`,
        ),
      });
      assert.equal(existsSync(join(notebooks, 'build')), false);
      assert.deepEqual(readdirSync('.'), []);
    });
  }
}

test('paths that say where they lead are taken as they are', (t) => {
  const made = join(project, 'build', 'export-test');
  t.after(() => rmSync(made, { recursive: true, force: true }));
  const inside = workingIn(t, join(notebooks, 'export-taken', 'sub'));
  assert.equal(exportSvg(figure, '../../../build/export-test/a.svg'), join(made, 'a.svg'));
  assert.equal(exportSvg(figure, join(inside, 'build', 'b.svg')), join(inside, 'build', 'b.svg'));
  assert.equal(exportSvg(figure, 'build/c.svg'), join(inside, 'build', 'c.svg'));
  assert.equal(exportSvg(figure, '../building/d.svg'), join(notebooks, 'export-taken', 'building', 'd.svg'));
  assert.equal(
    exportSvg(figure, '../figures/build/e.svg'),
    join(notebooks, 'export-taken', 'figures', 'build', 'e.svg'),
  );
});

for (const [from, file] of [
  ['notebooks', 'build/figures/x.svg'],
  ['a/b', 'a/build/figures/x.svg'],
]) {
  test(`a notebook in the project's build folder, as tests copy them, writes beside itself: ${from}`, (t) => {
    const copied = join(project, 'build', 'export-copied');
    workingIn(t, join(copied, from));
    assert.equal(exportSvg(figure, '../build/figures/x.svg'), join(copied, file));
  });
}

test('from notebooks, and from outside of the project, ../build is what it says', (t) => {
  const made = join(project, 'build', 'export-test');
  t.after(() => rmSync(made, { recursive: true, force: true }));
  const elsewhere = temporaryFolder(t);
  workingIn(t, notebooks);
  assert.equal(exportSvg(figure, '../build/export-test/x.svg'), join(made, 'x.svg'));
  workingIn(t, join(elsewhere, 'sub'));
  assert.equal(exportSvg(figure, '../build/x.svg'), join(elsewhere, 'build', 'x.svg'));
});
