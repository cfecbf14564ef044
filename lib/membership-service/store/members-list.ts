import { sql } from 'kysely';
import { readIdCursor, type MembersFilter, type Page } from '@/lib/membership-api/filters';
import type { Store } from './database';
import { memberV1Sql, membershipSql, type DocumentOptions } from './document-sql';
import { countRecords, openList, openRead, readDocuments, readIds, type OpenList } from './list';
import { isNarrowing, membersCondition } from './members-conditions';

export interface MembersListRequest extends DocumentOptions {
  filter: MembersFilter;
  page: Page;
  version: 1 | 2;
}

/** Opens the list of the approved memberships that fit a filter, in order of ID. */
export async function openMembersList(store: Store, request: MembersListRequest): Promise<OpenList> {
  const { filter, page, day, seesAdminExtras } = request;
  const after = readIdCursor(page);
  const from = sql`membership m`;
  const condition = membersCondition(filter, day, seesAdminExtras);
  const document = request.version === 1 ? memberV1Sql(request) : membershipSql(request);
  const joined = sql`membership m on m.organisation_id = ${day.organisationId} and m.id = e.id
    join membership_document d on d.organisation_id = m.organisation_id and d.membership_id = m.id`;
  return openRead(store, async (db) => {
    const limit = page.size === null ? null : page.size + 1;
    const ids = await readIds(db, store.engine, {
      from,
      id: sql`m.id`,
      condition,
      isNarrowed: isNarrowing(filter),
      after,
      limit,
    });
    const hits = (page.size === null ? ids : ids.slice(0, page.size)).map((id) => ({ id, distanceKm: null }));
    const total =
      page.size === null
        ? ids.length
        : await countRecords(db, { store, key: ['members', day, seesAdminExtras, filter], from, condition });
    const next = hits.length < ids.length ? String(hits.at(-1)?.id) : null;
    return openList(db, { hits, total, next }, (some) =>
      readDocuments(db, store.engine, { hits: some, from: joined, document }),
    );
  });
}
