/** Makes texts of members and other sites safe to show. */

const maxLength = 300;

/** One line, without control characters, direction changes and lone surrogates. null: nothing is left. */
export function publicText(text: string | null | undefined): string | null {
  return lineOf(text, maxLength);
}

/** The lines of a text that may be long. Empty lines are left out. */
export function publicLines(text: string | null | undefined): string[] {
  return (text ?? '').split('\n').flatMap((line) => lineOf(line, maxLine) ?? []);
}

/** The longest text of several lines that the API accepts. */
const maxLine = 2000;

function lineOf(text: string | null | undefined, max: number): string | null {
  if (text === null || text === undefined) return null;
  const clean = text
    .replace(/[\p{Cs}\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean === '') return null;
  return clean.length > max
    ? clean
        .slice(0, max)
        .replace(/\p{Cs}/gu, '')
        .trim()
    : clean;
}

/**
 * A normalised http or https address. "www.example.org" is read as https. null: the text is not a web address. Other
 * schemes could run code, and a user name before the host could disguise the address.
 */
export function publicWebsite(text: string): string | null {
  const given = text.trim();
  if (given === '' || given.length > 2000 || /[\s\p{Cc}"<>\\]/u.test(given)) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/:]+:\d+(\/|$)/.test(given);
  const address = hasScheme ? given : `https://${given.replace(/^\/+/, '')}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return null;
  return url.href;
}

export function publicEmail(text: string): string | null {
  const given = text.trim();
  const isAddress =
    /^[^\s@<>"(),:;\\[\]?&]+@[^\s@<>"(),:;\\[\]?&]+\.[^\s@<>"(),:;\\[\]?&]+$/.test(given) &&
    !/[\p{Cc}\p{Bidi_Control}]/u.test(given);
  return isAddress && given.length <= 254 ? given : null;
}

/** `{id}-{name}` in ASCII: the last segment of a profile's address. */
export function slugOf(id: string, foldedName: string): string {
  const name = foldedName.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return `${id}-${name === '' ? 'member' : name.slice(0, 80).replace(/-+$/, '')}`;
}
