import { expect, it } from 'vitest';
import { toRepresentation } from '@/lib/base/http/representation';
import { createCachedLists } from './cached-lists';

it('cached lists stay within their limit, and the least recently used are dropped first', () => {
  const lists = createCachedLists(2500);
  const list = toRepresentation({ headers: {}, etag: '""', body: new Uint8Array(500) });
  lists.set('a', list);
  lists.set('b', list);
  expect(lists.get('a')).toBe(list);
  lists.set('c', list);
  expect([lists.get('a'), lists.get('b'), lists.get('c')]).toEqual([list, undefined, list]);
});
