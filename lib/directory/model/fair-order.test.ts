import { expect, test } from 'vitest';
import { neverPause } from '@/lib/base/slices';
import { compareLots, fairOrder } from './fair-order';

test.each([0, 1, 100, 40_000])(
  '%i members are in the same order as if each had been added by a change',
  async (size) => {
    const day = '2026-03-01';
    const idAt = (position: number) => String(position + 1);
    const expected = Array.from({ length: size }, (_, position) => position).sort((a, b) =>
      compareLots(idAt(a), idAt(b), day),
    );
    const order = await fairOrder({ size, idAt }, day, neverPause);
    expect([...order.all()]).toEqual(expected);
  },
);
