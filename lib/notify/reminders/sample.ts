import type { MemberResource } from '@/lib/contract/resources';
import type { Store } from '@/lib/store/database';
import type { Day } from '@/lib/store/day';
import { readMemberDocuments } from '@/lib/store/member-documents';

const view = { seesAdminExtras: true, seesExactPoints: true };

/**
 * A real member, for a preview. null: there is none.
 * @param named a membership number or ID. null: the member whose membership ends next, or else any member
 */
export async function findSampleMember(
  { members }: Pick<Store, 'members'>,
  day: Day,
  named: string | null,
): Promise<MemberResource | null> {
  const own = members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', day.organisationId)
    .limit(1);
  const id = /^[1-9]\d{0,14}$/.test(named ?? '') ? Number(named) : null;
  const next = own.where('is_approved', '=', 1).where('is_owing', 'in', [0, 1]);
  const searches =
    named === null
      ? [
          next.where('expiry_date', '>=', day.today).orderBy('expiry_date').orderBy('id'),
          next.where('expiry_date', 'is not', null).orderBy('expiry_date', 'desc').orderBy('id'),
        ]
      : [
          own.where('membership_number', '=', named).orderBy('id'),
          ...(id === null ? [] : [own.where('id', '=', id)]),
        ];
  for (const search of searches) {
    const row = await search.executeTakeFirst();
    if (row === undefined) continue;
    const documents = await readMemberDocuments(members, { day, view }, [row.id]);
    return documents.get(row.id)?.record ?? null;
  }
  return null;
}
