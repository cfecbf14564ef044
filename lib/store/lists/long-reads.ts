/** Statements that may take long wait for their caller's turn (`Store.readInTurn`). */
import type { Kysely } from 'kysely';
import type { LocationsFilter, MembersFilter } from '@/lib/contract/filter-types';
import { noMembersFilter } from '@/lib/contract/filter-types';
import type { Store } from '@/lib/store/database';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { ListQuery } from './list-query';

/**
 * Few persons have the same last name or the same organisation. In contrast, thousands of persons may have the same
 * first name. So `firstNames` is not in this list.
 */
const ofFewPersons = ['lastNames', 'organisation'] as const;
/** With a single value of one of these filters, an index gives the matching memberships in order of ID. */
const ordered: (keyof MembersFilter)[] = ['typeIds', 'chapterIds', 'categoryIds', 'extraAnswers'];
/**
 * Reading a page of this size takes about a millisecond. A page of 1,000 records with everything included takes 15
 * milliseconds.
 */
const shortPage = 100;
/** Even in a city, the places within this distance are found in a few milliseconds. */
const shortKm = 20;

/**
 * Runs the first statement of a list or page. A short read needs no turn and stays in this thread, because a message to
 * the other thread takes as long as reading a page. `counts`: all matches are counted.
 * @throws NoTurn if the caller asks for too much
 */
export function readFirst<T>(
  store: Store,
  { query, counts }: { query: ListQuery; counts: boolean },
  read: (db: Kysely<MembersDatabase>) => Promise<T>,
): Promise<T> {
  return isShort(query, counts) ? read(store.members) : store.readInTurn(query.caller, read);
}

function isShort({ filter, size }: ListQuery, counts: boolean): boolean {
  if (size !== null && size > shortPage) return false;
  const { members } = filter;
  const given = givenFilters(filter);
  if (ofFewPersons.some((name) => given.includes(name))) return filter.near === null;
  if (given.length === 0) return !counts && (filter.near === null || filter.near.distanceKm <= shortKm);
  const [only] = given;
  if (counts || given.length > 1 || only === undefined || size === null) return false;
  // Other filters may match nobody, and the database knows this only after it has read every member.
  return ordered.some((name) => name === only && lengthOf(members[name]) === 1);
}

/** Whether the filter has a circle and no other conditions except statuses. */
export function hasOnlyCircle(filter: LocationsFilter): boolean {
  return filter.near !== null && givenFilters(filter).every((name) => name === 'statuses');
}

function givenFilters({ members, name, state }: LocationsFilter): string[] {
  const given: string[] = Object.entries(members)
    .filter(([key, value]) => !isUsual(key as keyof MembersFilter, value))
    .map(([key]) => key);
  return [...given, ...(name === null ? [] : ['name']), ...(state === null ? [] : ['state'])];
}

function isUsual(key: keyof MembersFilter, value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(noMembersFilter[key]);
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
