import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { LocationsFilter } from '@/lib/contract/filter-types';
import { textKey } from '@/lib/base/text-key';
import type { ListQuery } from './list-query';
import { wholeKey } from '@/lib/store/member-rows';
import { organisationId } from './id-lists';
import { allOf, isNarrowing, membersCondition } from './members-conditions';
import type { SearchArea } from './search-area';
import { slot, slots } from '@/lib/store/statement';

type Condition = RawBuilder<SqlBool>;

/**
 * `l` is the alias of `location`, and `m` that of `membership`. The condition for `near` covers only the box around the
 * circle.
 */
export function locationsCondition(query: ListQuery): Condition {
  const { area, filter } = query;
  const { name, state } = filter;
  const pattern = slot(({ filter }: ListQuery) => containing(textKey(filter.name ?? '')));
  const stateKey = slot(({ filter }: ListQuery) => wholeKey(filter.state ?? ''));
  return allOf([
    sql`l.organisation_id = ${organisationId} and l.membership_id = m.id`,
    area === null ? null : isIn(area),
    name === null ? null : sql`l.name_key like ${pattern} escape '\\'`,
    state === null ? null : sql`l.state_key = ${stateKey}`,
    membersCondition(query),
  ]);
}

/**
 * SQLite reads the tables of a cross join from left to right. If only the filters on the membership are narrow, a cross
 * join makes SQLite begin with `membership`.
 */
export function locationsTables({ members, near, state }: LocationsFilter): RawBuilder<unknown> {
  if (isNarrowing(members) && near === null && state === null) {
    return sql`membership m cross join location l`;
  }
  return sql`location l join membership m on m.organisation_id = l.organisation_id and m.id = l.membership_id`;
}

/** The conditions are on band, longitude and latitude, so that the index of locations is used. */
function isIn(area: SearchArea): Condition {
  const edge = (read: (area: SearchArea) => number | undefined) =>
    slot(({ area }: ListQuery) => (area === null ? null : read(area)));
  const bands = slots(area.bands, (query: ListQuery) => query.area?.bands ?? [], Number);
  const longitudes = area.longitudes.map(
    (_, index) =>
      sql`l.longitude between ${edge(({ longitudes }) => longitudes[index]?.[0])} and ${edge(({ longitudes }) => longitudes[index]?.[1])}`,
  );
  return allOf([
    area.bands.length === 0 ? null : sql`floor(l.latitude) in (${bands})`,
    sql`(${sql.join(longitudes, sql` or `)})`,
    sql`l.latitude between ${edge(({ south }) => south)} and ${edge(({ north }) => north)}`,
  ]);
}

/** A LIKE pattern that finds a text anywhere. Wildcards in the text are plain characters. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
