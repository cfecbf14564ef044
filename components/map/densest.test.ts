import { expect, it } from 'vitest';
import type { MapFeature } from '@/lib/directory/directory';
import { boxOfDensest } from './densest';

function cluster(count: number, latitude: number, longitude: number): MapFeature {
  const box = { south: latitude, west: longitude, north: latitude, east: longitude };
  return { kind: 'cluster', count, latitude, longitude, box, place: '', pins: [] };
}

const melbourne = cluster(60, -38, 145);
const sydney = cluster(37, -34, 151);

it('the first view leaves out a few members far away, and nobody who is near or among many', () => {
  const london = cluster(3, 51, 0);
  expect(boxOfDensest([melbourne, sydney, london])).toEqual({ south: -38, west: 145, north: -34, east: 151 });
  expect(boxOfDensest([melbourne, sydney, cluster(10, 51, 0)])?.north).toBe(51);
  expect(boxOfDensest([melbourne, sydney, cluster(1, -34.1, 151.1)])?.east).toBe(151.1);
  expect(boxOfDensest([cluster(1, -38, 145), cluster(1, 51, 0)])?.north).toBe(51);
  expect(boxOfDensest([])).toBeNull();
});

it('the first view of members on both sides of the 180th meridian stays small', () => {
  const box = boxOfDensest([cluster(50, -17, 179), cluster(50, -18, -179), cluster(2, 51, 0)]);
  expect(box).toEqual({ south: -18, west: 179, north: -17, east: -179 });
});
