import type { JournalRow } from '@/lib/membership-store/journal-read';
import type { Authors } from './authors';
import type { Source } from './personal-data';

/**
 * Where the values of a record come from, newest first. Each field is listed with the change that last set it. The
 * creation of the record comes last, with all other fields.
 * @param rows of one record, by position
 */
export function findSources(rows: readonly JournalRow[], authors: Authors): Source[] {
  const sources: Source[] = [];
  const named = new Set<string>();
  for (const row of rows.toReversed()) {
    const by = { At: row.at.toISOString(), By: authors.of(row.actor) };
    if (row.operation === 'created') return [...sources, { Fields: null, ...by }];
    if (row.operation !== 'updated') continue;
    const fields = Object.keys(row.changes ?? {}).filter((field) => !named.has(field));
    for (const field of fields) named.add(field);
    if (fields.length > 0) sources.push({ Fields: fields, ...by });
  }
  return [...sources, { Fields: null, At: null, By: null }];
}
