import { expect, test } from 'vitest';
import { afterStreet, parsePoint } from './place-words';

test.each([
  ['-37.8, 144.9', -37.8, 144.9],
  [' -37.8136 144.9631 ', -37.8136, 144.9631],
  ['−37.8;144.9', -37.8, 144.9],
  ['37.8136° S, 144.9631° E', -37.8136, 144.9631],
  ['45.5 N, 122.6 W', 45.5, -122.6],
  ['90,-180', 90, -180],
])('"%s" is a point', (text, latitude, longitude) => {
  expect(parsePoint(text)).toEqual({ latitude, longitude });
});

test.each([
  '',
  '3220',
  '12 34',
  '91, 0',
  '0.0, 181',
  'Geelong',
  '12 High Street',
  '1,2,3',
  '-37.8',
  'NaN, NaN',
])('"%s" is not a point', (text) => expect(parsePoint(text)).toBeNull());

test.each([
  ['12 High Street Preston', 'Preston'],
  ['12 High Street, Preston VIC 3072', 'Preston VIC 3072'],
  ['Unit 3/45 Station St, Box Hill', 'Box Hill'],
  ['7a Church Rd. Newtown NSW', 'Newtown NSW'],
  ['120-124 St Kilda Road Melbourne', 'Melbourne'],
  ['5 Broadway, Camberwell', 'Camberwell'],
])('the place of "%s" is "%s"', (text, place) => expect(afterStreet(text)).toBe(place));

test.each(['', '3220', '12 High Street', 'High Street Preston', 'geelong 3220', '3072 VIC', '12 apostles'])(
  '"%s" is not an address with a place',
  (text) => expect(afterStreet(text)).toBeNull(),
);
