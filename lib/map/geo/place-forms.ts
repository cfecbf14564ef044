/** Other ways to write what a visitor typed as a place. They are tried, in order, if no place has the typed name. */
import { lookUp } from '@/lib/base/look-up';
import { countryName, findCountry } from './countries';
import { placeWords } from './place-search';

const abbreviations: Record<string, string> = {
  nth: 'north',
  sth: 'south',
  upr: 'upper',
  lwr: 'lower',
  hts: 'heights',
  bch: 'beach',
  jct: 'junction',
  jctn: 'junction',
  spgs: 'springs',
  vly: 'valley',
  gt: 'great',
  pt: 'port',
};

/** They stand for a direction only at the beginning or end of a name, such as "Fitzroy N". */
const initials: Record<string, string> = { n: 'north', s: 'south', e: 'east', w: 'west' };

/** Everyday names of cities, by country. */
const nicknames: Record<string, Record<string, string>> = {
  AU: {
    melb: 'melbourne',
    syd: 'sydney',
    bris: 'brisbane',
    brissie: 'brisbane',
    adl: 'adelaide',
    freo: 'fremantle',
    canb: 'canberra',
    alice: 'alice springs',
    coffs: 'coffs harbour',
    'port mac': 'port macquarie',
    wagga: 'wagga wagga',
    newie: 'newcastle',
    gong: 'wollongong',
    'the gong': 'wollongong',
  },
  GB: { brum: 'birmingham', edinborough: 'edinburgh' },
  US: {
    nyc: 'new york',
    manhattan: 'new york',
    philly: 'philadelphia',
    vegas: 'las vegas',
    nola: 'new orleans',
    sf: 'san francisco',
    'san fran': 'san francisco',
  },
};

const directions = new Set(['north', 'south', 'east', 'west', 'upper', 'lower', 'central']);
const beforeCity = /^(?:the )?(?:cbd|downtown|central|inner|outer|greater|city)(?: of)? (.+)$/;
const afterCity = / (?:cbd|city centre|city center|town centre|city|downtown|metro|metropolitan|area)(?= |$)/;

/** The letters of cars abroad, as before the postcodes of Europe: "D-80331". */
const carCodes: Record<string, string> = { a: 'AT', b: 'BE', d: 'DE', e: 'ES', f: 'FR', i: 'IT', l: 'LU' };
const codeWords = /^(?:postcode|post code|postal code|zip code|zipcode|zip|plz|p\/c|pc)[ :]+(?=\S*\d)/i;
const british = /^([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{2})$/i;

/** @param country the association's, as a two-letter ISO 3166-1 code */
export function otherForms(text: string, country: string | null): string[] {
  const forms = /\d/.test(text) ? withCode(text, country) : withoutCode(text, country);
  return [...new Set(forms)].filter((form) => form !== '' && form !== text);
}

function withoutCode(text: string, country: string | null): string[] {
  const known = lookUp(nicknames, country ?? '') ?? {};
  const whole = placeWords(text).join(' ');
  const words =
    lookUp(known, whole)?.split(' ') ??
    whole.split(' ').map((word, at, { length }) => {
      const isAtEdge = length > 1 && (at === 0 || at === length - 1);
      const direction = isAtEdge ? lookUp(initials, word) : undefined;
      return direction ?? lookUp(abbreviations, word) ?? lookUp(known, word) ?? word;
    });
  const written = words.join(' ');
  const city = (beforeCity.exec(written)?.[1] ?? written).replace(afterCity, '').trim();
  return [written, moved(words), city, moved(city.split(' ')), withoutDirection(words)];
}

/** "North Fitzroy" and "Fitzroy North" are one place. */
function moved(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  const last = rest.at(-1) ?? '';
  if (rest.length === 0) return '';
  if (directions.has(first)) return [...rest, first].join(' ');
  return directions.has(last) ? [last, first, ...rest.slice(0, -1)].join(' ') : '';
}

/** "east london" is a part of London. */
function withoutDirection(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  return directions.has(first) && rest.length > 0 ? rest.join(' ') : '';
}

function withCode(text: string, country: string | null): string[] {
  const plain = text
    .trim()
    .replace(codeWords, '')
    .replace(/[.,]+$/, '');
  const prefix = /^([a-z]{1,3})(?:-| (?=\d))(?=\S*\d)/i.exec(plain);
  const [whole = '', letters = ''] = prefix ?? [];
  const code = lookUp(carCodes, letters.toLowerCase()) ?? findCountry(letters)?.code;
  const bound =
    prefix === null || code === undefined ? plain : `${plain.slice(whole.length)} ${countryName(code)}`;
  const words = bound.split(/\s+/).map(repaired);
  const read = words.flatMap(separated).join(' ');
  return [plain, bound, read, ofAustralia(read, country), withoutLast(read)];
}

/** A letter O is read as 0, and a small L or a capital I as 1, in what otherwise is a code. */
function repaired(word: string): string {
  const isCode = /\d/.test(word) ? /^[\dOolI]+$/.test(word) || /^[A-Z\dl]+$/.test(word) : false;
  const isOneOfCapitals = /^[A-Z]{1,2}l[A-Z]?$/.test(word);
  if (isOneOfCapitals) return word.replace('l', '1');
  if (!isCode) return word;
  return /^[\dOolI]+$/.test(word)
    ? word.replace(/[Oo]/g, '0').replace(/[lI]/g, '1')
    : word.replaceAll('l', '1');
}

/** "vic3220" is "vic 3220", and "sw1a1aa" is "sw1a 1aa". */
function separated(word: string): string[] {
  const [, outward, inward] = british.exec(word) ?? [];
  if (outward !== undefined && inward !== undefined) return [outward, inward];
  const [, before, after] = /^([a-z]{2,})(\d{3,})$/i.exec(word) ?? /^(\d{3,})([a-z]{2,})$/i.exec(word) ?? [];
  return before !== undefined && after !== undefined ? [before, after] : [word];
}

/** "32200" and "3220a" have a key too many. */
function withoutLast(text: string): string {
  return text.replace(/\b(\d{4,6})[a-z\d]\b/i, '$1');
}

/** In Australia, 3001 are the post office boxes of 3000, and no postcode has five digits. */
function ofAustralia(text: string, country: string | null): string {
  if (country !== 'AU') return '';
  return text.replace(/\b0(\d{4})\b/, '$1').replace(/\b(\d{3})1\b/, '$10');
}
