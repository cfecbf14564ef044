/** The JSON of records in API responses, of this service and of other sites, whose responses may differ. */
import { z } from 'zod';
import type { Fields as WireFields } from '../client-fields';
import { blankRecord } from './columns';
import {
  writeRecord,
  type Field,
  type Fields,
  type Kind,
  type RecordOf,
  type WireForm,
  type WireOf,
} from './field';
import { FieldError } from './field-error';

type WireSchema<F extends Fields> = z.ZodObject<{
  [N in keyof F]: F[N] extends { mayBeHidden: true }
    ? z.ZodOptional<z.ZodType<WireOf<F>[N]>>
    : z.ZodType<WireOf<F>[N]>;
}>;

export function wireSchema<F extends Fields>(fields: F): WireSchema<F> {
  const shape = Object.entries(fields).flatMap(([name, one]): [string, z.ZodType][] => {
    if ('kind' in one) return [[name, one.mayBeHidden ? schemaOf(one).optional() : schemaOf(one)]];
    const inner = innerFields(one);
    return inner === null ? [] : [[name, wireSchema(inner)]];
  });
  // The cast is safe: the object has one schema for each field.
  return z.object(Object.fromEntries(shape)) as unknown as WireSchema<F>;
}

function innerFields(one: Fields[string]): Fields | null {
  if ('inset' in one) return one.inset;
  return 'fields' in one ? one.fields : null;
}

function schemaOf({ kind }: Field): z.ZodType {
  if (kind.wire !== undefined) return schemaOfForm(kind.wire);
  if (kind.json === 'flag') return z.boolean();
  if (kind.json === 'number') return z.number().int();
  // In responses, the elements of all other lists are texts.
  if (kind.json === 'list') return z.array(z.string());
  return kind.json === 'text or null' ? z.string().nullable() : z.string();
}

function schemaOfForm(form: WireForm): z.ZodType {
  if ('words' in form) return z.enum(form.words);
  if ('reference' in form) return z.object({ ID: z.string(), [form.reference]: z.string() });
  if ('list' in form) return z.array(schemaOfForm(form.list));
  return schemaOfForm(form.nullable).nullable();
}

/** A record from another site's response. A field that is missing or has the wrong type is blank. */
export function readWire<F extends Fields>(fields: F, wire: WireFields): WireOf<F> {
  const read: Record<string, unknown> = {};
  for (const { name, one, inner } of stepsOf(fields)) {
    if ('kind' in one) read[name] = readValue(name, one, wire);
    if (inner === null) continue;
    const object = wire.object(name);
    object.recordUnknown(inner);
    read[name] = readWire(inner, object);
  }
  // The cast is safe: every field of the table was read.
  return read as WireOf<F>;
}

interface Step {
  name: string;
  one: Fields[string];
  inner: Fields | null;
}

/** The steps for each table are computed once, because a large directory reads millions of fields. */
function stepsOf(fields: Fields): readonly Step[] {
  const known = steps.get(fields);
  if (known !== undefined) return known;
  const made = Object.entries(fields).map(([name, one]) => ({ name, one, inner: innerFields(one) }));
  steps.set(fields, made);
  return made;
}

const steps = new WeakMap<Fields, readonly Step[]>();

function readValue(name: string, { kind }: Field, wire: WireFields): unknown {
  if (kind.json === 'flag') return wire.flag(name);
  if (kind.json === 'number') return wire.integer(name);
  if (kind.json === 'list') return wire.texts(name);
  return kind.json === 'text or null' ? wire.textOrNull(name) : wire.text(name);
}

/**
 * Converts a response to a record. A text that cannot be read is stored as the site sent it. Any other value that
 * cannot be read is blank.
 */
export function fromWire<F extends Fields>(fields: F, wire: WireOf<F>): RecordOf<F> {
  const record: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(fields)) {
    const value: unknown = Reflect.get(wire, name);
    // The casts are safe: in a response, a group or an inset is an object. Its properties are the fields of the group
    // or inset.
    if ('fields' in one) record[one.key] = fromWire(one.fields, value as WireOf<Fields>);
    else if ('inset' in one) Object.assign(record, fromWire(one.inset, value as WireOf<Fields>));
    else if ('kind' in one) record[one.key] = fromValue(one, value);
  }
  // The cast is safe: the record has the key of every field in the table.
  return record as RecordOf<F>;
}

function fromValue({ kind }: Field, value: unknown): unknown {
  try {
    return kind.read(value, { hasReferred: null });
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const isText =
      typeof value === 'string' && (typeof kind.blank === 'string' || kind.json === 'text or null');
    return isText ? value : kind.blank;
  }
}

export function blankWire<F extends Fields>(fields: F): WireOf<F> {
  return toWire(fields, blankRecord(fields));
}

export function toWire<F extends Fields>(fields: F, record: RecordOf<F>): WireOf<F> {
  return writeRecord(fields, record, { nameOf: () => '' });
}

/** A value in JSON. A wrong one gets the reason of the field. References to other records are not checked. */
export function fieldSchema<V, W>(kind: Kind<V, W>): z.ZodType<V> {
  return z.unknown().transform((value, context) => {
    try {
      return kind.read(value, { hasReferred: null });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      context.addIssue(error.message);
      return z.NEVER;
    }
  });
}
