/** What an engine says of itself (opcode 8). */
export interface EngineInfo {
  /** Version of the engine. */
  engine: string;
  /** Version of the protocol: 1. */
  protocol: number;
  kernel: string;
  threads: number;
  /** What a closed trade costs there, in percent of its entry price; engines of your own need not tell it. */
  fee?: number;
  /** The engine's limits by its own names; counts or bytes. */
  limits: Record<string, number>;
}
