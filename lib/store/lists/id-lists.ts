/** The filters by category, addon and answer. Each finds memberships as a list of IDs in another table. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { indexKey } from '@/lib/store/sql/index-key';
import { slot, slots } from '@/lib/store/statement';
import { today } from '@/lib/store/status';
import type { ListQuery } from './list-query';

export type RangeCondition = (id: RawBuilder<unknown>) => RawBuilder<SqlBool>;

export const organisationId = slot(({ day }: ListQuery) => day.organisationId);

interface IdList {
  /** The filter has one value, so an index gives the IDs in order. */
  isOrdered: boolean;
  /** The IDs in a range. An ID may be repeated. */
  select: RawBuilder<unknown>;
}

/**
 * Returns the lists of IDs for the filters by category, addon and answer. A membership must be in all of these lists.
 * `isInRange` restricts each list to a range of IDs. null: the lists are not restricted.
 */
export function idLists(query: ListQuery, isInRange: RangeCondition | null): IdList[] {
  const { categoryIds, currentAddonIds, extraAnswers } = query.filter.members;
  const inRange = isInRange === null ? sql`` : sql`and ${isInRange(sql`membership_id`)}`;
  const lists: IdList[] = [];
  if (categoryIds.length > 0) {
    const ids = slots(categoryIds, ({ filter }: ListQuery) => filter.members.categoryIds, Number);
    const select = sql`select membership_id from membership_category
      where organisation_id = ${organisationId} and category_id in (${ids}) ${inRange}`;
    lists.push({ isOrdered: categoryIds.length === 1, select });
  }
  if (currentAddonIds.length > 0) {
    const ids = slots(currentAddonIds, ({ filter }: ListQuery) => filter.members.currentAddonIds, Number);
    const select = sql`select membership_id from membership_addon
      where organisation_id = ${organisationId} and addon_id in (${ids})
      and (expiry_date is null or expiry_date >= ${today}) ${inRange}`;
    lists.push({ isOrdered: false, select });
  }
  for (const [index, { answers }] of extraAnswers.entries()) {
    const select = answered(answers, { index, inRange, seesAdminExtras: query.seesAdminExtras });
    lists.push({ isOrdered: answers.length === 1, select });
  }
  return lists;
}

function answered(
  answers: readonly string[],
  {
    index,
    inRange,
    seesAdminExtras,
  }: { index: number; inRange: RawBuilder<unknown>; seesAdminExtras: boolean },
): RawBuilder<unknown> {
  const answersOf = ({ filter }: ListQuery) => filter.members.extraAnswers[index]?.answers ?? [];
  const extraId = slot(({ filter }: ListQuery) => filter.members.extraAnswers[index]?.extraId);
  const isVisible = sql`exists (select 1 from extra where organisation_id = ${organisationId} and id = ${extraId}
    and is_admin_only = 0)`;
  return sql`select membership_id from answer where organisation_id = ${organisationId}
    and extra_id = ${extraId} and answer_key in (${slots(answers, answersOf, indexKey)})
    ${seesAdminExtras ? sql`` : sql`and ${isVisible}`} ${inRange}`;
}
