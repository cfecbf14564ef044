/** Messages between the processes of one server. All of them pass through the primary process. */
import { z } from 'zod';

const fromWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('told'), topic: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('request metrics'), id: z.number() }),
  z.object({ kind: z.literal('metrics'), id: z.number(), text: z.string() }),
]);

const toWorker = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('told'), topic: z.string(), value: z.unknown() }),
  z.object({ kind: z.literal('send metrics'), id: z.number() }),
  z.object({ kind: z.literal('all metrics'), id: z.number(), texts: z.array(z.string()) }),
]);

export type FromWorker = z.infer<typeof fromWorker>;
export type ToWorker = z.infer<typeof toWorker>;

/** null: the message is from Node or a package. */
export function parseFromWorker(message: unknown): FromWorker | null {
  return fromWorker.safeParse(message).data ?? null;
}

/** null: the message is from Node or a package. */
export function parseToWorker(message: unknown): ToWorker | null {
  return toWorker.safeParse(message).data ?? null;
}
