/** SIGTERM: from a service manager or a container. SIGINT: from a terminal. */
const stopSignals = ['SIGTERM', 'SIGINT'] as const;

interface Target {
  on(signal: (typeof stopSignals)[number], listener: () => void): unknown;
  exit(code: number): unknown;
}

interface Shutdown {
  /** Finishes responses in progress and closes everything that is open. */
  stop: () => Promise<void>;
  /** After this time the process ends, even if something is still open. */
  deadlineMs: number;
}

/**
 * Call this before anything else. In a container, this process may be PID 1, which ignores signals without a listener.
 * Before `runOnSignal` is called, a signal ends the process at once. After that, a signal first calls `stop` of the
 * given shutdown. Only the first signal counts, because npm can repeat a signal from the terminal or the service
 * manager.
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
