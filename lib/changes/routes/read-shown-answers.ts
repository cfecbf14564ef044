import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ExtraAnswer } from '@/lib/contract/resources';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Day } from '@/lib/store/day';
import { isListedForMembersOn, isListedOn } from '@/lib/store/status';

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
    .innerJoin('organisation', 'organisation.id', 'membership.organisation_id')
    .select(['is_listed', 'is_approved', 'is_owing', 'expiry_date', 'searchable_until', 'show_list'])
    .select(['standing', 'is_members_listed', 'members_show_list', 'has_members_directory'])
    .where('membership.organisation_id', '=', day.organisationId)
    .where('membership.id', '=', membershipId)
    .executeTakeFirst();
  // What a member shows only to members is seen only in the directory for members, if the association has one.
  const isForMembers = row?.has_members_directory === 1;
  if (row === undefined || !(isForMembers ? isListedForMembersOn : isListedOn)(day, row)) return null;
  const shown = isForMembers ? (row.members_show_list ?? row.show_list) : row.show_list;
  if (!shownList.parse(JSON.parse(shown)).includes('Extras')) return [];
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
