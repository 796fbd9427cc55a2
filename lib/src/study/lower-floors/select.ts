import type { Section } from '../section';
import type { LowerFloorsRow } from './index';

/** The rows of one kind of the section `lower-floors`: `round-trip`, `ticks`, `idle` or `break-even`. */
export const floorRows = <Kind extends LowerFloorsRow['kind']>(
  { rows }: Pick<Section<LowerFloorsRow>, 'rows'>,
  kind: Kind,
): Extract<LowerFloorsRow, { kind: Kind }>[] =>
  rows.filter((row): row is Extract<LowerFloorsRow, { kind: Kind }> => row.kind === kind);
