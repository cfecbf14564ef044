import type { Neighbours } from './neighbours';

export function connectNeighbours(count: number): { neighbours: Neighbours[]; sent: { count: number } } {
  const listeners: { of: number; topic: string; listener: (value: unknown) => void }[] = [];
  const sent = { count: 0 };
  const neighbours = Array.from({ length: count }, (_, own): Neighbours => ({
    tell(topic, value) {
      sent.count += 1;
      const text = JSON.stringify(value);
      for (const one of listeners) if (one.of !== own && one.topic === topic) one.listener(JSON.parse(text));
    },
    onTold: (topic, listener) => void listeners.push({ of: own, topic, listener }),
  }));
  return { neighbours, sent };
}
