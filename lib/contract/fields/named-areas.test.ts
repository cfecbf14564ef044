import { describe, expect, test } from 'vitest';
import { areaLimits, namedAreas, parseAreas } from './named-areas';

const read = (text: string) => namedAreas.read(text, { hasReferred: null });

describe('areas in the settings', () => {
  test('are stored in one form', () => {
    const text = ' Inner  West :Newtown , Marrickville,,Newtown\n\nThe Bay: Bondi';
    expect(read(text)).toBe('Inner West: Newtown, Marrickville\nThe Bay: Bondi');
    expect(parseAreas(text)).toEqual([
      { name: 'Inner West', places: ['Newtown', 'Marrickville'] },
      { name: 'The Bay', places: ['Bondi'] },
    ]);
  });

  test.each([
    ['Inner West', 'a colon'],
    [': Newtown', 'a colon'],
    ['Inner West: ,', 'a colon'],
    [`${'b'.repeat(areaLimits.letters + 1)}: Newtown`, 'at most 60 characters'],
    [`A: ${Array.from({ length: areaLimits.places + 1 }, (_, at) => `p${at}`).join()}`, 'at most 60 places'],
    ['a: b\n'.repeat(areaLimits.areas + 1), 'at most 100 lines; this has 101'],
  ])('%s is refused, and what is stored nevertheless does no harm', (text, problem) => {
    expect(() => read(text)).toThrow(problem);
    expect(parseAreas(text).length).toBeLessThanOrEqual(areaLimits.areas);
  });
});
