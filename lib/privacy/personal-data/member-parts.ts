import type { Kysely } from 'kysely';
import { writeRecord } from '@/lib/contract/fields/field';
import { membershipFields } from '@/lib/contract/fields/membership';
import { shownFields } from '@/lib/store/documents';
import type { Day } from '@/lib/store/day';
import { readExternalIdRows, type ExternalKind } from '@/lib/store/external-ids';
import { readMemberDocuments } from '@/lib/store/member-documents';
import { readStoredMembers } from '@/lib/store/member-records';
import type { MembersDatabase } from '@/lib/store/schema/members-schema';
import type { Store } from '@/lib/store/database';
import { isListedOn, statusOn } from '@/lib/store/status';
import type { Structure } from '@/lib/store/schema/records';
import { structureNames } from '@/lib/store/structure';
import { toInstant } from './authors';
import { withoutExtras } from './history-part';
import type { ExternalIdPart, MembershipPart } from './personal-data';

type Db = Kysely<MembersDatabase>;

/** The membership is read without `Sources`, which come from the journal. */
export type StoredMembershipPart = Omit<MembershipPart, 'Sources'> & { id: number };

export async function readMembershipParts(
  { members, auth }: Store,
  {
    day,
    structure,
    hiddenExtras,
  }: { day: Day; structure: Structure; hiddenExtras: ReadonlySet<string> | null },
  membershipIds: readonly number[],
): Promise<StoredMembershipPart[]> {
  const { organisationId } = day;
  const stored = await readStoredMembers(members, organisationId, membershipIds);
  const view = { seesAdminExtras: false, seesExactPoints: false };
  const shown = await readMemberDocuments(members, { day, view }, membershipIds);
  const externalIds = await readExternalIds(members, organisationId, {
    kind: 'membership',
    ids: membershipIds,
  });
  const parts: StoredMembershipPart[] = [];
  for (const { record, membership: row } of stored) {
    const { id } = row;
    const whole = writeRecord(membershipFields, record.membership, structureNames(structure));
    parts.push({
      id,
      Membership: withoutExtras(whole, hiddenExtras) as object,
      Status: statusOn(day, { isOwing: row.is_owing === 1, expiryDate: row.expiry_date }),
      DateModified: toInstant(row.modified_at),
      SubMembers: await countParts(members, organisationId, id),
      ExternalIDs: externalIds.get(id) ?? [],
      Pictures: await readPictures(members, organisationId, id),
      CardsReplaced: await readGeneration(auth, organisationId, id),
      Public: {
        InDirectory: isListedOn(day, row),
        Show: [...shownFields(record.membership)],
        Locations: shown.get(id)?.record.Locations ?? [],
      },
    });
  }
  return parts;
}

async function countParts(db: Db, organisationId: number, membershipId: number): Promise<number> {
  const row = await db
    .selectFrom('membership')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('parent_id', '=', membershipId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

async function readPictures(db: Db, organisationId: number, id: number): Promise<MembershipPart['Pictures']> {
  const rows = await db
    .selectFrom('member_picture')
    .select(['id', 'added_at', 'files'])
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', id)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id: ID, added_at, files }) => {
    return { ID, AddedAt: toInstant(added_at), Files: JSON.parse(files) as object };
  });
}

async function readGeneration(auth: Store['auth'], organisationId: number, id: number): Promise<number> {
  const row = await auth
    .selectFrom('card_generation')
    .select('generation')
    .where('organisation_id', '=', organisationId)
    .where('membership_id', '=', String(id))
    .executeTakeFirst();
  return row?.generation ?? 0;
}

/** The keys of the map are our own IDs. */
export async function readExternalIds(
  db: Db,
  organisationId: number,
  { kind, ids }: { kind: ExternalKind; ids: readonly number[] },
): Promise<Map<number, ExternalIdPart[]>> {
  const found = new Map<number, ExternalIdPart[]>();
  if (ids.length === 0) return found;
  for (const { id, source, externalId } of await readExternalIdRows(db, organisationId, { kind, ids })) {
    found.set(id, [...(found.get(id) ?? []), { System: source, ID: externalId }]);
  }
  return found;
}
