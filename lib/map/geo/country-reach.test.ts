import { expect, it } from 'vitest';
import { mayBeInCountry } from './country-reach';

const geelong = { latitude: -38.15, longitude: 144.36 };

it('a town is in its country, and so are the ends of large countries', () => {
  expect(mayBeInCountry(geelong, 'AU')).toBe(true);
  expect(mayBeInCountry({ latitude: -54.5, longitude: 158.94 }, 'AU')).toBe(false);
  expect(mayBeInCountry({ latitude: 64.75, longitude: 177.5 }, 'RU')).toBe(true);
  expect(mayBeInCountry({ latitude: -16.8, longitude: -179.98 }, 'FJ')).toBe(true);
});

it('a point with a wrong sign, swapped coordinates or another continent is not in the country', () => {
  expect(mayBeInCountry({ ...geelong, latitude: 38.15 }, 'AU')).toBe(false);
  expect(mayBeInCountry({ latitude: 53.35, longitude: 6.26 }, 'IE')).toBe(false);
  expect(mayBeInCountry({ latitude: -122.68, longitude: 45.52 }, 'US')).toBe(false);
  expect(mayBeInCountry(geelong, 'US')).toBe(false);
});

it('a country without towns in the gazetteer is not checked', () => {
  expect(mayBeInCountry(geelong, 'ZZ')).toBe(true);
});
