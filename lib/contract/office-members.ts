import { z } from 'zod';
import { ApiError } from './errors';
import { wireSchema } from './fields/wire-format';
import { isDate } from './fields/date-kind';
import { toThousandths } from './fields/number-kinds';
import { FieldError } from './fields/field-error';
import {
  isTextField,
  ownFields,
  readInput,
  type OwnField,
  type OwnOfficeField,
} from './fields/office-fields';
import { officeListColumns, officeListFields } from './fields/office-list';
import { QueryParameters, type KnownParameter } from './query-string';
import { mustBe, readBoolean, readChoice, readId } from './query-values';
import { financialStatuses, type FinancialStatus } from './words';

/** null and empty lists do not filter. Values of a list are alternatives. */
export interface OfficeMembersFilter {
  /** Words or beginnings of words. A member must have all of them. */
  search: string | null;
  statuses: FinancialStatus[];
  isApproved: boolean | null;
  /** Not approved, and not suspended, cancelled or of somebody who died: the page Applications lists them. */
  isWaiting: boolean | null;
  kind: (typeof kinds)[number] | null;
  typeIds: number[];
  categoryIds: number[];
  chapterIds: number[];
  state: string | null;
  /** ISO dates. Both limits are included. */
  expiryFrom: string | null;
  expiryTo: string | null;
  joinedFrom: string | null;
  joinedTo: string | null;
  hasEmail: boolean | null;
  hasLocation: boolean | null;
  /** Members who have said that they leave, until the membership has ended. */
  isLeaving: boolean | null;
  /** Members who were asked whether their entry is right, and have not answered. */
  isUnanswered: boolean | null;
  isListed: boolean | null;
  /** The amounts are in thousandths of the currency's unit. Both limits are included. */
  owedFrom: number | null;
  owedTo: number | null;
  /**
   * Members with a seat on a committee today. `any`: any committee. `own`: the association's own committee. A number:
   * the committee of the chapter with this ID.
   */
  committee: 'any' | 'own' | number | null;
  /** `answer` is an option that was chosen, or words of the answer. */
  answers: { extraId: number; answer: string }[];
  addonIds: number[];
  /** `never`: nobody has signed in. `invited`: invited, but without a password and never signed in. */
  signIn: (typeof signInChoices)[number] | null;
  personId: number | null;
  parentId: number | null;
  /** Members whom this run of an import created. */
  importRunId: number | null;
  /**
   * For each field, the text with which the value must begin. Case and accents do not matter. For a street or mailing
   * address, each word of the text must be the beginning of a word in the address.
   */
  beginnings: Partial<Record<BeginningName, string>>;
  /** For a text, its beginning. For another field, the value in the column. */
  own: { field: OwnOfficeField; value: unknown }[];
}

export const beginningNames = [
  ...(['MembershipNumber', 'FirstName', 'LastName', 'Organisation', 'Email'] as const),
  ...(['Suburb', 'Postcode', 'Country', 'Title', 'Phone', 'Street', 'MailingAddress'] as const),
] as const;
export type BeginningName = (typeof beginningNames)[number];

export type FilterName =
  | BeginningName
  | OwnField
  | (
      | 'SignIn'
      | 'Status'
      | 'ExpiryFrom'
      | 'ExpiryTo'
      | 'JoinedFrom'
      | 'JoinedTo'
      | 'HasEmail'
      | 'Leaving'
      | 'OwedFrom'
      | 'OwedTo'
    );

/**
 * The parameters of type `FilterName` that the filter contains. Other parameters, such as those for search terms, the
 * place and the chapter, are not included.
 */
export function parametersOf(filter: OfficeMembersFilter): FilterName[] {
  const given: Record<Exclude<FilterName, BeginningName | OwnField>, boolean> = {
    SignIn: filter.signIn !== null,
    Status: filter.statuses.length > 0,
    ExpiryFrom: filter.expiryFrom !== null,
    ExpiryTo: filter.expiryTo !== null,
    JoinedFrom: filter.joinedFrom !== null,
    JoinedTo: filter.joinedTo !== null,
    HasEmail: filter.hasEmail !== null,
    Leaving: filter.isLeaving !== null,
    OwedFrom: filter.owedFrom !== null,
    OwedTo: filter.owedTo !== null,
  };
  return [
    // The object is a literal, so these are all its keys.
    ...(Object.keys(given) as (keyof typeof given)[]).filter((name) => given[name]),
    ...beginningNames.filter((name) => filter.beginnings[name] !== undefined),
    ...filter.own.map(({ field }) => field.name),
  ];
}

const kinds = ['individual', 'corporate'] as const;
export const signInChoices = ['never', 'invited'] as const;

export const officeSorts = [
  ...(['name', '-name', 'number', '-number', 'expiry', '-expiry'] as const),
  ...(['joined', '-joined', 'changed', '-changed'] as const),
] as const;
export type OfficeSort = (typeof officeSorts)[number];

/** Whether the list is sorted by the time of the last change. This time is a number, but the other columns are text. */
export function isByChange(sort: OfficeSort): boolean {
  return sort === 'changed' || sort === '-changed';
}

/** The column with the answers to one question. `answer-11` is the column for the question with the ID 11. */
export type AnswerColumn = `answer-${string}`;
type FieldColumn = keyof typeof officeListColumns;
export type MemberColumn = FieldColumn | AnswerColumn;
// The table has these keys and no others.
export const memberColumns = Object.keys(officeListColumns) as FieldColumn[];

export function isAnswerColumn(column: MemberColumn): column is AnswerColumn {
  return /^answer-[1-9]\d{0,14}$/.test(column);
}

/** Whether the column is read only if the list is asked for it. */
export function isExtraColumn(column: MemberColumn): boolean {
  return isAnswerColumn(column) || column === 'signedIn' || column === 'invited';
}

/** The ID of the question. */
export function extraOfColumn(column: AnswerColumn): string {
  return column.slice('answer-'.length);
}

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface OfficeExportQuery {
  filter: OfficeMembersFilter;
  sort: OfficeSort;
  columns: MemberColumn[];
  format: ExportFormat;
}

export interface OfficeMembersQuery {
  filter: OfficeMembersFilter;
  sort: OfficeSort;
  size: number;
  /** `Next` of an earlier response. */
  after: string | null;
  /** Answers and sign-ins are read only for these columns. */
  columns: MemberColumn[];
  /** Whether members are counted beyond 1,000. */
  hasExactCount: boolean;
}

const defaultSize = 50;
const maxSize = 200;
const maxSearch = 200;

/** The filters and the order of the list, without the parameters of a page or an export. */
export const officeFilterParameters: readonly KnownParameter[] = [
  ...[
    'Search',
    'Approved',
    'Waiting',
    'Kind',
    'State',
    'ExpiryFrom',
    'ExpiryTo',
    'HasEmail',
    'HasLocation',
    'Leaving',
    'Unanswered',
  ].map(one),
  ...['JoinedFrom', 'JoinedTo', 'Listed', 'Person', 'Parent', 'Import', ...beginningNames].map(one),
  ...['OwedFrom', 'OwedTo', 'Committee', 'SignIn'].map(one),
  ...ownFields('filter').map(({ name }) => one(name)),
  { name: 'Answer', takes: 'keyed' },
  one('Sort'),
  ...['Status', 'Type', 'Category', 'Chapter', 'Addon'].map((name) => ({ name, takes: 'many' as const })),
];

function one(name: string): KnownParameter {
  return { name, takes: 'one' };
}

/** @param raw what follows the `?` @throws ApiError naming the parameter and what was expected */
export function readOfficeMembersQuery(raw: string): OfficeMembersQuery {
  const query = new QueryParameters(raw, [
    ...officeFilterParameters,
    ...['Page[Size]', 'Page[After]', 'ExactCount'].map(one),
    { name: 'Column', takes: 'many' },
  ]);
  const size = query.one('Page[Size]') ?? String(defaultSize);
  if (!/^[1-9]\d{0,2}$/.test(size) || Number(size) > maxSize)
    throw mustBe('Page[Size]', `an integer from 1 to ${maxSize}`);
  return {
    filter: readFilter(query),
    sort: readSort(query),
    size: Number(size),
    after: query.one('Page[After]'),
    columns: readColumns(query),
    hasExactCount: readBoolean('ExactCount', query.one('ExactCount'), false),
  };
}

/** @param raw what follows the `?` @throws ApiError naming the parameter and what was expected */
export function readOfficeExportQuery(raw: string): OfficeExportQuery {
  const query = new QueryParameters(raw, [
    ...officeFilterParameters,
    one('Format'),
    { name: 'Column', takes: 'many' },
  ]);
  return {
    filter: readFilter(query),
    sort: readSort(query),
    columns: readColumns(query),
    format: readChoice('Format', query.one('Format') ?? 'csv', exportFormats),
  };
}

/** Reads a saved view. @param raw what follows the `?` @throws ApiError naming the parameter and what was expected */
export function readOfficeViewQuery(raw: string): Pick<OfficeExportQuery, 'filter' | 'sort' | 'columns'> {
  const query = new QueryParameters(raw, [...officeFilterParameters, { name: 'Column', takes: 'many' }]);
  return { filter: readFilter(query), sort: readSort(query), columns: readColumns(query) };
}

/** Reads the filters. @param raw what follows the `?` @throws ApiError naming the parameter and what was expected */
export function readOfficeFilter(raw: string): OfficeMembersFilter {
  return readFilter(new QueryParameters(raw, officeFilterParameters));
}

function readColumns(query: QueryParameters): MemberColumn[] {
  return query.many('Column').map((value) => {
    const answers = value as AnswerColumn;
    return isAnswerColumn(answers) ? answers : readChoice('Column', value, memberColumns);
  });
}

function readSort(query: QueryParameters): OfficeSort {
  return readChoice('Sort', query.one('Sort') ?? 'name', officeSorts);
}

function readFilter(query: QueryParameters): OfficeMembersFilter {
  const flag = (name: string) => {
    const value = query.one(name);
    return value === null ? null : readBoolean(name, value, false);
  };
  const ids = (name: string) => query.many(name).map((value) => readId(name, value));
  const id = (name: string) => {
    const value = query.one(name);
    return value === null ? null : readId(name, value);
  };
  const kind = query.one('Kind');
  const signIn = query.one('SignIn');
  return {
    search: readText(query, 'Search'),
    statuses: query.many('Status').map((value) => readChoice('Status', value, financialStatuses)),
    isApproved: flag('Approved'),
    isWaiting: flag('Waiting'),
    kind: kind === null ? null : readChoice('Kind', kind, kinds),
    typeIds: ids('Type'),
    categoryIds: ids('Category'),
    chapterIds: ids('Chapter'),
    state: readText(query, 'State'),
    expiryFrom: readDay(query, 'ExpiryFrom'),
    expiryTo: readDay(query, 'ExpiryTo'),
    joinedFrom: readDay(query, 'JoinedFrom'),
    joinedTo: readDay(query, 'JoinedTo'),
    hasEmail: flag('HasEmail'),
    hasLocation: flag('HasLocation'),
    isLeaving: flag('Leaving'),
    isUnanswered: flag('Unanswered'),
    isListed: flag('Listed'),
    owedFrom: readAmount(query, 'OwedFrom'),
    owedTo: readAmount(query, 'OwedTo'),
    committee: readCommittee(query),
    answers: readAnswers(query),
    addonIds: ids('Addon'),
    signIn: signIn === null ? null : readChoice('SignIn', signIn, signInChoices),
    personId: id('Person'),
    parentId: id('Parent'),
    importRunId: id('Import'),
    beginnings: Object.fromEntries(
      beginningNames.flatMap((name) => {
        const text = readText(query, name);
        return text === null ? [] : [[name, text]];
      }),
    ),
    own: ownFields('filter').flatMap((field) => {
      const text = readText(query, field.name);
      return text === null ? [] : [{ field, value: readOwn(field, text) }];
    }),
  };
}

function readText(query: QueryParameters, name: string): string | null {
  const text = query.one(name)?.trim() ?? '';
  if (text.length > maxSearch) throw mustBe(name, `at most ${maxSearch} characters long`);
  return text === '' ? null : text;
}

function readOwn(own: OwnOfficeField, text: string): unknown {
  if (isTextField(own)) return text;
  const { kind } = own.field;
  try {
    const value = kind.read(readInput(kind, text), { hasReferred: null });
    return kind.column === undefined ? value : kind.column.to(value);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    throw new ApiError('invalid_request', `"${own.name}" ${error.problems[0]?.reason ?? ''}`);
  }
}

/** @returns the amount in thousandths of the currency's unit */
function readAmount(query: QueryParameters, name: string): number | null {
  const text = query.one(name);
  if (text === null) return null;
  if (!/^-?\d{1,9}(?:\.\d{1,3})?$/.test(text)) throw mustBe(name, 'an amount such as 120.50');
  return toThousandths(text);
}

function readCommittee(query: QueryParameters): OfficeMembersFilter['committee'] {
  const text = query.one('Committee');
  return text === null || text === 'any' || text === 'own' ? text : readId('Committee', text);
}

function readAnswers(query: QueryParameters): OfficeMembersFilter['answers'] {
  return query.keyed('Answer').flatMap(({ key, values }) =>
    values.map((answer) => {
      if (answer.trim() === '' || answer.length > maxSearch)
        throw mustBe(`Answer[${key}]`, `1 to ${maxSearch} characters long`);
      return { extraId: key, answer: answer.trim() };
    }),
  );
}

function readDay(query: QueryParameters, name: string): string | null {
  const text = query.one(name);
  if (text !== null && !isDate(text)) throw mustBe(name, 'a date such as 2027-06-30');
  return text;
}

/**
 * Reads a cursor of a list that is sorted by `sort`.
 * @throws ApiError if `after` is not a cursor of such a list
 */
export function readListPosition(
  after: string | null,
  sort: OfficeSort,
): { value: string | number; id: number } | null {
  if (after === null) return null;
  const json = Buffer.from(after, 'base64url').toString('utf8');
  const value = isByChange(sort) ? z.int() : z.string().max(1000).refine(hasNoNul);
  const parsed = z.tuple([value, z.int().min(0)]).safeParse(parse(json));
  if (parsed.success) return { value: parsed.data[0], id: parsed.data[1] };
  throw new ApiError('invalid_request', '"Page[After]" must be the Next of an earlier response');
}

export function writeListPosition({ value, id }: { value: string | number; id: number }): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url');
}

/** PostgreSQL fails on a text with a NUL character. */
function hasNoNul(text: string): boolean {
  return !text.includes('\0');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

export const officeMemberRowSchema = wireSchema(officeListFields).extend({
  /** Days. Only if the column was asked for, and the caller may see it. null: never. */
  SignedIn: z.string().nullish(),
  Invited: z.string().nullish(),
  /** The answers to each question whose column was asked for. The keys are the IDs of questions. */
  Answers: z.record(z.string(), z.array(z.string())).optional(),
});
export type OfficeMemberRow = z.infer<typeof officeMemberRowSchema>;

export const officeMembersSchema = z.object({
  Members: z.array(officeMemberRowSchema),
  /** The value for `Page[After]`. null: there is no next page. */
  Next: z.string().nullable(),
  /** The number of members on all pages. null: more than 1,000, and no exact count was asked for. */
  Count: z.number().nullable(),
});
export type OfficeMembers = z.infer<typeof officeMembersSchema>;
