/**
 * Dates and amounts as people type them in forms and filters, such as `31.12.26` and `85,50`. They are read like the
 * cells of an import (M7) and become what the API takes. A form asks nothing: what has two meanings is refused, and so is
 * what cannot be read, by the field itself.
 */
import { Temporal } from 'temporal-polyfill';
import { lookUp } from '@/lib/base/look-up';
import { ApiError } from '@/lib/contract/errors';
import { readQueryValue } from '@/lib/contract/query-string';
import { isDate } from '@/lib/contract/fields/date-kind';
import { toDecimal } from '@/lib/contract/fields/number-kinds';
import { officeFields, ownFields } from '@/lib/contract/fields/office-fields';
import type { FieldProblem } from '@/lib/contract/fields/field-error';
import { invalidRecord } from '@/lib/changes/refusals';
import { readAmount } from '@/lib/changes/read-amount';
import { readDate } from '@/lib/changes/read-date';
import { DoubtfulValue, ValueError } from '@/lib/changes/value-error';
import { readDay } from '@/lib/store/day';
import { readOrganisation } from '@/lib/store/structure';
import type { OfficeAccess, OfficeServices } from './office-check';

type TypedKind = 'date' | 'amount';

interface Customs {
  dateOrder: 'dmy' | 'mdy';
  today: string;
  timeZone: string;
}

/** The last part of the path of each date and amount of a member, and of the price of a type. */
const fieldKinds = new Map<string, TypedKind>([
  ...officeFields.flatMap(({ path, field }) => {
    const { cell } = field.kind;
    return cell === 'date' || cell === 'amount' ? [[path.split('.').at(-1) ?? path, cell] as const] : [];
  }),
  ['Cost', 'amount'],
]);

const dateFilters = ['ExpiryFrom', 'ExpiryTo', 'JoinedFrom', 'JoinedTo', 'From', 'Until'] as const;

const filterKinds = new Map<string, TypedKind>([
  ...dateFilters.map((name) => [name, 'date'] as const),
  ...(['OwedFrom', 'OwedTo'] as const).map((name) => [name, 'amount'] as const),
  ...ownFields('filter').flatMap(({ name }) => {
    const kind = fieldKinds.get(name);
    return kind === undefined ? [] : [[name, kind] as const];
  }),
]);

const ambiguous = 'can be read in two ways: write it like 1234.50, without a mark for thousands';

/**
 * A record or a part of one, with its dates and amounts as the API takes them.
 * @throws ApiError 422 naming each amount that can be read in two ways
 */
export async function readTypedFields(
  services: OfficeServices,
  access: OfficeAccess,
  json: unknown,
): Promise<unknown> {
  if (!hasTyped(json)) return json;
  const customs = await readCustoms(services, access);
  const problems: FieldProblem[] = [];
  const read = convert(json, '', customs, problems);
  if (problems.length > 0) throw invalidRecord(problems);
  return read;
}

/** @throws ApiError 400 naming a value that cannot be decoded, or an amount that can be read in two ways */
export async function readTypedQuery(
  services: OfficeServices,
  access: OfficeAccess,
  raw: string,
): Promise<string> {
  const pairs = raw.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=');
    const kind = filterKinds.get(name);
    const text = kind === undefined ? '' : readQueryValue(name, value).trim();
    // The list of changes also takes times.
    const isTime = (name === 'From' || name === 'Until') && /^\d{4}-\d\d-\d\dT/.test(text);
    return { pair, name, text, kind: kind === undefined || isTime || isExact(kind, text) ? null : kind };
  });
  if (pairs.every(({ kind }) => kind === null)) return raw;
  const customs = await readCustoms(services, access);
  return pairs
    .map(({ pair, name, text, kind }) => {
      if (kind === null) return pair;
      const read = toApiText(kind, text, { ...customs, name });
      if (read === null) throw new ApiError('invalid_request', `"${name}" ${ambiguous}`);
      return `${name}=${encodeURIComponent(read)}`;
    })
    .join('&');
}

/** The value of one field, for a change of many members. @throws ApiError 422 */
export async function readTypedValue(
  services: OfficeServices,
  access: OfficeAccess,
  { field, value }: { field: string; value: string },
): Promise<string> {
  const read = await readTypedFields(services, access, { [field]: value });
  return String(lookUp<unknown>(Object(read), field) ?? '');
}

function hasTyped(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([name, value]) => {
    const kind = fieldKinds.get(name);
    return kind !== undefined && typeof value === 'string' ? !isExact(kind, value) : hasTyped(value);
  });
}

function convert(json: unknown, path: string, customs: Customs, problems: FieldProblem[]): unknown {
  if (Array.isArray(json)) return json.map((one, at) => convert(one, `${path}[${at}]`, customs, problems));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, value]: [string, unknown]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const kind = fieldKinds.get(name);
      if (kind === undefined || typeof value !== 'string' || isExact(kind, value))
        return [name, convert(value, at, customs, problems)];
      const read = toApiText(kind, value.trim(), { ...customs, name });
      if (read === null) problems.push({ path: at, value, reason: ambiguous });
      return [name, read === '' ? null : read];
    }),
  );
}

/**
 * The first moment of a day that was typed, in the association's time zone.
 * @throws ApiError 422 naming `field`
 */
export async function readTypedDay(
  services: OfficeServices,
  access: OfficeAccess,
  { field, text }: { field: string; text: string },
): Promise<Date> {
  const { timeZone, ...customs } = await readCustoms(services, access);
  const day = toApiText('date', text.trim(), { ...customs, name: field }) ?? '';
  if (!isDate(day)) throw invalidRecord([{ path: field, value: text, reason: 'must be a real date' }]);
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Whether the API takes the text as it is, or it is empty. */
function isExact(kind: TypedKind, text: string): boolean {
  return text === '' || (kind === 'date' ? isDate(text) : /^-?\d{1,9}(?:\.\d{1,2})?$/.test(text));
}

/** @returns the text itself if it cannot be read: the field then refuses it. null: it can be read in two ways */
function toApiText(
  kind: TypedKind,
  text: string,
  { name, dateOrder, today }: Pick<Customs, 'dateOrder' | 'today'> & { name: string },
): string | null {
  try {
    if (kind === 'amount') return toDecimal(readAmount(text, { decimalMark: null, isOwn: false }), 2);
    // A browser's own field for a date makes the year 26 out of a typed `26`.
    const [, year, month, day] = /^00(\d\d)-(\d\d)-(\d\d)$/.exec(text) ?? [];
    const typed = year === undefined ? text : `${day}.${month}.${year}`;
    const isFirstDay = name === 'JoiningDate' || name === 'Since' || name.endsWith('From');
    // Only for a day of joining is a year of two digits never in the future.
    const options = name.startsWith('Join') ? { dateOrder, today } : { dateOrder };
    return readDate(typed, options, { isLastDay: !isFirstDay, hasSerials: false }) ?? '';
  } catch (error) {
    if (error instanceof DoubtfulValue) return kind === 'amount' ? null : text;
    if (error instanceof ValueError) return text;
    throw error;
  }
}

async function readCustoms(
  { store, clock }: OfficeServices,
  { organisationId }: OfficeAccess,
): Promise<Customs> {
  const organisation = await readOrganisation(store.members, organisationId);
  const day = await readDay(store.members, organisationId, clock());
  const today = day?.today ?? clock().toISOString().slice(0, 10);
  const dateOrder = organisation?.country === 'US' ? 'mdy' : 'dmy';
  return { dateOrder, today, timeZone: day?.timeZone ?? 'UTC' };
}
