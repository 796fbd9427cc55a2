/** What lies over what in a drawn figure: measured in the browser, by the boxes of its texts and the points of its lines. */

/**
 * The faults of a figure that plotly has drawn, each as a sentence; none is as it should be.
 * @param {import('playwright-core').Locator} figure the element that plotly was given
 * @returns {Promise<string[]>}
 */
export const faultsOf = (figure) => figure.evaluate(faultsIn);

/** Runs in the page. */
function faultsIn(figure) {
  /** Pixels that boxes may share: a text's box is taller than its letters. */
  const SHARED = 2;
  /** Least height of what is drawn, and its least share of the figure's width. */
  const LEAST_HEIGHT = 64;
  const LEAST_WIDTH = 0.4;

  const faults = [];
  const seen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
  };
  const all = (selector) => Array.from(figure.querySelectorAll(selector)).filter(seen);
  const box = (element) => element.getBoundingClientRect();
  const named = (kind, elements) =>
    elements.map((element) => ({ kind, text: element.textContent.trim(), box: box(element) }));
  const say = ({ kind, text }) => `${kind} "${text.slice(0, 50)}"`;
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SHARED &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SHARED;

  const texts = [
    ...named('title', all('.gtitle')),
    ...named('legend', all('.legend .bg')),
    ...named('axis title', all('[class^="g-"][class$="title"] text:not(.gtitle)')),
    ...named('tick', all('.xtick text, [class*="xtick"] text, .ytick text, [class*="ytick"] text')),
    ...named('annotation', all('.annotation-text-g')),
    ...named('label', all('.textpoint text')),
  ].filter(({ kind, text }) => kind === 'legend' || text !== '');
  for (let a = 0; a < texts.length; a++) {
    for (let b = a + 1; b < texts.length; b++) {
      if (overlap(texts[a].box, texts[b].box)) faults.push(`${say(texts[a])} lies over ${say(texts[b])}`);
    }
  }

  const frame = box(figure.querySelector('.main-svg'));
  for (const text of texts) {
    const { left, right, top, bottom } = text.box;
    if (
      left < frame.left - SHARED ||
      right > frame.right + SHARED ||
      top < frame.top - SHARED ||
      bottom > frame.bottom + SHARED
    ) {
      faults.push(`${say(text)} is cut by the figure's edge`);
    }
  }
  const outer = box(figure);
  if (frame.right > outer.right + 1 || frame.bottom > outer.bottom + 1) {
    faults.push(
      `the drawing, ${frame.width} x ${frame.height}, is larger than its box, ${outer.width} x ${outer.height}`,
    );
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    faults.push(`the page is wider than its window: ${document.documentElement.scrollWidth} pixels`);
  }
  for (const bar of all('.legend .scrollbar')) {
    if (box(bar).height > 0 && getComputedStyle(bar).opacity !== '0')
      faults.push('the legend is cut: it has a scroll bar');
  }
  const panels = all('.nsewdrag').map(box);
  for (const { width, height } of panels) {
    if (height < Math.min(LEAST_HEIGHT, frame.height / 4))
      faults.push(`a panel is only ${Math.round(height)} pixels high`);
    if (width < LEAST_WIDTH * frame.width * (panels.length > 1 ? 0.5 : 1)) {
      faults.push(`a panel is only ${Math.round(width)} of ${Math.round(frame.width)} pixels wide`);
    }
  }

  // lines under texts that stand in the plot: a line's points, every few pixels
  const inside = texts.filter(({ kind }) => kind === 'annotation');
  if (inside.length > 0) {
    for (const line of all('.scatterlayer .js-line')) {
      if (getComputedStyle(line).strokeOpacity === '0' || line.closest('[data-behind]')) continue;
      const name = line.closest('.trace')?.__data__?.[0]?.trace?.name ?? '';
      const matrix = line.getScreenCTM();
      const length = line.getTotalLength();
      for (let at = 0; at <= length; at += 3) {
        const { x, y } = line.getPointAtLength(at).matrixTransform(matrix);
        // a line goes on, unseen, beyond its panel
        if (
          !panels.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom)
        )
          continue;
        const under = inside.find(
          ({ box: { left, right, top, bottom } }) =>
            x > left + 1 && x < right - 1 && y > top + 2 && y < bottom - 2,
        );
        if (under) {
          faults.push(`${say(under)} lies over the line "${name}"`);
          break;
        }
      }
    }
  }
  return [...new Set(faults)];
}
