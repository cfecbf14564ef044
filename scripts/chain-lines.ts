import type { Line } from '../lib/map/geo/map-edges';

/** Joins lines where their ends meet. The result has each line once, with its shape unchanged. */
export function chainLines(lines: Line[]): Line[] {
  const byEnd = new Map<string, Set<Line>>();
  for (const line of lines)
    for (const end of ends(line)) byEnd.set(end, (byEnd.get(end) ?? new Set()).add(line));
  const left = new Set(lines);
  const take = (line: Line) => {
    left.delete(line);
    for (const end of ends(line)) byEnd.get(end)?.delete(line);
  };
  const grow = (chain: Line) => {
    for (;;) {
      const [, end] = ends(chain);
      const [next] = byEnd.get(end) ?? [];
      if (next === undefined) return;
      take(next);
      chain.push(...(ends(next)[0] === end ? next : [...next].reverse()).slice(1));
    }
  };
  const chains: Line[] = [];
  for (const line of left) {
    take(line);
    const chain = [...line];
    grow(chain);
    chain.reverse();
    grow(chain);
    chains.push(chain);
  }
  return chains;
}

function ends(line: Line): [first: string, last: string] {
  return [String(line[0]), String(line[line.length - 1])];
}
