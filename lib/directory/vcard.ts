/**
 * A member as a vCard 3.0: the profile's content for an address book.
 * @see https://www.rfc-editor.org/rfc/rfc2426
 */
import { pictureUrl } from './json-ld';
import type { PublicEntry, PublicLocation } from '@/lib/directory/model/entry';

/**
 * The text is UTF-8. Its lines are folded at 75 bytes and end with CR LF. `url` is the absolute address of the profile.
 */
export function memberVcard(entry: PublicEntry, { url }: { url: string }): string {
  const picture = pictureUrl(entry, url);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    ...names(entry),
    ...(entry.email === null ? [] : [`EMAIL;TYPE=INTERNET:${escaped(entry.email)}`]),
    ...(entry.phone === null ? [] : [`TEL;TYPE=WORK,VOICE:${escaped(entry.phone)}`]),
    ...entry.locations.flatMap(locationLines),
    ...(entry.locations.length === 0 ? areaLines(entry) : []),
    ...(entry.categories.length === 0
      ? []
      : [`CATEGORIES:${entry.categories.map(({ name }) => escaped(name)).join(',')}`]),
    ...(picture === undefined ? [] : [`PHOTO;VALUE=uri:${picture}`]),
    `URL:${url}`,
    `UID:${escaped(url)}`,
    'END:VCARD',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/**
 * A public entry has only the whole name, not the first name and family name. So the vCard has the whole name in the
 * field for the family name.
 */
function names(entry: PublicEntry): string[] {
  const organisation = entry.kind === 'organisation' ? entry.name : entry.organisation;
  return [
    `FN:${escaped(entry.name)}`,
    entry.kind === 'organisation' ? 'N:;;;;' : `N:${escaped(entry.name)};;;;`,
    ...(organisation === null ? [] : [`ORG:${escaped(organisation)}`]),
  ];
}

function locationLines(location: PublicLocation): string[] {
  const { address, suburb, state, postcode, country, phone, website, precision, point } = location;
  const parts = [address, suburb, state, postcode, country].map((part) => escaped(part ?? ''));
  return [
    ...(parts.every((part) => part === '') ? [] : [`ADR;TYPE=WORK:;;${parts.join(';')}`]),
    ...(phone === null ? [] : [`TEL;TYPE=WORK,VOICE:${escaped(phone)}`]),
    ...(website === null ? [] : [`URL:${website}`]),
    // The point of an area is not a real place, so the vCard does not contain the point.
    ...(precision === 'exact' ? [`GEO:${point.latitude.toFixed(6)};${point.longitude.toFixed(6)}`] : []),
  ];
}

function areaLines({ suburb, state, country }: PublicEntry): string[] {
  if (suburb === null && state === null && country === null) return [];
  return [`ADR;TYPE=WORK:;;;${[suburb, state, '', country].map((part) => escaped(part ?? '')).join(';')}`];
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n?|\n/g, '\\n');
}

const maxLineBytes = 75;

/**
 * Folds a line without splitting a character. A continued line starts with a space, which counts as one of the line's
 * bytes.
 */
function folded(line: string): string {
  let [result, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxLineBytes) {
      result += '\r\n ';
      bytes = 1;
    }
    result += character;
    bytes += size;
  }
  return result;
}
