/**
 * Whether labels that are no dates tell no time at all: without a digit (`a`, `Monday`), or one text that counts
 * upwards (`bar 1`, `bar 2`). Others may be dates in a form that is not known here, newest first for all one can say.
 */
export function isTimeless(labels: readonly string[]): boolean {
  return labels.every((label) => !/\p{N}/u.test(label)) || countsUp(labels);
}

function countsUp(labels: readonly string[]): boolean {
  const first = parted(labels[0]);
  if (first === null) return false;
  let last = -1;
  return labels.every((label) => {
    const parts = parted(label);
    if (parts === null || parts.text !== first.text || parts.count <= last) return false;
    last = parts.count;
    return true;
  });
}

/** The last number in a label and the text around it; null where there is none, or one longer than a float holds. */
function parted(label: string): { text: string; count: number } | null {
  const isDigit = (at: number): boolean => label.charCodeAt(at) >= 48 && label.charCodeAt(at) <= 57;
  let end = label.length;
  while (end > 0 && !isDigit(end - 1)) end -= 1;
  let start = end;
  while (start > 0 && isDigit(start - 1)) start -= 1;
  if (start === end || end - start > 15) return null;
  return { text: `${label.slice(0, start)}#${label.slice(end)}`, count: Number(label.slice(start, end)) };
}
