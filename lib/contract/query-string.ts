import { editDistance } from '@/lib/base/text-edits';
import { ApiError } from './errors';

/**
 * A parameter that an endpoint knows. `one` is sent at most once, without array brackets. `many` is sent as `Name`,
 * `Name[]` or `Name[0]`. `keyed` is sent as `Name[<integer>]`, `Name[<integer>][]` or `Name[<integer>][0]`.
 */
export interface KnownParameter {
  name: string;
  takes: 'one' | 'many' | 'keyed';
}

/** The maximum length of a query. Many servers cut off longer addresses anyway. */
const maxQueryLength = 16_000;

/** The parameters of a query string. The endpoint knows all of them, and their form is valid. */
export class QueryParameters {
  readonly #values = new Map<string, string[]>();
  readonly #keyed = new Map<string, Map<number, string[]>>();

  /**
   * @param raw the text after the `?`, as it was sent
   * @throws ApiError naming a parameter that is unknown or repeated, or that cannot be decoded. For an unknown
   * parameter, the error also suggests the most similar one
   */
  constructor(raw: string, known: readonly KnownParameter[]) {
    if (raw.length > maxQueryLength) {
      throw new ApiError('uri_too_long', `The query must have at most ${maxQueryLength} characters`);
    }
    for (const pair of raw.split('&')) {
      const end = pair.indexOf('=');
      const name = decode(end === -1 ? pair : pair.slice(0, end), 'a parameter name');
      // Names that begin with `_` are cache busters. An empty pair comes from an extra `&`.
      if (pair === '' || name.startsWith('_')) continue;
      this.#add(name, end === -1 ? '' : readQueryValue(name, pair.slice(end + 1)), known);
    }
  }

  one(name: string): string | null {
    return this.#values.get(name)?.[0] ?? null;
  }

  /** The distinct values of an array, in the order of the query. */
  many(name: string): string[] {
    return [...new Set(this.#values.get(name))];
  }

  /** The distinct values for each key. The keys are in ascending order. */
  keyed(name: string): { key: number; values: string[] }[] {
    const entries = [...(this.#keyed.get(name) ?? [])].sort(([a], [b]) => a - b);
    return entries.map(([key, values]) => ({ key, values: [...new Set(values)] }));
  }

  #add(name: string, value: string, known: readonly KnownParameter[]): void {
    const base = name.replace(/\[\d{0,9}\]$/, '');
    const parameter = known.find((one) => one.takes !== 'keyed' && (one.name === name || one.name === base));
    if (parameter === undefined) return this.#addKeyed(name, value, known);
    const values = this.#values.get(parameter.name) ?? [];
    if (parameter.takes === 'one' && (values.length > 0 || parameter.name !== name)) {
      throw new ApiError('invalid_request', `"${parameter.name}" must be sent once, without array brackets`);
    }
    values.push(value);
    this.#values.set(parameter.name, values);
  }

  #addKeyed(name: string, value: string, known: readonly KnownParameter[]): void {
    const parameter = known.find((one) => one.takes === 'keyed' && name.startsWith(`${one.name}[`));
    if (parameter === undefined) throw unknownParameter(name, known);
    const match = /^\[(-?\d{1,15})\](?:\[\d{0,9}\])?$/.exec(name.slice(parameter.name.length));
    if (match === null) {
      throw new ApiError(
        'invalid_request',
        `"${parameter.name}" must have the form ${parameter.name}[<integer>][]`,
      );
    }
    const entries = this.#keyed.get(parameter.name) ?? new Map<number, string[]>();
    this.#keyed.set(parameter.name, entries);
    const key = Number(match[1]);
    entries.set(key, [...(entries.get(key) ?? []), value]);
  }
}

export function writeQuery(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

// Half a surrogate pair cannot be encoded as UTF-8. Brackets stay unencoded, because the address is then easier to
// read, and our own requests do not need the encoding.
function encode(text: string): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  return encodeURIComponent(wellFormed).replaceAll('%5B', '[').replaceAll('%5D', ']');
}

/** @throws ApiError naming the parameter if the value cannot be decoded */
export function readQueryValue(name: string, value: string): string {
  return decode(value, quoted(name));
}

function decode(text: string, what: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('invalid_request', `${what} must be percent-encoded UTF-8`);
  }
  if (decoded.includes('\0')) throw new ApiError('invalid_request', `${what} must not have NUL characters`);
  return decoded;
}

function unknownParameter(name: string, known: readonly KnownParameter[]): ApiError {
  const nearest = nearestName(name, known.map(shownName));
  const hint = nearest === null ? 'This endpoint takes no parameters' : `Did you mean "${nearest}"?`;
  return new ApiError('invalid_request', `Unknown parameter ${quoted(name)}. ${hint}`);
}

function shownName({ name, takes }: KnownParameter): string {
  if (takes === 'one') return name;
  return takes === 'many' ? `${name}[]` : `${name}[<extra_id>][]`;
}

/** The name in quotation marks, for an error message. A name that is longer than any known name is shortened. */
function quoted(name: string): string {
  return JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name);
}

function nearestName(name: string, known: readonly string[]): string | null {
  const typed = name.slice(0, 80).toLowerCase();
  const ranked = known.map((one) => ({ one, edits: editDistance(typed, one.toLowerCase()) }));
  return ranked.sort((a, b) => a.edits - b.edits)[0]?.one ?? null;
}
