/** Measured values for the table of performance (table.ts), which starts the benchmarks as its child processes. */

export interface Reported {
  what: string;
  /** The product on an engine, or one of the servers with which it is compared. */
  column: 'SQLite' | 'PostgreSQL' | 'A' | 'B' | 'C';
  figures: Record<string, number>;
}

/** Does nothing if the benchmark was not started by table.ts. */
export function report(what: string, column: Reported['column'], figures: Reported['figures']): void {
  process.send?.({ what, column, figures } satisfies Reported);
}
