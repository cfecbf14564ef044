/**
 * Each field of a resource is defined once, in a table: `person.ts`, `membership.ts` and so on. A table's keys are the
 * names in JSON. The archive, the import, the store and the API all read and write the fields of the tables.
 */
import { lookUp } from '@/lib/base/look-up';
import type { LocationPrecision } from '../words';
import { FieldError, maxProblems, refuse, type FieldProblem } from './field-error';

/**
 * `open`: everybody in the office sees the field. Otherwise, the group of the setting `OfficerAccess` to which the field
 * belongs (`officer-groups.ts`).
 */
export type FieldAccess =
  'open' | 'names' | 'contact' | 'addresses' | 'directory' | 'answers' | 'dates' | 'money';

/** The parts of the office's form for a member, in the order in which the office fills them in. */
export const formGroups = ['person', 'contact', 'address', 'mailing', 'membership', 'directory'] as const;
export type FormGroup = (typeof formGroups)[number];

/** The pages of the office that show every field of a member, unless the field says otherwise. */
export type OfficePart = 'form' | 'list' | 'filter' | 'bulk' | 'merge';

export interface Field<K extends string = string, V = unknown, W = unknown> {
  key: K;
  kind: Kind<V, W>;
  /**
   * Only a field outside the contract has this setting. `unless off`: the directory shows the field by default. `when
   * on`: the directory shows the field only if the member chooses it. If absent, the field is never shown.
   */
  shown?: 'unless off' | 'when on';
  /**
   * The first release did not have this field. Data from old releases does not contain the field, so a missing value
   * counts as blank.
   */
  isLater?: true;
  /** No client may change the field, because it is an ID. */
  isReadOnly?: true;
  /** The name of the database column. If absent, the name is made from the key: `first_name` for `firstName`. */
  column?: string;
  /** The name of the column in an import's table. If absent, the column has the field's name in the API. */
  cell?: string;
  /**
   * Other headers by which the import recognises the field's column, separated by spaces. They are in lower case,
   * without accents, spaces or punctuation.
   */
  headers?: string;
  /**
   * Only for a field of a location. The API shows the field if the location's precision is this one or a finer one. For
   * example, `suburb` means that the precision must be `exact` or `suburb`. If absent: `exact`.
   */
  shownUpTo?: LocationPrecision;
  /** Some callers do not see the field. It is then absent from the response. */
  mayBeHidden?: true;
  /**
   * Who in the office sees the field. If absent, only owners and secretaries see and change it. For a list of records,
   * the fields of the records decide instead.
   */
  access?: FieldAccess;
  /** The name of the field for people. If absent, the name in the API. */
  caption?: string;
  /**
   * The group of the office's form, and the place in the group. If absent: after the other fields of `person` or
   * `membership`.
   */
  form?: readonly [group: FormGroup, place: number];
  /** Only a new record can set the field. */
  isFixed?: true;
  /**
   * An address to which payments go. Only owners and secretaries change it, after a recent sign-in, even if chapter
   * officers may change its group of fields. A part of a company has no such address (docs/decisions.md, O8).
   */
  isPaymentAddress?: true;
  /** The office shows an input of several lines. */
  isLong?: true;
  /** Where the office does not show the field of a member. */
  notIn?: readonly OfficePart[];
  /** Members may change the field of their own entry, unless the association decides otherwise (A1). */
  own?: OwnRule;
}

/**
 * Who decides about a member's change to their own entry. `free`: it is made at once. `approval`: it waits for the
 * office. `locked`: only the office changes the field.
 */
export const ownRules = ['free', 'approval', 'locked'] as const;
export type OwnRule = (typeof ownRules)[number];

type Options = Omit<Field, 'key' | 'kind'>;

/** Browsers load the kinds, but not zod. So this is not a schema; `wire-format.ts` makes one of it. */
export type WireForm =
  | { words: readonly string[] }
  /** An object with an ID and, in this field, a name. */
  | { reference: string }
  | { list: WireForm }
  | { nullable: WireForm };

/** `Value` is the form of a value in records, `Wire` the form in JSON. */
export interface Kind<Value, Wire = Value> {
  json: 'text' | 'text or null' | 'flag' | 'number' | 'list';
  /** The form of the value in JSON, if `json` does not say it. */
  wire?: WireForm;
  blank: Value;
  /** Reads a value from JSON of a client or an archive. @throws FieldError */
  read(value: unknown, context: ReadContext): Value;
  write(value: Value, context: WriteContext): Wire;
  /** How `import` reads a cell of a table. If absent, the value does not come from a single cell. */
  cell?:
    | ('text' | 'email' | 'phone' | 'web' | 'date' | 'amount' | 'boolean')
    | ('kind' | 'precision' | 'latitude' | 'longitude');
  /** The value is an ID, or a list of IDs, of these records. */
  refersTo?: Referred;
  /** For a list of records: the fields of each record, and the name of the field that identifies a record. */
  elements?: { fields: Fields; identity: string; max: number };
  /** Converts the value, if its form in the database column differs from its form in records. */
  column?: { from(stored: unknown): Value; to(value: Value): unknown };
}

export type Referred = 'type' | 'category' | 'chapter' | 'addon' | 'extra';

export interface ReadContext {
  /** null: references are not checked. */
  hasReferred: ((to: Referred, id: number) => boolean) | null;
}

export interface WriteContext {
  /** '': no record has that ID. */
  nameOf: (of: Referred, id: number) => string;
}

/** Fields that form their own object, both in JSON and in the record. */
export interface Group<
  K extends string = string,
  F extends Fields = Fields,
  P extends string = string,
  C extends string = string,
> {
  key: K;
  fields: F;
  columnPrefix: P;
  cellPrefix: C;
  /** The keys are names of fields. The values replace the fields' own `headers`. */
  headers?: { readonly [N in keyof F]?: string };
  /** The keys are names of fields. The values replace the fields' own `caption`. */
  captions?: { readonly [N in keyof F]?: string };
  form?: FormGroup;
  /** If absent, each field decides for itself. */
  access?: FieldAccess;
  /** Members may change the fields of their own entry, all together (A1). */
  own?: OwnRule;
  /** The name of the group for people. If absent, the name in the API. */
  caption?: string;
}

/** Fields that form their own object in JSON, but not in the record. */
export interface Inset<F extends Fields = Fields> {
  inset: F;
  /** If absent, each field decides for itself. */
  access?: FieldAccess;
}

/**
 * The name of another record, such as a membership type. JSON contains the name for human readers, and the record does
 * not contain it. Another field has the ID of that record. `of` is the key of this other field.
 */
export interface Label {
  label: Referred;
  of: string;
}

export interface Fields {
  readonly [name: string]: Field | Group | Inset | Label;
}

export type RecordOf<F extends Fields> = Simple<OwnOf<F> & Merged<InsetsOf<F>>>;

/** The form of a record in JSON. */
export type WireOf<F extends Fields> = {
  [N in keyof F]: F[N] extends Group<string, infer G> | Inset<infer G>
    ? WireOf<G>
    : F[N] extends Field
      ? ReturnType<F[N]['kind']['write']>
      : string;
};

type OwnOf<F extends Fields> = {
  [N in keyof F as F[N] extends { key: infer K extends string } ? K : never]: F[N] extends Group<
    string,
    infer G
  >
    ? RecordOf<G>
    : F[N] extends Field
      ? F[N]['kind']['blank']
      : never;
};
type InsetsOf<F extends Fields> = {
  [N in keyof F]: F[N] extends Inset<infer G> ? RecordOf<G> : never;
}[keyof F];
type Merged<T> = ([T] extends [never] ? unknown : T extends T ? (of: T) => void : never) extends (
  of: infer M,
) => void
  ? M
  : unknown;
type Simple<T> = { [N in keyof T]: T[N] };

export function field<const K extends string, V, W>(key: K, kind: Kind<V, W>): Field<K, V, W>;
export function field<const K extends string, V, W, const O extends Options>(
  key: K,
  kind: Kind<V, W>,
  options: O,
): Field<K, V, W> & O;
export function field<K extends string, V, W>(key: K, kind: Kind<V, W>, options: Options = {}) {
  return { key, kind, ...options };
}

export function group<
  const K extends string,
  F extends Fields,
  const P extends string,
  const C extends string,
>(key: K, fields: F, options: Omit<Group<K, F, P, C>, 'key' | 'fields'>): Group<K, F, P, C> {
  return { key, fields, ...options };
}

export function inset<F extends Fields>(fields: F, options: Pick<Inset, 'access'> = {}): Inset<F> {
  return { inset: fields, ...options };
}

export function label(of: Referred, key: string): Label {
  return { label: of, of: key };
}

/**
 * A record from JSON, which must have exactly these fields.
 * @throws FieldError naming every invalid field
 */
export function readRecord<F extends Fields>(fields: F, json: unknown, context: ReadContext): RecordOf<F> {
  const record: Record<string, unknown> = {};
  readInto(record, fields, json, context);
  // The cast is safe: `readInto` has set the key of every field.
  return record as RecordOf<F>;
}

export function writeRecord<F extends Fields>(
  fields: F,
  record: RecordOf<F>,
  context: WriteContext,
): WireOf<F> {
  // The casts are safe: a record of this table has a value for each key.
  return writeFields(fields, record as Record<string, unknown>, context) as WireOf<F>;
}

/** References to other records are not checked. */
export function findProblems<F extends Fields>(fields: F, record: RecordOf<F>): FieldProblem[] {
  try {
    readRecord(fields, writeRecord(fields, record, { nameOf: () => '' }), { hasReferred: null });
    return [];
  } catch (error) {
    return problemsWithin('', error);
  }
}

function readInto(
  record: Record<string, unknown>,
  fields: Fields,
  json: unknown,
  context: ReadContext,
): void {
  const object = requireObject(json);
  const problems: FieldProblem[] = [];
  let found = 0;
  for (const [name, one] of entriesOf(fields)) {
    const value = lookUp(object, name);
    if (value !== undefined) found += 1;
    try {
      if (value === undefined) {
        if ('isLater' in one) record[one.key] = one.kind.blank;
        else if (!('label' in one)) refuse('', 'is missing');
      } else if ('kind' in one) record[one.key] = one.kind.read(value, context);
      else if ('inset' in one) readInto(record, one.inset, value, context);
      else if ('fields' in one) record[one.key] = readRecord(one.fields, value, context);
      else readLabel(value);
    } catch (error) {
      problems.push(...problemsWithin(name, error));
    }
  }
  if (Object.keys(object).length > found) problems.push(...unknownFields(object, Object.keys(fields)));
  if (problems.length > 0) throw new FieldError(problems);
}

/** @throws FieldError */
export function requireObject(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    // The cast is safe: a JSON object has text keys and unknown values.
    return json as Record<string, unknown>;
  }
  return refuse(json, 'must be an object in curly brackets');
}

export function unknownFields(object: object, known: readonly string[]): FieldProblem[] {
  const names = Object.keys(object)
    .filter((name) => !known.includes(name))
    .slice(0, maxProblems);
  return names.map((path) => ({ path, value: '', reason: 'is not a known field' }));
}

/**
 * The problems of an error in the part `name` of a record. Their paths start at the record.
 * @throws any error that is not a FieldError
 */
export function problemsWithin(name: string, error: unknown): FieldProblem[] {
  if (error instanceof FieldError) return error.within(name);
  throw error;
}

/** A label is data of another record, so its value is not stored. The label may be missing. */
export function readLabel(value: unknown): void {
  if (value !== undefined && typeof value !== 'string') refuse(value, 'must be text in quotation marks');
}

/** The entries of each table are computed once, because 100,000 members have millions of fields. */
const entries = new WeakMap<Fields, [string, Fields[string]][]>();

function entriesOf(fields: Fields): [string, Fields[string]][] {
  const known = entries.get(fields) ?? Object.entries(fields);
  entries.set(fields, known);
  return known;
}

function writeFields(
  fields: Fields,
  record: Record<string, unknown>,
  context: WriteContext,
): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, one] of entriesOf(fields)) {
    if ('kind' in one) written[name] = one.kind.write(lookUp(record, one.key), context);
    else if ('inset' in one) written[name] = writeFields(one.inset, record, context);
    else if ('label' in one) written[name] = context.nameOf(one.label, Number(lookUp(record, one.of)));
    else {
      // The cast is safe: the value of a group's key is the record of its fields.
      written[name] = writeFields(one.fields, lookUp(record, one.key) as Record<string, unknown>, context);
    }
  }
  return written;
}
