/** A client's change to a record: JSON Merge Patch (RFC 7396). */
import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/base/look-up';
import {
  problemsWithin,
  readLabel,
  requireObject,
  type Field,
  type Fields,
  type RecordOf,
  type Kind,
  type ReadContext,
} from './field';
import { FieldError, maxProblems, refuse, type FieldProblem } from './field-error';
import { readList } from './list-kinds';

type Json = Readonly<Record<string, unknown>>;

interface Before extends ReadContext {
  stored: Json;
  /**
   * The record as the client sees it. Some values in it are derived or rounded, so they differ from the stored values.
   * If the client sends back a value exactly as it is here, the stored value does not change.
   */
  served: Json;
  /**
   * Whether the record is an element of a list. A list is replaced as a whole, so a value that is missing from an
   * element counts as empty.
   */
  isElement: boolean;
}

/**
 * Applies a patch to the stored record. `null` empties a field that may be empty. A list replaces the stored list. An
 * element may have the ID of a stored element. If such an element repeats a value as the client saw it, the stored
 * value is kept. An element without an ID is new and gets ID 0.
 * @param served the whole resource as the client sees it, with the derived fields that are not in the table
 * @throws FieldError naming every invalid field
 */
export function readPartial<F extends Fields>(
  fields: F,
  patch: unknown,
  { stored, served, hasReferred }: ReadContext & { stored: RecordOf<F>; served: object },
): RecordOf<F> {
  const before = { stored: toJson(stored), served: toJson(served), isElement: false, hasReferred };
  // The cast is safe: every field of the table was read or copied.
  return { ...stored, ...merge(fields, patch, before) } as RecordOf<F>;
}

function merge(fields: Fields, patch: unknown, before: Before): Record<string, unknown> {
  const json = requireObject(patch);
  const record: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const name of new Set([...Object.keys(fields), ...Object.keys(json)])) {
    const [value, shown] = [lookUp(json, name), lookUp(before.served, name)];
    try {
      Object.assign(record, mergeOne(lookUp(fields, name), value, shown, before));
    } catch (error) {
      problems.push(...problemsWithin(name, error));
      if (problems.length >= maxProblems) break;
    }
  }
  if (problems.length > 0) throw new FieldError(problems);
  return record;
}

function mergeOne(
  one: Fields[string] | undefined,
  value: unknown,
  shown: unknown,
  before: Before,
): Record<string, unknown> {
  const isSame = value === undefined ? !before.isElement : isDeepStrictEqual(value, shown);
  if (isSame) return copied(one, before.stored);
  if (one === undefined) return refuse('', shown === undefined ? 'is not a known field' : isFixed);
  if ('kind' in one) return { [one.key]: mergeField(one, value, shown, before) };
  if ('label' in one) {
    if (shown !== undefined) refuse(value, isFixed);
    readLabel(value);
    return {};
  }
  const inner = { ...before, served: toJson(shown) };
  if ('inset' in one) {
    // If the point of a list's element has changed, both coordinates are used as they were sent. If they were compared
    // with `served`, an unchanged coordinate would keep its exact stored value. The new point would then mix an exact
    // and a sent coordinate.
    const served = before.isElement ? {} : inner.served;
    return merge(one.inset, value === undefined ? {} : value, { ...inner, served });
  }
  const stored = toJson(lookUp(before.stored, one.key));
  return {
    [one.key]: { ...stored, ...merge(one.fields, value === undefined ? {} : value, { ...inner, stored }) },
  };
}

const isFixed = 'cannot be changed';

function copied(one: Fields[string] | undefined, stored: Json): Record<string, unknown> {
  if (one === undefined || 'label' in one) return {};
  if ('key' in one) return { [one.key]: lookUp(stored, one.key) };
  return Object.assign({}, ...Object.values(one.inset).map((inner) => copied(inner, stored)));
}

function mergeField(one: Field, value: unknown, shown: unknown, before: Before): unknown {
  const { key, kind, isReadOnly } = one;
  if (value === undefined) return isReadOnly || isEmpty(kind.blank) ? kind.blank : refuse('', 'is missing');
  if (isReadOnly) return refuse(value, shown === undefined ? isUnknownId : isFixed);
  if (value === null && isEmpty(kind.blank)) return kind.read(kind.blank, before);
  if (kind.elements !== undefined) {
    const lists = { stored: toList(lookUp(before.stored, key)), served: toList(shown) };
    return mergeList(kind.elements, value, lists, before);
  }
  if (!isObject(value) || !isObject(shown)) return kind.read(value, before);
  return kind.read(kind.refersTo === undefined ? { ...shown, ...value } : toReference(value, shown), before);
}

const isUnknownId = 'is not the ID of a stored element; leave it out for a new one';

function isEmpty(blank: unknown): boolean {
  return blank === '' || blank === null || (Array.isArray(blank) && blank.length === 0);
}

function mergeList(
  { fields, identity, max }: NonNullable<Kind<unknown>['elements']>,
  value: unknown,
  { stored, served }: { stored: unknown[]; served: unknown[] },
  before: Before,
): unknown[] {
  const of = lookUp(fields, identity);
  const key = of !== undefined && 'key' in of ? of.key : '';
  // Each stored element is compared with at most one element of the patch.
  const left = [...stored];
  const shown = [...served];
  return readList(value, max, (element) => {
    const id = idOf(toJson(element), identity);
    const storedAt = left.findIndex((one) => String(lookUp(toJson(one), key)) === id);
    const shownAt = shown.findIndex((one) => idOf(toJson(one), identity) === id);
    const found = storedAt !== -1 && shownAt !== -1;
    const [same] = found ? left.splice(storedAt, 1) : [];
    const [seen] = found ? shown.splice(shownAt, 1) : [];
    return merge(fields, element, { ...before, stored: toJson(same), served: toJson(seen), isElement: true });
  });
}

function idOf(element: Json, identity: string): unknown {
  const id = lookUp(element, identity);
  return isObject(id) ? lookUp(id, 'ID') : id;
}

/** Only the ID of a reference can be changed. */
function toReference(value: Json, shown: Json): Json {
  const changed = Object.entries(value).filter(([name, one]) => !isDeepStrictEqual(one, lookUp(shown, name)));
  const problems = changed
    .filter(([name]) => name !== 'ID' && Object.hasOwn(shown, name))
    .map(([path]) => ({ path, value: '', reason: isFixed }));
  if (problems.length > 0) throw new FieldError(problems);
  return { ID: lookUp(shown, 'ID'), ...Object.fromEntries(changed) };
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function toJson(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
