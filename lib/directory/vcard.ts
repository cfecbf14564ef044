/** A member's public entry as a contact for an address book. */
import type { PublicEntry, PublicLocation } from './entry';

/**
 * A vCard 3.0, UTF-8, with folded lines: the version that every address book reads.
 * @see https://www.rfc-editor.org/rfc/rfc2426
 */
export function toVcard(entry: PublicEntry, { url }: { url: string }): string {
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(entry.name)}`,
    `N:${nameParts(entry)}`,
    ...organisationLine(entry),
    ...(entry.email === null ? [] : [`EMAIL;TYPE=INTERNET:${escaped(entry.email)}`]),
    ...(entry.phone === null ? [] : [`TEL;TYPE=WORK,VOICE:${escaped(entry.phone)}`]),
    ...entry.locations.flatMap(locationLines),
    ...(entry.categories.length === 0
      ? []
      : [`CATEGORIES:${entry.categories.map((category) => escaped(category.name)).join(',')}`]),
    `URL:${url}`,
    'END:VCARD',
  ];
  return lines.map(folded).join('\r\n') + '\r\n';
}

function organisationLine(entry: PublicEntry): string[] {
  const name = entry.kind === 'organisation' ? entry.name : entry.organisation;
  return name === null ? [] : [`ORG:${escaped(name)}`];
}

/** The entry has the name as one text: the last word is taken for the family name, as address books do themselves. */
function nameParts({ kind, name }: PublicEntry): string {
  if (kind === 'organisation') return `${escaped(name)};;;;`;
  const words = name.split(' ');
  const last = words.pop() ?? '';
  return `${escaped(last)};${escaped(words.join(' '))};;;`;
}

function locationLines({ address, suburb, state, postcode, country, phone }: PublicLocation): string[] {
  const parts = [address, suburb, state, postcode, country].map((part) => escaped(part ?? ''));
  return [
    `ADR;TYPE=WORK:;;${parts.join(';')}`,
    ...(phone === null ? [] : [`TEL;TYPE=WORK,VOICE:${escaped(phone)}`]),
  ];
}

/** Line breaks, too: a text of a member's can begin no line of its own. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n');
}

const maxLineBytes = 75;

/** Lines of at most 75 bytes, broken between characters; a continuation begins with a space. */
function folded(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxLineBytes) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
