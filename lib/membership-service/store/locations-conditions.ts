import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LocationsFilter } from '@/lib/membership-api/filter-types';
import type { Box } from '@/lib/geo/box';
import { textKey } from '@/lib/text-key';
import type { ListQuestion } from './list-question';
import { wholeKey } from './member-rows';
import { allOf, isNarrowing, membersCondition, organisationId } from './members-conditions';
import { slot } from './statement';

type Condition = RawBuilder<SqlBool>;

/** What the rows `l` of `location` and `m` of its membership must be; of `near` the box around the circle. */
export function locationsCondition(question: ListQuestion): Condition {
  const { near, name, state } = question.filter;
  const pattern = slot(({ filter }: ListQuestion) => containing(textKey(filter.name ?? '')));
  const stateKey = slot(({ filter }: ListQuestion) => wholeKey(filter.state ?? ''));
  return allOf([
    sql`l.organisation_id = ${organisationId} and l.membership_id = m.id`,
    near === null ? null : isInBox,
    name === null ? null : sql`l.name_key like ${pattern} escape '\\'`,
    state === null ? null : sql`l.state_key = ${stateKey}`,
    membersCondition(question),
  ]);
}

/**
 * The tables of a location and its membership. When only the membership's filters are narrow, SQLite is made to begin
 * with it: a cross join is taken from left to right.
 */
export function locationsTables({ members, near, state }: LocationsFilter): RawBuilder<unknown> {
  if (isNarrowing(members) && near === null && state === null) {
    return sql`membership m cross join location l`;
  }
  return sql`location l join membership m on m.organisation_id = l.organisation_id and m.id = l.membership_id`;
}

const edge = (read: (box: Box) => number | undefined) =>
  slot(({ box }: ListQuestion) => (box === null ? null : read(box)));

/** Two ranges of longitudes are enough for every box. */
const isInBox: Condition = sql`l.latitude between ${edge(({ south }) => south)} and ${edge(({ north }) => north)}
  and (l.longitude between ${edge((box) => longitudeRanges(box)[0])} and ${edge((box) => longitudeRanges(box)[1])}
    or l.longitude between ${edge((box) => longitudeRanges(box)[2])} and ${edge((box) => longitudeRanges(box)[3])})`;

/** From, to, and a second time from, to. The 180th meridian has two names: a box that has one has the other. */
function longitudeRanges({ west, east }: Box): [number, number, number, number] {
  if (west > east) return [west, 180, -180, east];
  if (west === -180) return [west, east, 180, 180];
  return east === 180 ? [west, east, -180, -180] : [west, east, west, east];
}

/** A pattern of LIKE that finds a text anywhere, its wildcards taken as they are. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
