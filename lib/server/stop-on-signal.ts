/** Signals that ask a process to end: from a service manager or container, and from a terminal. */
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

interface Target {
  on(signal: (typeof stopSignals)[number], listener: () => void): unknown;
  exit(code: number): unknown;
}

interface Shutdown {
  /** Finishes responses in progress and closes what is open. */
  stop: () => Promise<void>;
  /** The process ends after this time, even if something is still open. */
  deadlineMs: number;
}

/**
 * Listens for signals. Call it first: PID 1 of a container ignores signals that have no listener. A signal ends the
 * process immediately, until `runOnSignal` sets what to stop. A repeated signal changes nothing: npm passes on signals
 * that this process has already got from the terminal or the service manager.
 * @param target the running process; tests pass their own
 */
export function listenForSignals(target: Target = process): { runOnSignal(shutdown: Shutdown): void } {
  let shutdown: Shutdown | null = null;
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    if (shutdown === null) return void target.exit(0);
    setTimeout(() => target.exit(0), shutdown.deadlineMs);
    shutdown.stop().then(
      () => target.exit(0),
      () => target.exit(1),
    );
  };
  for (const signal of stopSignals) target.on(signal, end);
  return { runOnSignal: (next) => void (shutdown = next) };
}
