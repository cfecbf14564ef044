import { placeKey } from './place-key';
import { lookUp } from '@/lib/base/look-up';

/** A country, or a part of a country that addresses treat as a country. England is GB with the state England. */
export interface Country {
  /** Two-letter ISO 3166-1 code. */
  code: string;
  /** null: the whole country. */
  state: string | null;
}

/** English names that differ from Unicode's tables. */
const ourNames: Record<string, string> = {
  CD: 'DR Congo',
  CG: 'Congo',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'Palestine',
  TR: 'Turkey',
};

const aliases: Record<string, string> = {
  usa: 'US',
  'u s a': 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  'republic of ireland': 'IE',
  eire: 'IE',
  korea: 'KR',
  'republic of korea': 'KR',
  aus: 'AU',
  nz: 'NZ',
  'aotearoa new zealand': 'NZ',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkiye: 'TR',
  deutschland: 'DE',
  deu: 'DE',
  osterreich: 'AT',
  schweiz: 'CH',
  espana: 'ES',
  italia: 'IT',
  brd: 'DE',
  'bundesrepublik deutschland': 'DE',
  aust: 'AU',
  inghilterra: 'GB',
  grossbritannien: 'GB',
  'grande bretagne': 'GB',
  'gran bretana': 'GB',
  'gran bretagna': 'GB',
  olanda: 'NL',
  uae: 'AE',
  burma: 'MM',
  'ivory coast': 'CI',
  'russian federation': 'RU',
  'viet nam': 'VN',
};

const partsOfCountries = new Map<string, Country>([
  ['england', { code: 'GB', state: 'England' }],
  ['scotland', { code: 'GB', state: 'Scotland' }],
  ['wales', { code: 'GB', state: 'Wales' }],
  ['northern ireland', { code: 'GB', state: 'Northern Ireland' }],
]);

/** The languages in which addresses and settings may name a country. The first wins. */
const languages = ['en', 'de', 'fr', 'es', 'it'] as const;
const displayNames = languages.map(
  (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
);
const namesByCode = new Map<string, string>();
const codesByKey = new Map<string, string>();
for (const code of allCodes()) {
  const name = lookUp(ourNames, code) ?? displayNames[0]?.of(code);
  if (name === undefined) continue;
  namesByCode.set(code, name);
  codesByKey.set(placeKey(name), code);
  codesByKey.set(code.toLowerCase(), code);
}
for (const names of displayNames.slice(1)) {
  for (const code of namesByCode.keys()) {
    const key = placeKey(names.of(code) ?? '');
    if (key !== '' && !codesByKey.has(key)) codesByKey.set(key, code);
  }
}
for (const [key, code] of Object.entries(aliases)) codesByKey.set(key, code);

export function countryName(code: string): string {
  return namesByCode.get(code) ?? code;
}

export function findCountry(text: string): Country | null {
  const key = placeKey(text);
  const code = codesByKey.get(key);
  return code === undefined ? (partsOfCountries.get(key) ?? null) : { code, state: null };
}

/** Whether both texts name the same country. A part of a country, such as Scotland, is its country here. */
export function isSameCountry(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && findCountry(a)?.code === findCountry(b)?.code;
}

export function countryKeys(code: string): string[] {
  const everyday = Object.entries(aliases).flatMap(([key, of]) => (of === code ? [key] : []));
  return [placeKey(countryName(code)), code.toLowerCase(), ...everyday];
}

function allCodes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // Intl has names for these codes, but today no country uses them.
  const others = new Set('AN BU CS DD EU EZ FX NT QO SU TP UK UN XA XB YD YU ZR ZZ'.split(' '));
  return codes.filter((code) => !others.has(code));
}
