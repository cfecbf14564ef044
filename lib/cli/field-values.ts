/** `Field=value` pairs on a command line. */
import {
  problemsWithin,
  readRecord,
  writeRecord,
  type Fields,
  type RecordOf,
} from '@/lib/membership-api/fields/field';
import { type FieldProblem, type Kind } from '@/lib/membership-api/fields/kind';
import { UsageError } from './session';

/** A JSON merge patch (RFC 7396). */
type Patch = { [name: string]: unknown };

/** The names of the fields that a command line can set, with the group before a full stop: `Address.Suburb`. */
export function fieldNames(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, one]) =>
    'fields' in one ? fieldNames(one.fields, `${prefix}${name}.`) : `${prefix}${name}`,
  );
}

/**
 * The record with the values of the pairs. An empty value clears its field.
 * @throws UsageError with a line for each unknown field and each invalid value
 */
export function setFields<F extends Fields>(
  fields: F,
  record: RecordOf<F>,
  pairs: readonly [string, string][],
): RecordOf<F> {
  const { patch, problems } = toPatch(fields, pairs);
  const json = merge(writeRecord(fields, record, { nameOf: () => '' }), patch);
  try {
    const changed = readRecord(fields, json, { hasReferred: null });
    if (problems.length === 0) return changed;
  } catch (error) {
    problems.push(...problemsWithin('', error));
  }
  throw new UsageError(problems.map(describe).join('\n'));
}

/** The pairs as a patch of a record's JSON, and what is wrong with their names. */
function toPatch(
  fields: Fields,
  pairs: readonly [string, string][],
): { patch: Patch; problems: FieldProblem[] } {
  const patch: Patch = {};
  const problems: FieldProblem[] = [];
  const seen = new Set<string>();
  for (const [path, text] of pairs) {
    const kind = kindAt(fields, path);
    if (kind === null) {
      const reason = `is not a field that can be set; the fields are ${fieldNames(fields).join(', ')}`;
      problems.push({ path, value: '', reason });
    } else if (seen.has(path)) problems.push({ path, value: text, reason: 'is given twice' });
    else put(patch, path.split('.'), fromText(kind, text));
    seen.add(path);
  }
  return { patch, problems };
}

function describe({ path, value, reason }: FieldProblem): string {
  return `"${path}" ${reason}${value === '' ? '' : `; it is "${value}"`}`;
}

function kindAt(fields: Fields, path: string): Kind<unknown> | null {
  const [name = '', ...rest] = path.split('.');
  const one = Object.entries(fields).find(([known]) => known === name)?.[1];
  if (one === undefined) return null;
  if ('fields' in one) return kindAt(one.fields, rest.join('.'));
  return 'kind' in one && rest.length === 0 ? one.kind : null;
}

function fromText({ json }: Kind<unknown>, text: string): unknown {
  return json === 'text or null' && text === '' ? null : text;
}

function put(patch: Patch, [name = '', ...rest]: string[], value: unknown): void {
  const part = patch[name];
  patch[name] = rest.length === 0 ? value : { ...(isObject(part) ? part : {}), ...nested(rest, value) };
}

function nested([name = '', ...rest]: string[], value: unknown): Patch {
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
}

function merge(json: object, patch: Patch): Patch {
  const merged: Patch = { ...json };
  for (const [name, value] of Object.entries(patch)) {
    const before = Reflect.get(json, name);
    merged[name] = isObject(value) && isObject(before) ? merge(before, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
