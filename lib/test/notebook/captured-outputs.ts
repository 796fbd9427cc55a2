import type { TestContext } from 'node:test';
import { type MimeBundle, writeOutputsTo } from '../../src/notebook/output';

/** One message that a notebook would have got. */
export interface Captured {
  data: MimeBundle;
  metadata: object;
  id: string | undefined;
  update: boolean;
}

/** Makes this process a notebook for the length of a test, and collects what its cell would show. */
export function capturedOutputs(t: TestContext): Captured[] {
  const captured: Captured[] = [];
  writeOutputsTo(({ data, metadata, transient }, update) =>
    captured.push({ data, metadata, id: transient.display_id, update }),
  );
  t.after(() => writeOutputsTo(null));
  return captured;
}
