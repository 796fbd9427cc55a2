import { type Affine, type Box, compose, mapBox, parseTransform, unite } from './affine';
import { pathBox } from './path';
import { ASCENT, DESCENT, textWidth } from './text-width';

// jsdom lays nothing out: every box it reports is empty, and plotly would set margins, legends and
// labels for text of no width. These boxes are what a browser would say, for the elements plotly measures.

const number = (element: Element, name: string): number =>
  Number.parseFloat(element.getAttribute(name) ?? '') || 0;

/** A property set by style or attribute on the element or on what holds it. */
function inherited(element: Element, property: 'font-size' | 'font-weight' | 'text-anchor'): string | null {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const style = (at as SVGElement).style?.getPropertyValue(property);
    const found = style || at.getAttribute(property);
    if (found) return found;
  }
  return null;
}

function fontSize(element: Element): number {
  const size = Number.parseFloat(inherited(element, 'font-size') ?? '');
  return Number.isFinite(size) ? size : 12;
}

function isBold(element: Element): boolean {
  const weight = inherited(element, 'font-weight') ?? 'normal';
  return weight === 'bold' || weight === 'bolder' || Number.parseInt(weight, 10) >= 600;
}

/** Width of everything written in `element`, on one line; inner tspans may have their own size and weight. */
export function writtenWidth(element: Element): number {
  let width = 0;
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === 3) {
      // Plotly keeps a zero-width space before superscripts; it is a character of no width here too.
      width += textWidth(child.textContent ?? '', fontSize(element), isBold(element));
    } else if (child.nodeType === 1) width += writtenWidth(child as Element);
  }
  return width;
}

function lineBox(line: Element, baseline: number): Box {
  const size = fontSize(line);
  const width = writtenWidth(line);
  const anchor = inherited(line, 'text-anchor');
  const left = number(line, 'x') - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
  return { left, right: left + width, top: baseline - ASCENT * size, bottom: baseline + DESCENT * size };
}

/** Lines of a text are tspans of class `line`, each `dy` em below the first. */
function textBox(text: Element): Box | null {
  if (!text.textContent) return null;
  const first = number(text, 'y');
  const lines = Array.from(text.querySelectorAll('tspan.line'));
  if (lines.length === 0) return lineBox(text, first);
  return lines
    .map((line) => lineBox(line, first + number(line, 'dy') * fontSize(text)))
    .reduce<Box | null>((all, box) => unite(all, box), null);
}

/** The element's own box, before its own transform; null when it draws nothing. */
export function ownBox(element: Element): Box | null {
  if ((element as SVGElement).style?.display === 'none') return null;
  switch (element.localName) {
    case 'text':
      return textBox(element);
    case 'tspan':
      return lineBox(element, number(element, 'y'));
    case 'rect':
    case 'image': {
      const [left, top] = [number(element, 'x'), number(element, 'y')];
      return { left, top, right: left + number(element, 'width'), bottom: top + number(element, 'height') };
    }
    case 'circle': {
      const [x, y, r] = [number(element, 'cx'), number(element, 'cy'), number(element, 'r')];
      return { left: x - r, right: x + r, top: y - r, bottom: y + r };
    }
    case 'line': {
      const [x1, x2] = [number(element, 'x1'), number(element, 'x2')];
      const [y1, y2] = [number(element, 'y1'), number(element, 'y2')];
      return {
        left: Math.min(x1, x2),
        right: Math.max(x1, x2),
        top: Math.min(y1, y2),
        bottom: Math.max(y1, y2),
      };
    }
    case 'path':
      return pathBox(element.getAttribute('d') ?? '');
    case 'g':
    case 'svg':
    case 'a':
      return Array.from(element.children).reduce<Box | null>((all, child) => {
        const inner = ownBox(child);
        return inner === null
          ? all
          : unite(all, mapBox(parseTransform(child.getAttribute('transform')), inner));
      }, null);
    default:
      return null;
  }
}

/** The element's box on the page: its own, through its transform and those of all that hold it. */
export function pageBox(element: Element): Box {
  const own = ownBox(element) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  let map: Affine = parseTransform(element.getAttribute('transform'));
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    map = compose(parseTransform(at.getAttribute('transform')), map);
  }
  return mapBox(map, own);
}
