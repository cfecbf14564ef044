import { expect, test } from 'vitest';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import { findShortlisted, readShortlist, shortlistHref } from './shortlist';

test('an address has each member once, at most 50, and nothing that is not an ID', () => {
  expect(readShortlist('1002.1001.1002')).toEqual(['1002', '1001']);
  expect(readShortlist('')).toEqual([]);
  expect(readShortlist('01.-1.a.<b>.1e3.99999999999999999999.7')).toEqual(['7']);
  const many = Array.from({ length: 60 }, (_, at) => String(at + 1));
  expect(readShortlist(many.join('.'))).toEqual(many.slice(0, 50));
});

test('the address of a list is read back as the same list', () => {
  expect(shortlistHref(['3', '1'])).toBe('/shortlist?members=3.1');
  expect(shortlistHref([])).toBe('/shortlist');
});

test('members that are not public, or no longer public, are only counted', () => {
  const find = (id: string) => (id === '1' ? entryOf('1') : id === '2' ? ('removed' as const) : null);
  const { entries, gone } = findShortlisted({ find }, ['3', '2', '1']);
  expect(entries.map((entry) => entry.id)).toEqual(['1']);
  expect(gone).toBe(2);
});
