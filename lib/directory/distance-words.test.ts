import { expect, test } from 'vitest';
import { readDistance } from './distance-words';

test.each([
  ['a brewery within walking distance of Subiaco', 'a brewery near Subiaco', 2, 'km'],
  ['Subiaco walking distance', 'Subiaco near', 2, 'km'],
  ['physio in easy walking distance from St Kilda', 'physio near St Kilda', 2, 'km'],
  ['physio within 10 km of Geelong', 'physio near Geelong', 10, 'km'],
  ['5km from Newtown', 'near Newtown', 5, 'km'],
  ['20 kilometres around Hobart', 'near Hobart', 20, 'km'],
])('"%s" is read as "%s" and a distance', (typed, text, radiusKm, unit) => {
  expect(readDistance(typed, 'km')).toEqual({ text, distance: { radiusKm, unit } });
});

test('miles are miles, and a walk is said in the usual unit', () => {
  expect(readDistance('dentist 3 miles from Portland', 'km')?.distance).toEqual({
    radiusKm: 3 * 1.609344,
    unit: 'mi',
  });
  expect(readDistance('pub walking distance of Portland', 'mi')?.distance.unit).toBe('mi');
});

test.each([
  '10 km',
  'physio Geelong',
  'walking group',
  'distance learning',
  '0 km from Geelong',
  '-37.81, 144.96',
  'A10 km from',
])('"%s" has no distance', (typed) => expect(readDistance(typed, 'km')).toBeNull());
