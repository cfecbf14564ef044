import { expect, it } from 'vitest';
import { createKeptBodies } from './kept-bodies';

it('cached bodies stay within their limit, and the least recently used are dropped first', () => {
  const bodies = createKeptBodies(2500);
  const kept = { body: new Uint8Array(500), etag: '""', headers: {} };
  bodies.set('a', kept);
  bodies.set('b', kept);
  expect(bodies.get('a')).toBe(kept);
  bodies.set('c', kept);
  expect([bodies.get('a'), bodies.get('b'), bodies.get('c')]).toEqual([kept, undefined, kept]);
});
