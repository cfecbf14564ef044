/** The address describes the whole list, so that people can bookmark it or send it to somebody. */
import { lookUp } from '@/lib/base/look-up';
import { ownFields, type OwnField } from '@/lib/contract/fields/office-fields';
import {
  isAnswerColumn,
  isExtraColumn,
  memberColumns,
  officeSorts,
  type ExportFormat,
  type MemberColumn,
  type OfficeSort,
} from '@/lib/contract/office-members';
import { writeQuery } from '@/lib/contract/query-string';
import { financialStatuses } from '@/lib/contract/words';
import { typedDay } from './typed-day';

/** The page's parameters and those of the API. Each takes one value. */
const filters = {
  q: 'Search',
  status: 'Status',
  approved: 'Approved',
  waiting: 'Waiting',
  kind: 'Kind',
  type: 'Type',
  category: 'Category',
  chapter: 'Chapter',
  state: 'State',
  from: 'ExpiryFrom',
  to: 'ExpiryTo',
  email: 'HasEmail',
  location: 'HasLocation',
  listed: 'Listed',
  leaving: 'Leaving',
  unanswered: 'Unanswered',
  owedFrom: 'OwedFrom',
  owedTo: 'OwedTo',
  committee: 'Committee',
  signin: 'SignIn',
  addon: 'Addon',
  joinedFrom: 'JoinedFrom',
  joinedTo: 'JoinedTo',
  number: 'MembershipNumber',
  first: 'FirstName',
  last: 'LastName',
  organisation: 'Organisation',
  mail: 'Email',
  suburb: 'Suburb',
  postcode: 'Postcode',
  country: 'Country',
  title: 'Title',
  phone: 'Phone',
  street: 'Street',
  mailing: 'MailingAddress',
  person: 'Person',
  company: 'Parent',
  imported: 'Import',
} as const;
export type MembersFilterName = keyof typeof filters | OwnField;
export const filterNames: readonly MembersFilterName[] = [
  // Safe, because these are the keys of an object literal.
  ...(Object.keys(filters) as (keyof typeof filters)[]),
  ...ownFields('filter').map(({ name }) => name),
];

export function parameterOf(name: MembersFilterName): string {
  return lookUp<string>(filters, name) ?? name;
}

/** The name of a filter for the answers to one question. `answer-11` is the filter for the question with the ID 11. */
export type AnswerName = `answer-${string}`;

const defaultColumns: readonly MemberColumn[] = ['number', 'type', 'status', 'expiry', 'place'];

export interface MembersView {
  columns: readonly MemberColumn[];
  /** '': no filter. */
  filter: Record<MembersFilterName, string>;
  answers: Readonly<Record<string, string>>;
  sort: OfficeSort;
  /** A cursor. null: the first page. */
  after: string | null;
}

export const membersPath = '/office/members';

/** @param location the location's ID, or `new` */
export function locationPath(memberId: string, location: string): string {
  return `${membersPath}/${encodeURIComponent(memberId)}/locations/${encodeURIComponent(location)}`;
}

/** In the order of the API's statuses, so that the same choice always has the same address. */
function uniqueOf(statuses: readonly string[]): string {
  const given = new Set(statuses.map((one) => one.trim()).filter((one) => one !== ''));
  const known = financialStatuses.filter((one) => given.has(one));
  return [...known, ...[...given].filter((one) => !known.some((status) => status === one))].join(',');
}

/** @param query unknown parameters are ignored */
export function readMembersView(query: Record<string, string | string[] | undefined>): MembersView {
  const given = new Map(Object.entries(query));
  const text = (name: string) => {
    const value = given.get(name);
    return ((Array.isArray(value) ? value[0] : value) ?? '').trim();
  };
  // Several statuses are one filter, which shows members with any of them.
  const statuses = [given.get('status')].flat().flatMap((value) => (value ?? '').split(','));
  const valueOf = (name: string) => (name === 'from' || name === 'to' ? typedDay(text(name)) : text(name));
  // Every filter gets a value.
  const filter = Object.fromEntries(
    filterNames.map((name) => [name, name === 'status' ? uniqueOf(statuses) : valueOf(name)]),
  ) as MembersView['filter'];
  const sort = officeSorts.find((one) => one === text('sort')) ?? 'name';
  const chosen = new Set([given.get('column')].flat());
  const columns: MemberColumn[] = [
    ...memberColumns.filter((name) => chosen.has(name)),
    ...[...chosen].map((name) => name as AnswerName).filter(isAnswerColumn),
  ];
  return {
    columns: columns.length === 0 ? defaultColumns : columns,
    filter,
    answers: Object.fromEntries(
      Object.keys(query).flatMap((name) => {
        const id = /^answer-([1-9]\d{0,14})$/.exec(name)?.[1];
        return id === undefined || text(name) === '' ? [] : [[id, text(name)]];
      }),
    ),
    sort,
    after: text('after') || null,
  };
}

export function columnsWithout(view: MembersView, hidden: readonly MemberColumn[]): MembersView {
  return { ...view, columns: view.columns.filter((name) => !hidden.includes(name)) };
}

export function hasDefaultColumns({ columns }: Pick<MembersView, 'columns'>): boolean {
  return columns.join() === defaultColumns.join();
}

export function withoutFilters(view: MembersView): MembersView {
  return { ...readMembersView({}), columns: view.columns, sort: view.sort };
}

export function withoutFilter(view: MembersView, name: MembersFilterName | AnswerName): MembersView {
  if (!isAnswerName(name)) return { ...view, filter: { ...view.filter, [name]: '' } };
  const others = Object.entries(view.answers).filter(([id]) => id !== extraOf(name));
  return { ...view, answers: Object.fromEntries(others) };
}

export function isAnswerName(name: MembersFilterName | AnswerName): name is AnswerName {
  return name.startsWith('answer-');
}

export function extraOf(name: AnswerName): string {
  return name.slice('answer-'.length);
}

type Filtered = Pick<MembersView, 'filter' | 'answers'>;

export function toFilterQuery(view: Filtered): string {
  return writeQuery(filtersOfApi(view));
}

/** The filters that have a value. Forms contain them as hidden inputs. */
export function givenFilters({ filter, answers }: Filtered): [MembersFilterName | AnswerName, string][] {
  return [
    ...filterNames.flatMap((name): [MembersFilterName, string][] =>
      filter[name] === '' ? [] : [[name, filter[name]]],
    ),
    ...Object.entries(answers).map(([id, answer]): [AnswerName, string] => [`answer-${id}`, answer]),
  ];
}

function filtersOfApi(view: Filtered): (readonly [string, string])[] {
  return givenFilters(view).flatMap(([name, value]) => {
    if (isAnswerName(name)) return [[`Answer[${extraOf(name)}]`, value] as const];
    // Several statuses are one choice of the page.
    const values = name === 'status' ? value.split(',') : [value];
    return values.map((one) => [parameterOf(name), one] as const);
  });
}

/** The opposite of `filtersOfApi`. */
function toPageQuery(sent: URLSearchParams): Record<string, string> {
  const answers = [...sent].flatMap(([name, value]) => {
    const id = /^Answer\[(\d+)\]/.exec(name)?.[1];
    return id === undefined ? [] : [[`answer-${id}`, value] as const];
  });
  return Object.fromEntries([
    ...filterNames.map((name) => [name, sent.getAll(parameterOf(name)).join(',')] as const),
    ...answers,
  ]);
}

/** A path after `/office/`. */
export function toMembersRequest(view: MembersView): string {
  const { sort, after, columns } = view;
  return `members?${writeQuery([
    ...filtersOfApi(view),
    ['Sort', sort],
    ...columns.filter(isExtraColumn).map((name) => ['Column', name] as const),
    ...(after === null ? [] : [['Page[After]', after] as const]),
  ])}`;
}

/** A path after `/office/`. */
export function toCountRequest(view: MembersView): string {
  return `members?${writeQuery([...filtersOfApi(view), ['ExactCount', 'true'], ['Page[Size]', '1']])}`;
}

/** A path after `/office/`, for a file with the whole list. */
export function toExportRequest(view: MembersView, format: ExportFormat): string {
  const { sort, columns } = view;
  return `export?${writeQuery([
    ...filtersOfApi(view),
    ['Sort', sort],
    ...columns.map((name) => ['Column', name] as const),
    ['Format', format],
  ])}`;
}

export const exportPath = `${membersPath}/export`;

export function toExportAddress(view: MembersView): string {
  return toMembersAddress({ ...view, after: null }).replace(membersPath, exportPath);
}

/** With another order or filter, a list starts at its first page. */
export function toMembersAddress(
  view: MembersView,
  change: Partial<Pick<MembersView, 'sort' | 'after'>> = {},
): string {
  const sort = change.sort ?? view.sort;
  const query = writeQuery([
    ...givenFilters(view),
    ...(sort === 'name' ? [] : [['sort', sort] as const]),
    ...(hasDefaultColumns(view) ? [] : view.columns.map((name) => ['column', name] as const)),
    ...(change.after ? [['after', change.after] as const] : []),
  ]);
  return query === '' ? membersPath : `${membersPath}?${query}`;
}

export function toViewList(view: MembersView): string {
  return writeQuery([
    ...filtersOfApi(view),
    ...(view.sort === 'name' ? [] : [['Sort', view.sort] as const]),
    ...(hasDefaultColumns(view) ? [] : view.columns.map((name) => ['Column', name] as const)),
  ]);
}

export function addressOfView(list: string): string {
  const sent = new URLSearchParams(list);
  const query = { ...toPageQuery(sent), sort: sent.get('Sort') ?? '', column: sent.getAll('Column') };
  return toMembersAddress(readMembersView(query));
}

/** @param list a path after `/office/` with the API's parameters */
export function pageOfList(list: string): string {
  const [path = '', query = ''] = list.split('?');
  if (path !== 'members') return `/office/${list}`;
  return toMembersAddress(readMembersView(toPageQuery(new URLSearchParams(query))));
}
