import type { LocationsFilter } from '@/lib/contract/filter-types';
import type { Included } from '@/lib/contract/filters';
import type { Store } from '@/lib/store/database';
import type { Day } from '@/lib/store/day';
import { areaAround, type SearchArea } from './search-area';
import type { Formed } from '@/lib/store/statement';

export interface ListRequest {
  /** Whose turn it is when the list is counted or searched (`Store.readInTurn`). */
  caller: string;
  day: Day;
  seesAdminExtras: boolean;
  /**
   * What the request asks for in addition to the stored documents. In the list of locations, `Directory` also adds
   * `Precision` to each location (docs/decisions.md 22).
   */
  includes: readonly Included[];
  /** Called before reading a list that is too long for one statement. It may wait, or refuse by throwing. */
  beforeLong?: () => Promise<void>;
}

export interface ListQuery extends Formed, ListRequest {
  engine: Store['engine'];
  /** A list of members uses only the filters in `members`. */
  filter: LocationsFilter;
  /** The area around the circle of `filter.near`. null: there is no circle. */
  area: SearchArea | null;
  version: 1 | 2;
  /** A page begins after this ID. */
  after: number;
  /** Records per page. null: the whole list. */
  size: number | null;
}

export function toQuery(
  engine: Store['engine'],
  parts: Omit<ListQuery, 'engine' | 'area' | 'form'>,
): ListQuery {
  const { filter, day, seesAdminExtras, includes, version, after, size } = parts;
  const { near, members } = filter;
  const flags = [engine, version, seesAdminExtras, includes.join('+'), after === 0, size === null].join();
  const listed = includes.some((one) => ['Directory', 'PublicEntry', 'MembersEntry'].includes(one))
    ? day.listedStatuses.join('+')
    : '';
  const area = near === null ? null : areaAround(near);
  const form = `${flags} ${listed} ${members.statuses.join('+')} ${formOf(filter)}${formOf(area)}`;
  return { ...parts, engine, area, form };
}

/** The shape of a filter without its values: which parts it has, the lengths of its lists, and its booleans. */
function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formOf).join('')}]`;
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value !== 'object' || value instanceof Date) return '.';
  let form = '{';
  for (const [name, part] of Object.entries(value)) form += `${name}${formOf(part)}`;
  return `${form}}`;
}
