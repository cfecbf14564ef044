import type { LocationsFilter } from '@/lib/membership-api/filter-types';
import type { Store } from './database';
import type { Day } from './day';
import { areaAround, type SearchArea } from './search-area';
import type { Formed } from './statement';

/** Who asks for a list when, and what its records are to have. */
export interface ListRequest {
  day: Day;
  seesAdminExtras: boolean;
  /** Whether `Directory` and `Precision` are asked for (decisions.md 22). */
  includesDirectory: boolean;
}

/** What a list is asked: all that its statements depend on. */
export interface ListQuestion extends Formed, ListRequest {
  engine: Store['engine'];
  /** Of members only `members` is set. */
  filter: LocationsFilter;
  /** Around the circle of `filter.near`; null without one. */
  area: SearchArea | null;
  /** The contract's version, which decides the shape of a member. */
  version: 1 | 2;
  /** A page begins behind this ID; 0: at the start. */
  after: number;
  /** Records of a page; null: the whole list. */
  size: number | null;
}

/** The question of a request. */
export function toQuestion(
  engine: Store['engine'],
  parts: Omit<ListQuestion, 'engine' | 'area' | 'form'>,
): ListQuestion {
  const { filter, day, seesAdminExtras, includesDirectory, version, after, size } = parts;
  const { near, members } = filter;
  const flags = [engine, version, seesAdminExtras, includesDirectory, after === 0, size === null].join();
  const listed = includesDirectory ? day.listedStatuses.join('+') : '';
  const area = near === null ? null : areaAround(near);
  const form = `${flags} ${listed} ${members.statuses.join('+')} ${formOf(filter)}${formOf(area)}`;
  return { ...parts, engine, area, form };
}

/** A filter without its values: which parts it has, the lengths of its lists, and its booleans. */
function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formOf).join('')}]`;
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value !== 'object' || value instanceof Date) return '.';
  let form = '{';
  for (const [name, part] of Object.entries(value)) form += `${name}${formOf(part)}`;
  return `${form}}`;
}
