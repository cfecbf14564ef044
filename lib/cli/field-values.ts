import {
  problemsWithin,
  writeRecord,
  type Fields,
  type RecordOf,
  type Kind,
} from '@/lib/contract/fields/field';
import type { FieldProblem } from '@/lib/contract/fields/field-error';
import { readPartial } from '@/lib/contract/fields/read-partial';
import { lookUp } from '@/lib/base/look-up';
import { UsageError } from './session';

/** A JSON merge patch (RFC 7396). */
export type Patch = { [name: string]: unknown };

/**
 * Returns the names of the fields that a command line can set. If a field belongs to a group, its name begins with the
 * group and a full stop: `Address.Suburb`.
 */
export function fieldNames(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, one]) => {
    const inner = innerFields(one);
    if (inner !== null) return fieldNames(inner, `${prefix}${name}.`);
    return 'kind' in one && !one.isReadOnly ? [prefix + name] : [];
  });
}

/**
 * An empty value clears its field.
 * @throws UsageError with a line for each unknown field and each invalid value
 */
export function setFields<F extends Fields>(
  fields: F,
  record: RecordOf<F>,
  pairs: readonly [string, string][],
): RecordOf<F> {
  const { patch, problems } = toPatch(fields, pairs);
  const served = writeRecord(fields, record, { nameOf: () => '' });
  try {
    const changed = readPartial(fields, patch, { stored: record, served, hasReferred: null });
    if (problems.length === 0) return changed;
  } catch (error) {
    problems.push(...problemsWithin('', error));
  }
  throw wrongFields(problems);
}

export function wrongFields(problems: readonly FieldProblem[]): UsageError {
  return new UsageError(problems.map(describe).join('\n'));
}

/** The pairs as a patch of a record's JSON, and the pairs that cannot be part of the patch. */
export function toPatch(
  fields: Fields,
  pairs: readonly [string, string][],
): { patch: Patch; problems: FieldProblem[] } {
  const patch: Patch = {};
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [path, text] of pairs) {
    const kind = kindAt(fields, path);
    if (kind === null) {
      // The list of fields is long, so only the message about the first wrong name contains it.
      const isFirst = problems.every(({ reason }) => !reason.startsWith(isUnknown));
      const known = isFirst ? `; the fields are ${fieldNames(fields).join(', ')}` : '';
      problems.push({ path, value: '', reason: isUnknown + known });
    } else if (seen.has(path)) problems.push({ path, value: text, reason: 'is given twice' });
    else {
      const value = toValue(kind, text);
      if (value === undefined) problems.push({ path, value: text, reason: 'must be a list in JSON' });
      else put(patch, path.split('.'), value);
    }
    seen.add(path);
  }
  return { patch, problems };
}

const isUnknown = 'is not a field that can be set';

function describe({ path, value, reason }: FieldProblem): string {
  // Inside a list, the value is JSON, so a text needs quotation marks. Elsewhere, quotation marks would become part of
  // the text. So the message mentions quotation marks only for a value inside a list.
  const expected = path.includes('[') ? reason : reason.replace(/,? in quotation marks/, '');
  return `"${path}" ${expected}${value === '' ? '' : `; it is "${value}"`}`;
}

function kindAt(fields: Fields, path: string): Kind<unknown> | null {
  const [name = '', ...rest] = path.split('.');
  const one = lookUp(fields, name);
  if (one === undefined) return null;
  const inner = innerFields(one);
  if (inner !== null) return kindAt(inner, rest.join('.'));
  return 'kind' in one && rest.length === 0 ? one.kind : null;
}

function innerFields(one: Fields[string]): Fields | null {
  if ('fields' in one) return one.fields;
  return 'inset' in one ? one.inset : null;
}

/** undefined: the field needs a list, but the text is not valid JSON. */
function toValue({ json }: Kind<unknown>, text: string): unknown {
  if (json === 'text') return text;
  if (json === 'text or null') return text === '' || text === 'null' ? null : text;
  if (json === 'list') return text === '' ? null : parseJson(text);
  return parseJson(text) ?? text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function put(patch: Patch, [name = '', ...rest]: string[], value: unknown): void {
  const part = lookUp(patch, name);
  patch[name] = rest.length === 0 ? value : { ...(isObject(part) ? part : {}), ...nested(rest, value) };
}

function nested([name = '', ...rest]: string[], value: unknown): Patch {
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
}

function isObject(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
