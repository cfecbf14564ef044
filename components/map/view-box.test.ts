import { expect, it } from 'vitest';
import { boxOfView, nearestTurn } from './view-box';

function view(south: number, west: number, north: number, east: number) {
  return { getSouth: () => south, getWest: () => west, getNorth: () => north, getEast: () => east };
}

it('rounds outwards to two decimals', () => {
  const box = boxOfView(view(-38.123, 144.128, -37.987, 145.991));
  expect(box).toEqual({ south: -38.13, west: 144.12, north: -37.98, east: 146 });
});

it('a view across the 180th meridian has a west greater than its east', () => {
  expect(boxOfView(view(-45, 170, -30, 190))).toEqual({ south: -45, west: 170, north: -30, east: -170 });
});

it('a view of the map’s edge extends to the pole, because members near the pole are drawn there', () => {
  expect(boxOfView(view(-85.07, 10, -84.9, 11))).toMatchObject({ south: -90, north: -84.9 });
  expect(boxOfView(view(84.9, 10, 85.06, 11))).toMatchObject({ south: 84.9, north: 90 });
  expect(boxOfView(view(-85, 10, 85, 11))).toMatchObject({ south: -85, north: 85 });
});

it('a view wider than the earth is the whole earth', () => {
  expect(boxOfView(view(-95, -300, 95, 300))).toEqual({ south: -90, west: -180, north: 90, east: 180 });
});

it('a view on the next copy of the earth gives the same box', () => {
  expect(boxOfView(view(10, 370, 20, 380))).toEqual({ south: 10, west: 10, north: 20, east: 20 });
});

it.each([
  [144, 134, 144],
  [-179, 179, 181],
  [179, -179, -181],
  [10, 370, 370],
])('longitude %d on a map centred on %d is drawn at %d', (longitude, middle, drawn) => {
  expect(nearestTurn(longitude, middle)).toBe(drawn);
});
