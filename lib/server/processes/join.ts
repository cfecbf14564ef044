import { parseArgs } from 'node:util';
import { parseToWorker, type FromWorker } from './messages';

export interface Processes {
  /** The first number is 1. A process that replaces an ended process gets the same number. */
  number: number;
  /** true: when this process started, no process of this server had been ready yet. */
  isFirst: boolean;
  ready(): void;
  /** Sends a value, which must be JSON, to all other processes of this server. */
  tell(topic: string, value: unknown): void;
  onTold(topic: string, listener: (value: unknown) => void): void;
  provideMetrics(read: () => Promise<string>): void;
  gatherMetrics(): Promise<string>;
}

/** null: this is the only process of its server. */
export function joinProcesses(): Processes | null {
  const place = readPlace(process.argv.slice(2));
  if (place === null || process.send === undefined) return null;
  const send = (message: FromWorker) => void process.send?.(message);
  const listeners: { topic: string; listener: (value: unknown) => void }[] = [];
  const waiting = new Map<number, (texts: string[]) => void>();
  let readOwn = async () => '';
  let lastId = 0;
  process.on('message', (value) => {
    const message = parseToWorker(value);
    if (message?.kind === 'told')
      for (const { topic, listener } of listeners) if (topic === message.topic) listener(message.value);
    if (message?.kind === 'send metrics')
      void readOwn().then((text) => send({ kind: 'metrics', id: message.id, text }));
    if (message?.kind === 'all metrics') {
      waiting.get(message.id)?.(message.texts);
      waiting.delete(message.id);
    }
  });
  return {
    ...place,
    ready: () => send({ kind: 'ready' }),
    tell: (topic, value) => send({ kind: 'told', topic, value }),
    onTold: (topic, listener) => void listeners.push({ topic, listener }),
    provideMetrics: (read) => void (readOwn = read),
    gatherMetrics: () =>
      new Promise((resolve) => {
        const id = (lastId += 1);
        waiting.set(id, (texts) => resolve(mergeMetrics(texts)));
        send({ kind: 'request metrics', id });
      }),
  };
}

export interface Place {
  number: number;
  isFirst: boolean;
}

/** The arguments that tell a new process its number and whether it is the first process. */
export function placeArguments({ number, isFirst }: Place): string[] {
  return ['--process', String(number), ...(isFirst ? ['--first'] : [])];
}

function readPlace(args: string[]): Place | null {
  const options = { process: { type: 'string' }, first: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, strict: false, options });
  const number = Number(values.process);
  return Number.isSafeInteger(number) && number > 0 ? { number, isFirst: values.first === true } : null;
}

interface Family {
  comments: string;
  samples: string[];
}

/**
 * In the format of Prometheus, all series of a name must be together, after the description of the name. A label says
 * from which process a series comes.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const block of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const name = /^# HELP (\S+)/.exec(block)?.[1];
    if (name === undefined) continue;
    const lines = block.split('\n').filter((line) => line !== '');
    const comments = lines.filter((line) => line.startsWith('#')).join('\n');
    const family = families.get(name) ?? { comments, samples: [] };
    family.samples.push(...lines.filter((line) => !line.startsWith('#')));
    families.set(name, family);
  }
  return [...families.values()]
    .map(({ comments, samples }) => `${[comments, ...samples].join('\n')}\n`)
    .join('\n');
}
