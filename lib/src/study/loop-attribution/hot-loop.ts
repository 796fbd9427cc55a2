/** The loop of a function in which its products are made, as its assembly tells. */
export interface HotLoop {
  /** Instructions of one turn of the loop, its jump included. */
  instructions: number;
  /** Products, or where there are none additions, in one turn: how far it is unrolled. */
  unrolled: number;
  /** Conversions from integers in one turn. */
  conversions: number;
  /** Comparisons in one turn; each way out of the loop has one. */
  compares: number;
  /** The instructions themselves. */
  text: string[];
}

/** Floats that an x86-64 or AArch64 arithmetic instruction handles at once. */
function width(instruction: string): number {
  if (/^v?(add|mul)pd\b/.test(instruction)) {
    if (instruction.includes('%zmm')) return 8;
    return instruction.includes('%ymm') ? 4 : 2;
  }
  return /\bv\d+\.2d/.test(instruction) ? 2 : 1;
}

const isProduct = (text: string): boolean => /^(v?mul[sp]d|fmul)\b/.test(text);
const isAddition = (text: string): boolean => /^(v?add[sp]d|fadd)\b/.test(text);
const isConversion = (text: string): boolean => /^(v?cvtu?si2sd|v?cvtdq2pd|[su]cvtf)/.test(text);
const isCompare = (text: string): boolean => /^(cmp|test|subs|cbz|cbnz)/.test(text);
const jumpTarget = (text: string): string | null =>
  /^(?:j[a-z]+|b\.[a-z]+|b|cbn?z\s+\w+,)\s+(\.?L\w+)$/.exec(text)?.[1] ?? null;

const total = (lines: readonly string[], of: (text: string) => boolean): number =>
  lines.filter(of).reduce((sum, text) => sum + width(text), 0);

/**
 * Finds the innermost loop with the most floating-point additions in the assembly of one function (AT&T syntax on
 * x86-64, or AArch64's own).
 * @returns null when the text has no loop with one, as on a processor whose assembly is not known here.
 */
export function hotLoop(assembly: string): HotLoop | null {
  const labels = new Map<string, number>();
  const lines: string[] = [];
  let best: HotLoop | null = null;
  let most = 0;
  for (const line of assembly.split('\n')) {
    const label = /^(\.?L\w+):/.exec(line)?.[1];
    if (label !== undefined) labels.set(label, lines.length);
    const text = line.trim().replace(/\s+/g, ' ');
    if (!/^\s/.test(line) || text === '' || /^[.#]/.test(text)) continue;
    lines.push(text);
    const start = labels.get(jumpTarget(text) ?? '');
    if (start === undefined) continue;
    const turn = lines.slice(start);
    const additions = total(turn, isAddition);
    const holdsLoop = turn.slice(0, -1).some((inner) => (labels.get(jumpTarget(inner) ?? '') ?? -1) >= start);
    if (holdsLoop || additions <= most) continue;
    most = additions;
    best = {
      instructions: turn.length,
      unrolled: total(turn, isProduct) || additions,
      conversions: turn.filter(isConversion).length,
      compares: turn.filter(isCompare).length,
      text: turn,
    };
  }
  return best;
}

/** The assembly of each function of a file, by the name of the loop it is (a module and then `wma` in its symbol). */
export function functionsOf(assembly: string): Map<string, string> {
  const functions = new Map<string, string>();
  const parts = assembly.split(/^(?=_\w*loops\w*wma\w*:)/m);
  for (const part of parts) {
    const module = /^_\w*?loops\d+(\w+?)3wma\w*:/.exec(part)?.[1];
    if (module !== undefined) functions.set(module.replaceAll('_', '-'), part);
  }
  return functions;
}
