import type { Measured } from '../../bench';
import type { ArchitectureRow } from '../architectures';
import type { ClientShare } from './client-share';

/** One sweep of an architecture, taken apart, in microseconds. The parts are medians of their own. */
export interface VerdictRow {
  architecture: string;
  title: string;
  kernel: string;
  measured: Measured;
  published: ArchitectureRow['published'];
  kernel_us: number;
  /** By the engine's own clock. */
  engine_parse_us: number;
  engine_encode_us: number;
  /** What the client spent on building frames and reading replies, timed apart from the calls. */
  client_us: number;
  /** What no clock claims: transit both ways, waking up, and starting where a process is spawned. */
  left_over_us: number;
  boundary_us: number;
  boundary_share: number;
}

/** @param client What the client spends on a call of one combo, and of all. */
export function decompose(row: ArchitectureRow, client: ClientShare): VerdictRow {
  const { architecture, title, kernel, measured, published, compute_us, engine_parse_us, engine_encode_us } =
    row;
  const boundary = row.boundary_us;
  const client_us =
    row.granularity === 'combo' ? client.oneComboUs * row.calls_per_sweep : client.allCombosUs;
  return {
    architecture,
    title,
    kernel,
    measured,
    published,
    kernel_us: compute_us,
    engine_parse_us,
    engine_encode_us,
    client_us,
    left_over_us: Math.max(0, boundary - engine_parse_us - engine_encode_us - client_us),
    boundary_us: boundary,
    boundary_share: boundary / (boundary + compute_us),
  };
}
