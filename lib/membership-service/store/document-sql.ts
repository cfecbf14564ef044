/** The documents of `documents.ts` put together in SQL, from the rows `m` of `membership` and `d` of its document. */
import { sql, type RawBuilder } from 'kysely';
import type { Day } from './day';
import { isListedSql, statusSql } from './status';

export interface DocumentOptions {
  day: Day;
  seesAdminExtras: boolean;
  /** Whether `Directory` and `Precision` are asked for (decisions.md 22). */
  includesDirectory: boolean;
}

/** An element of the v2 list of memberships. */
export function membershipSql(options: DocumentOptions): RawBuilder<string> {
  const listed = sql`case when ${isListedSql(options.day)} then 'true' else 'false' end`;
  const directory = sql`|| ',"Directory":{"Listed":' || ${listed} || ',"Show":' || d.show_list || '}'`;
  return sql`${baseSql(options)} || ',"User":' || d.user_object || d.payment
    ${options.includesDirectory ? directory : sql``} || '}'`;
}

/** An element of the v1 list of members. */
export function memberV1Sql(options: DocumentOptions): RawBuilder<string> {
  return sql`substr(d.user_object, 1, length(d.user_object) - 1) || ',"Membership":' || ${baseSql(options)} || '}'
    || d.payment || ',"Committee":' || ${committeeSql(options.day)} || '}'`;
}

/** A membership up to the end of `Extras`, not closed. */
function baseSql({ day, seesAdminExtras }: DocumentOptions): RawBuilder<string> {
  const body = seesAdminExtras ? sql`coalesce(d.admin_body, d.body)` : sql`d.body`;
  return sql`d.head || '"' || ${statusSql(day)} || '"' || ${body}`;
}

/** decisions.md 6: where the person of `m` serves today, and whether any membership of theirs is in good standing. */
function committeeSql({ today }: Day): RawBuilder<string> {
  const date = sql.lit(today);
  const chapter = sql`(select c.document from committee_seat s
    join chapter c on c.organisation_id = s.organisation_id and c.id = s.chapter_id
    where s.organisation_id = m.organisation_id and s.person_id = m.person_id
    and (s.starts_on is null or s.starts_on <= ${date}) and (s.ends_on is null or s.ends_on >= ${date})
    order by s.position limit 1)`;
  // Financial and expiring memberships are those that owe nothing and are inside their last day.
  const financial = sql`exists (select 1 from membership o where o.organisation_id = m.organisation_id
    and o.person_id = m.person_id and o.is_approved = 1 and o.is_owing = 0
    and (o.expiry_date is null or o.expiry_date >= ${date}))`;
  return sql`'{"Chapter":' || coalesce(${chapter}, 'null') || ',"Financial":' ||
    case when ${financial} then 'true' else 'false' end || '}'`;
}
