import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { loadPlaces } from './places';
import { addPostalFile, PostalFileError, readGeoNamesPostal } from './postal-file';

const folder = mkdtempSync(join(tmpdir(), 'postal-'));
const file = join(folder, 'postal.txt');
let dataDir = '';
let made = 0;

beforeEach(() => {
  dataDir = join(folder, String(made++));
});
afterAll(() => rmSync(folder, { recursive: true }));

const line = (
  country: string,
  code: string,
  name: string,
  state: string,
  stateCode: string,
  ...point: [string, string]
) => [country, code, name, state, stateCode, '', '', '', '', ...point, '4'].join('\t');

const waurnPonds = line('AU', '3216', 'Waurn Ponds', 'Victoria', 'VIC', '-38.2125', '144.2811');
const geelong = line('AU', '3220', 'Geelong', 'Victoria', 'VIC', '-38.1499', '144.3619');

test('an added file is searched by postcode and name, and survives a restart', () => {
  writeFileSync(file, `\uFEFF${waurnPonds}\r\n${geelong}\n\n`);
  expect(addPostalFile({ file, dataDir })).toEqual({ countries: ['AU'], added: 2, bad: [] });
  const places = loadPlaces({ dataDir });
  const label = (text: string) => places.search(text, { country: 'Australia', limit: 1 })[0]?.label;
  expect(label('3216')).toBe('Waurn Ponds VIC 3216');
  expect(label('geelong')).toBe('Geelong VIC 3220');
  expect(
    places.locate({ suburb: 'Waurn Ponds', state: 'VIC', postcode: '3216', country: 'Australia' })?.point,
  ).toEqual({
    latitude: -38.2125,
    longitude: 144.2811,
  });
  expect(readdirSync(join(dataDir, 'gazetteer'))).toEqual(['AU.places.gz']);
});

test('a gazetteer in use reads the file from its next query on, and other installations do not', () => {
  const places = loadPlaces({ dataDir });
  const has = (gazetteer: typeof places) =>
    gazetteer.search('new ponds 3216', { country: null, limit: 1 }).length > 0;
  expect(has(places)).toBe(false);
  writeFileSync(file, waurnPonds.replace('Waurn', 'New'));
  addPostalFile({ file, dataDir });
  expect(has(places)).toBe(true);
  expect(has(loadPlaces())).toBe(false);
});

test('a second file for a country replaces the first and does not affect other countries', () => {
  writeFileSync(file, `${geelong}\n${line('NZ', '9016', 'Roslyn', 'Otago', '', '-45.87', '170.48')}`);
  expect(addPostalFile({ file, dataDir }).countries).toEqual(['AU', 'NZ']);
  writeFileSync(file, waurnPonds);
  addPostalFile({ file, dataDir });
  const labels = (text: string) =>
    loadPlaces({ dataDir })
      .search(text, { country: 'AU', limit: 9 })
      .map((place) => place.label);
  expect(labels('3220')).not.toContain('Geelong VIC 3220');
  expect(labels('9016')).toContain('Roslyn, Otago 9016, New Zealand');
  expect(labels('97201')).toContain('Portland, Oregon 97201, United States');
});

test('unusable lines are reported with their numbers and reasons, and the others are read', () => {
  const bad = [
    'AU\t3220',
    line('Australia', '3220', 'Geelong', '', '', '-38', '144'),
    line('AU', '', 'Geelong', '', '', '-38', '144'),
    line('AU', '3220', 'Geelong', '', '', '-91', '144'),
    line('AU', '3220', 'Geelong', '', '', '-38', '181'),
    line('AU', '3220', 'Geelong', '', '', '', ''),
    line('AU', '3220', 'Geelong', '', '', 'south', 'east'),
  ];
  writeFileSync(file, [geelong, ...bad].join('\n'));
  const read = readGeoNamesPostal(file);
  expect(read.rows).toHaveLength(1);
  expect(read.bad.map((each) => each.line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(read.bad[0]?.reason).toContain('12 columns');
  expect(read.bad[3]?.reason).toContain('latitude (-90 to 90)');
});

test('a file with another layout is refused, and nothing is written', () => {
  for (const text of ['', 'postcode,suburb\n3220,Geelong\n', '\0\0\0\0']) {
    writeFileSync(file, text);
    expect(() => addPostalFile({ file, dataDir })).toThrow('is not a GeoNames postal file');
  }
  expect(() => addPostalFile({ file: join(folder, 'none.txt'), dataDir })).toThrow(PostalFileError);
  expect(() => readdirSync(dataDir)).toThrow('ENOENT');
});
