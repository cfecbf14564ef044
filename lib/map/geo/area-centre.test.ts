import { expect, test } from 'vitest';
import { areaCentre } from './area-centre';
import { distanceKm } from './point';

const geelong = { suburb: 'Geelong', state: 'VIC', postcode: '3220', country: 'Australia' };

test('a suburb and a postcode are each represented by a point near their middle', () => {
  for (const precision of ['suburb', 'postcode'] as const) {
    const centre = areaCentre({ ...geelong, precision });
    expect(
      centre === null ? Infinity : distanceKm(centre, { latitude: -38.15, longitude: 144.36 }),
    ).toBeLessThan(3);
  }
});

test('a state is represented by one of its towns, the same for all its members', () => {
  const centre = areaCentre({ ...geelong, precision: 'state' });
  const same = areaCentre({
    suburb: 'Mildura',
    state: 'Victoria',
    postcode: '3500',
    country: 'AU',
    precision: 'state',
  });
  expect(centre).not.toBeNull();
  expect(same).toEqual(centre);
});

test('the centre of a state across the 180th meridian is inside it', () => {
  const centre = areaCentre({
    suburb: '',
    state: 'Alaska',
    postcode: '',
    country: 'United States',
    precision: 'state',
  });
  expect(centre?.latitude).toBeGreaterThan(55);
  expect(centre?.longitude).toBeLessThan(-140);
});

test('an unknown suburb is represented by its postcode', () => {
  const centre = areaCentre({ ...geelong, suburb: 'Gelong', precision: 'suburb' });
  expect(centre).toEqual(areaCentre({ ...geelong, precision: 'postcode' }));
});

test.each([
  { suburb: 'Nowhere', state: 'VIC', postcode: '', country: 'Australia', precision: 'suburb' },
  { suburb: 'Geelong', state: 'VIC', postcode: '', country: 'Australia', precision: 'postcode' },
  { suburb: 'Geelong', state: '', postcode: '3220', country: 'Australia', precision: 'state' },
  { suburb: 'Geelong', state: 'Atlantis', postcode: '3220', country: 'Australia', precision: 'state' },
  { ...geelong, country: 'Atlantis', precision: 'suburb' },
] as const)('no area is made up for $suburb, $state, $postcode, $country at $precision', (address) => {
  expect(areaCentre(address)).toBeNull();
});
