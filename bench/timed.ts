export interface Measured {
  seconds: number;
  /** The CPU time of this process. Other work on the machine affects it less than the seconds. */
  cpuSeconds: number;
  /** How much the process's peak memory exceeds its memory at the start. */
  bytes: number;
  rows: number;
}

/** `work` returns the number of rows that it has read or written. */
export async function timed(work: () => Promise<number>): Promise<Measured> {
  const idle = process.memoryUsage.rss();
  const before = process.cpuUsage();
  const start = performance.now();
  const rows = await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  // maxRSS is in kilobytes.
  const bytes = process.resourceUsage().maxRSS * 1024 - idle;
  return { rows, seconds, cpuSeconds: (user + system) / 1e6, bytes };
}
