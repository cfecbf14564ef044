import { expect, it } from 'vitest';
import { radiusIn, sayDistance, sayDistanceAndBearing, sayRadius } from './distance-text';

it.each([
  [0.02, 'km', '100 m'],
  [0.849, 'km', '800 m'],
  [0.95, 'km', '1 km'],
  [1.234, 'km', '1.2 km'],
  [9.96, 'km', '10 km'],
  [61.4, 'km', '61 km'],
  [12345, 'km', '12,345 km'],
  [0.8, 'mi', '0.5 miles'],
  [0.01, 'mi', '0.1 miles'],
  [1.6, 'mi', '1 mile'],
  [17.7, 'mi', '11 miles'],
] as const)('%d km in %s is shown as "%s"', (km, unit, text) => {
  expect(sayDistance(km, unit)).toBe(text);
});

it.each([
  [0, '5 km north'],
  [22.4, '5 km north'],
  [22.6, '5 km north-east'],
  [180, '5 km south'],
  [337.6, '5 km north'],
  [337.4, '5 km north-west'],
])('a bearing of %d degrees is shown as "%s"', (bearing, text) => {
  expect(sayDistanceAndBearing(5, bearing, 'km')).toBe(text);
});

it('gives no direction to something at the same place', () => {
  expect(sayDistanceAndBearing(0, 90, 'km')).toBe('Here');
});

it('a radius chosen in miles is shown as the same number of miles', () => {
  expect(radiusIn(25 * 1.609344, 'mi')).toBe(25);
  expect(sayRadius(25 * 1.609344, 'mi')).toBe('25 miles');
  expect(sayRadius(100, 'km')).toBe('100 km');
});
