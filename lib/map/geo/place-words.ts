import type { Point } from './point';

const degrees = String.raw`([+−-]?\d{1,3}(?:\.\d+)?)\s*°?\s*`;
const pair = new RegExp(`^${degrees}([NS]?)\\s*[,;/ ]\\s*${degrees}([EWO]?)$`, 'i');

/**
 * Reads pasted coordinates, latitude first: "-37.8, 144.9", "37.8136° S, 144.9631° E". null: the text is not
 * coordinates, or they are out of range.
 */
export function parsePoint(text: string): Point | null {
  const [, north, ns = '', east, ew = ''] = pair.exec(text.trim()) ?? [];
  if (north === undefined || east === undefined) return null;
  // Two whole numbers without a sign or letter are more likely house numbers.
  if (!/[.°+−-]/.test(text) && ns === '') return null;
  const latitude = signed(north, /s/i.test(ns));
  const longitude = signed(east, /w/i.test(ew));
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function signed(number: string, isNegative: boolean): number {
  const value = Number(number.replace('−', '-'));
  return isNegative ? -Math.abs(value) : value;
}

const streetWords =
  'street st road rd avenue ave av lane ln drive dr drv court ct crescent cres cr place pl parade pde terrace tce highway hwy ' +
  'boulevard blvd boulevarde esplanade esp close cl way grove gr square sq circuit cct circle walk quay row rise mews';
const isStreetWord = new Set(streetWords.split(' '));
const numbered =
  /^(?:(?:unit|flat|apt|apartment|suite|shop|level|u)\s*)?\d+[a-z]?(?:\s*[/-]\s*\d+[a-z]?)?(?:\s*,)?\s+(.+)$/i;

/**
 * The text after the street in an address that begins with a house number: "Preston VIC" for "12 High Street, Preston
 * VIC". null: the text is not such an address, or nothing follows the street.
 */
export function afterStreet(text: string): string | null {
  const rest = numbered.exec(text.trim())?.[1];
  if (rest === undefined) return null;
  const words = rest.split(/[\s,]+/).filter((word) => word !== '');
  // The first word is never the type of the street. In "St Kilda Road", "St" is part of the street's name.
  const type = words.findIndex((word, at) => at > 0 && isStreetWord.has(word.toLowerCase().replace('.', '')));
  const place =
    type === -1 ? rest.split(',').slice(1).join(' ').trim() || '' : words.slice(type + 1).join(' ');
  return place === '' ? null : place;
}
