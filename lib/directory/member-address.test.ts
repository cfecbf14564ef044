import { describe, expect, it } from 'vitest';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import { decodedSegment, memberAtAddress, memberPath } from './member-address';

const ada = entryOf('12', {
  slug: '12-ada-lovelace',
  kind: 'person',
  name: 'Ada Lovelace',
  sortKey: 'lovelace ada',
});
const directory = { find: (id: string) => (id === '12' ? ada : id === '13' ? ('removed' as const) : null) };

describe('memberAtAddress', () => {
  it('finds the member at the address with the current name', () => {
    expect(memberAtAddress(directory, '12-ada-lovelace')).toEqual({ kind: 'here', entry: ada });
  });

  it.each(['12', '12-', '12-ada-byron', '12-ADA-LOVELACE'])(
    'redirects %s to the current address',
    (segment) => {
      expect(memberAtAddress(directory, segment)).toEqual({
        kind: 'moved',
        path: '/members/12-ada-lovelace',
      });
    },
  );

  it('reports a member who was listed once as removed, whatever the name', () => {
    expect(memberAtAddress(directory, '13-anybody')).toEqual({ kind: 'removed' });
  });

  it.each(['', '-', 'ada-lovelace', '1200-ada-lovelace', ' 12'])('finds nobody at "%s"', (segment) => {
    expect(memberAtAddress(directory, segment)).toEqual({ kind: 'unknown' });
  });

  it('a path is safe for any slug', () => {
    expect(memberPath('a/../b?c')).toBe('/members/a%2F..%2Fb%3Fc');
  });
});

it('a segment with invalid percent-encoding finds nobody instead of failing', () => {
  expect([decodedSegment('%E0%A4%A'), decodedSegment('%ff'), decodedSegment('%C3%A9')]).toEqual([
    '',
    '',
    'é',
  ]);
});
