import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pin } from '@/lib/directory/directory';
import { clusterPins, commonPlace } from './clusters';

function pinAt(latitude: number, longitude: number, entryId = '1', place = 'Geelong VIC'): Pin {
  return { entryId, slug: entryId, name: `Member ${entryId}`, place, latitude, longitude, isArea: false };
}

describe('clusterPins', () => {
  it('shows every pin once, at every zoom', () => {
    const pins = fc.array(
      fc.record({
        latitude: fc.double({ min: -90, max: 90, noNaN: true }),
        longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(pins, fc.integer({ min: 0, max: 18 }), (points, zoom) => {
        const all = points.map((point, index) => pinAt(point.latitude, point.longitude, String(index)));
        const shown = clusterPins(all, zoom, false).flatMap((feature) => feature.pins);
        expect(shown.map((pin) => pin.entryId).sort()).toEqual(all.map((pin) => pin.entryId).sort());
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('keeps members at one point together as a list that needs no zooming', () => {
    const features = clusterPins([pinAt(-38.15, 144.36, '1'), pinAt(-38.15, 144.36, '2')], 8, false);
    expect(features).toMatchObject([{ kind: 'point', latitude: -38.15, longitude: 144.36 }]);
  });

  it('joins what is close at a low zoom and parts it at a high one', () => {
    const pins = [pinAt(-38.15, 144.36, '1'), pinAt(-38.2, 144.4, '2')];
    expect(clusterPins(pins, 3, false).map((feature) => feature.kind)).toEqual(['cluster']);
    expect(clusterPins(pins, 14, false).map((feature) => feature.kind)).toEqual(['pin', 'pin']);
  });

  it('offers a list, not a zoom, where there is no deeper zoom', () => {
    const pins = [pinAt(-38.15, 144.36, '1'), pinAt(-38.15001, 144.36001, '2')];
    expect(clusterPins(pins, 14, true).map((feature) => feature.kind)).toEqual(['point']);
  });
});

it('a cluster is named after the place that most of its members share', () => {
  const pins = [pinAt(0, 0, '1', 'Torquay VIC'), pinAt(0, 0, '2'), pinAt(0, 0, '3')];
  expect(commonPlace(pins)).toBe('Geelong VIC');
});
