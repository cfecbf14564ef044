import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ExtraAnswer } from '@/lib/membership-api/resources';
import type { MembersDatabase } from '@/lib/membership-schema/members-schema';
import type { Day } from '@/lib/membership-store/day';
import { isListedOn } from '@/lib/membership-store/status';

/**
 * A member's answers to extras that are for members only, in the order of the extras' IDs. The list is empty if the
 * member has no such answers, or shows no answers. null: the member is not in the directory that day.
 */
export async function readShownAnswers(
  members: Kysely<MembersDatabase>,
  day: Day,
  membershipId: number,
): Promise<ExtraAnswer[] | null> {
  const row = await members
    .selectFrom('membership')
    .innerJoin('membership_document', (join) =>
      join
        .onRef('membership_document.organisation_id', '=', 'membership.organisation_id')
        .onRef('membership_document.membership_id', '=', 'membership.id'),
    )
    .select(['is_listed', 'is_approved', 'is_owing', 'expiry_date', 'searchable_until', 'show_list'])
    .select('standing')
    .where('membership.organisation_id', '=', day.organisationId)
    .where('membership.id', '=', membershipId)
    .executeTakeFirst();
  if (row === undefined || !isListedOn(day, row)) return null;
  if (!shownList.parse(JSON.parse(row.show_list)).includes('Extras')) return [];
  const answers = await members
    .selectFrom('answer')
    .innerJoin('extra', (join) =>
      join
        .onRef('extra.organisation_id', '=', 'answer.organisation_id')
        .onRef('extra.id', '=', 'answer.extra_id'),
    )
    .select(['extra.id', 'extra.question', 'answer.answer'])
    .where('answer.organisation_id', '=', day.organisationId)
    .where('answer.membership_id', '=', membershipId)
    // A profile does not show answers about addons.
    .where('answer.addon_position', '=', -1)
    .where('extra.is_members_only', '=', 1)
    .orderBy('extra.id')
    .orderBy('answer.position')
    .execute();
  return answers.map(({ id, question, answer }) => ({ ID: String(id), Question: question, Answer: answer }));
}

const shownList = z.array(z.string());
