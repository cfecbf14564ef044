/**
 * The program of `npm start` if PROCESSES is more than 1. It starts the processes that handle requests, shares the port
 * among them, and passes on their log lines, their messages, and signals.
 */
import cluster, { type Worker } from 'node:cluster';
import { inspect } from 'node:util';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createClock, type Clock } from '@/lib/base/clock';
import { readConfig, type Config } from '@/lib/base/config';
import { createLog, openLog, standardOutput } from '@/lib/server/log';
import { explainStartup } from '@/lib/base/startup-problems';
import { placeArguments, type Place } from './join';
import { parseFromWorker, type ToWorker } from './messages';
import { MetricsRounds } from './metrics-rounds';
import { Supervisor } from './supervisor';
import { wholeLines } from './whole-lines';

try {
  supervise(readConfig());
} catch (error) {
  // `explainStartup` uses the folder and the port only to explain errors about files and ports. This program opens
  // neither the folder nor the port.
  process.stderr.write(`${explainStartup(error, { dataDir: '', port: 0 }) ?? inspect(error)}\n`);
  process.exit(1);
}

function supervise(config: Config): void {
  const clock = createClock(config.now);
  const output = standardOutput();
  // Without a terminal, the log lines of all processes pass through `output`, so that they do not mix.
  const log = process.stdout.isTTY ? openLog(config.logLevel) : createLog(config.logLevel ?? 'info', output);
  const workers = new Map<number, Worker>();
  const rounds = new MetricsRounds({ own: createOwnMetrics(config.processes, workers), schedule });
  const supervisor = new Supervisor({
    count: config.processes,
    start: (place) => {
      const { number } = place;
      const worker = fork(place, config.now === null ? null : clock);
      workers.set(number, worker);
      log.info({ pid: worker.process.pid }, `process ${number} starts`);
      const lines = wholeLines((text) => void output.write(text));
      worker.process.stdout?.on('data', lines.add);
      worker.on('message', (message) => receive(number, message));
      worker.on('error', (error) => log.error({ err: error }, `Process ${number} reported an error`));
      // `close` comes after all output, so no line is lost.
      worker.process.once('close', (code: number | null, signal: string | null) => {
        lines.end();
        workers.delete(number);
        rounds.ended(number);
        supervisor.ended(number, { code: code ?? 1, how: signal ?? `code ${code}` });
      });
      return { end: (signal) => void worker.process.kill(signal) };
    },
    schedule,
    now: () => performance.now(),
    warn: (message) => log.warn(message),
    exit: (code) => process.exit(code),
  });
  const receive = (number: number, value: unknown) => {
    const message = parseFromWorker(value);
    const all = [...workers].map(([of, worker]) => ({ number: of, send: sender(worker) }));
    if (message?.kind === 'ready') supervisor.ready(number);
    if (message?.kind === 'told') for (const other of all) if (other.number !== number) other.send(message);
    if (message?.kind === 'metrics') rounds.add(message.id, number, message.text);
    if (message?.kind === 'request metrics') rounds.begin({ number, id: message.id }, all);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => supervisor.stop());
  supervisor.begin();
}

/**
 * @param clock the clock to use instead of the machine's clock. Each new process starts with this clock's current time,
 * so all processes have the same time.
 */
function fork(place: Place, clock: Clock | null): Worker {
  const output = process.stdout.isTTY ? 'inherit' : 'pipe';
  cluster.setupPrimary({ args: placeArguments(place), stdio: ['ignore', output, 'inherit', 'ipc'] });
  return cluster.fork(clock === null ? {} : { CHAPTERHOUSE_NOW: clock().toISOString() });
}

/** A process that is ending gets no messages. */
function sender(worker: Worker): (message: ToWorker) => void {
  return (message) => {
    if (worker.isConnected()) worker.send(message, () => undefined);
  };
}

/** The metrics of the primary process. They also say which other processes run. */
function createOwnMetrics(count: number, workers: ReadonlyMap<number, Worker>): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'chapterhouse_', labels: { process: 'primary' } });
  new Gauge({
    name: 'chapterhouse_process_running',
    help: '1 while this process runs; 0 while it is being restarted',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      for (let number = 1; number <= count; number += 1)
        this.set({ process: String(number) }, Number(workers.has(number)));
    },
  });
  return () => registry.metrics();
}

function schedule(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
