import { seededRandom } from '@/lib/base/seeded-random';

/** Gives the same random values for the same seed, so that every demonstration has the same members. */
export interface Random {
  /** From 0 (inclusive) to 1. */
  fraction(): number;
  /** Both ends are included. */
  integer(low: number, high: number): number;
  isTrue(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different elements in the list's order. If there are fewer, all of them. */
  sample<T>(list: readonly T[], count: number): T[];
  pickWeighted<T extends { weight: number }>(list: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  const fraction = seededRandom(seed);
  const integer = (low: number, high: number) => low + Math.floor(fraction() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[integer(0, list.length - 1)];
    if (chosen === undefined) throw new RangeError('the list is empty');
    return chosen;
  };
  return {
    fraction,
    integer,
    pick,
    isTrue: (probability) => fraction() < probability,
    sample(list, count) {
      const order = list.map((element, index) => ({ element, index, at: fraction() }));
      const chosen = order.sort((a, b) => a.at - b.at).slice(0, count);
      return chosen.sort((a, b) => a.index - b.index).map(({ element }) => element);
    },
    pickWeighted(list) {
      let left = fraction() * list.reduce((sum, { weight }) => sum + weight, 0);
      return list.find(({ weight }) => (left -= weight) < 0) ?? pick(list);
    },
  };
}
