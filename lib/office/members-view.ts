/** The list of members as its address describes it, so that a list can be bookmarked and sent. */
import {
  memberColumns,
  officeSorts,
  type ExportFormat,
  type MemberColumn,
  type OfficeSort,
} from '@/lib/membership-api/office-members';
import { writeQuery } from '@/lib/membership-api/query-string';

/** By parameter of the page: the parameter of the API. All take one value. */
const filters = {
  q: 'Search',
  status: 'Status',
  approved: 'Approved',
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
  person: 'Person',
  company: 'Parent',
} as const;
export type MembersFilterName = keyof typeof filters;
// The keys of an object literal.
export const filterNames = Object.keys(filters) as MembersFilterName[];

const usualColumns: readonly MemberColumn[] = ['number', 'type', 'status', 'expiry', 'place'];

export interface MembersView {
  columns: readonly MemberColumn[];
  /** '': no filter. */
  filter: Record<MembersFilterName, string>;
  sort: OfficeSort;
  /** The cursor of the page. null: the first page. */
  after: string | null;
}

export const membersPath = '/office/members';

/** @param location its ID, or `new` */
export function locationPath(memberId: string, location: string): string {
  return `${membersPath}/${encodeURIComponent(memberId)}/locations/${encodeURIComponent(location)}`;
}

/** @param query of the page; what it does not know is ignored */
export function readMembersView(query: Record<string, string | string[] | undefined>): MembersView {
  const given = new Map(Object.entries(query));
  const text = (name: string) => {
    const value = given.get(name);
    return ((Array.isArray(value) ? value[0] : value) ?? '').trim();
  };
  // Every name has a value.
  const filter = Object.fromEntries(filterNames.map((name) => [name, text(name)])) as MembersView['filter'];
  const sort = officeSorts.find((one) => one === text('sort')) ?? 'name';
  const chosen = new Set([given.get('column')].flat());
  const columns = memberColumns.filter((name) => chosen.has(name));
  return {
    columns: columns.length === 0 ? usualColumns : columns,
    filter,
    sort,
    after: text('after') || null,
  };
}

export function hasUsualColumns({ columns }: Pick<MembersView, 'columns'>): boolean {
  return columns.join() === usualColumns.join();
}

/** Whether anything besides the search narrows the list. */
export function hasFilters({ filter }: MembersView): boolean {
  return filterNames.some((name) => name !== 'q' && filter[name] !== '');
}

/** The same columns and order without a search or filters. */
export function withoutFilters(view: MembersView): MembersView {
  return { ...readMembersView({}), columns: view.columns, sort: view.sort };
}

/** The filters, as the query of the API. */
export function toFilterQuery({ filter }: Pick<MembersView, 'filter'>): string {
  return writeQuery(given(filter).map(([name, value]) => [filters[name], value] as const));
}

/** The filters in the list's address, to send them along with a form. */
export function givenFilters({ filter }: Pick<MembersView, 'filter'>): [MembersFilterName, string][] {
  return given(filter);
}

/** The path after `/office/` of the API. */
export function toMembersRequest({ filter, sort, after }: MembersView): string {
  return `members?${writeQuery([
    ...given(filter).map(([name, value]) => [filters[name], value] as const),
    ['Sort', sort],
    ...(after === null ? [] : [['Page[After]', after] as const]),
  ])}`;
}

/** The file of the whole list. The path after `/office/` of the API. */
export function toExportRequest(view: MembersView, format: ExportFormat): string {
  const { filter, sort, columns } = view;
  return `export?${writeQuery([
    ...given(filter).map(([name, value]) => [filters[name], value] as const),
    ['Sort', sort],
    ...columns.map((name) => ['Column', name] as const),
    ['Format', format],
  ])}`;
}

export const exportPath = `${membersPath}/export`;

/** The address of the page that exports a list. */
export function toExportAddress(view: MembersView): string {
  return toMembersAddress({ ...view, after: null }).replace(membersPath, exportPath);
}

/** The address of a list. Another order or filter begins at its first page. */
export function toMembersAddress(
  view: MembersView,
  change: Partial<Pick<MembersView, 'sort' | 'after'>> = {},
): string {
  const sort = change.sort ?? view.sort;
  const query = writeQuery([
    ...given(view.filter),
    ...(sort === 'name' ? [] : [['sort', sort] as const]),
    ...(hasUsualColumns(view) ? [] : view.columns.map((name) => ['column', name] as const)),
    ...(change.after ? [['after', change.after] as const] : []),
  ]);
  return query === '' ? membersPath : `${membersPath}?${query}`;
}

/** The list with its order and columns, in the form that a saved view stores. */
export function toViewList(view: MembersView): string {
  return writeQuery([
    ...given(view.filter).map(([name, value]) => [filters[name], value] as const),
    ...(view.sort === 'name' ? [] : [['Sort', view.sort] as const]),
    ...(hasUsualColumns(view) ? [] : view.columns.map((name) => ['Column', name] as const)),
  ]);
}

/** The address of a saved view. */
export function addressOfView(list: string): string {
  const sent = new URLSearchParams(list);
  const query = Object.fromEntries(filterNames.map((name) => [name, sent.get(filters[name]) ?? '']));
  const view = readMembersView({ ...query, sort: sent.get('Sort') ?? '', column: sent.getAll('Column') });
  return toMembersAddress(view);
}

/** The page of a list that the API names by its own parameters, as a path after `/office/`. */
export function pageOfList(list: string): string {
  const [path = '', query = ''] = list.split('?');
  if (path !== 'members') return `/office/${list}`;
  const sent = new URLSearchParams(query);
  // Every name has a value.
  const filter = Object.fromEntries(
    filterNames.map((name) => [name, sent.get(filters[name]) ?? '']),
  ) as MembersView['filter'];
  return toMembersAddress({ columns: usualColumns, filter, sort: 'name', after: null });
}

function given(filter: MembersView['filter']): [MembersFilterName, string][] {
  return filterNames.flatMap((name): [MembersFilterName, string][] =>
    filter[name] === '' ? [] : [[name, filter[name]]],
  );
}
