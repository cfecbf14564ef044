import type { Clock } from '@/lib/base/clock';
import type { toDirectory } from '@/lib/contract/audiences';
import type { LocationPrecision } from '@/lib/contract/words';
import type { Store } from '@/lib/store/database';
import { byPerson } from '@/lib/store/journal';
import type { AreaCentre } from '@/lib/store/location-document';
import { readMemberRecords } from '@/lib/store/member-records';
import type { MemberRecord } from '@/lib/store/schema/records';
import { withMembersWriter } from '@/lib/store/write';

export interface Holder {
  organisationId: number;
  personId: number;
}

export interface Preferences {
  membershipId: number;
  directory: ReturnType<typeof toDirectory>;
  /** The keys are the locations' IDs. */
  precisions: ReadonlyMap<number, LocationPrecision>;
}

/** Includes companies that have the person as contact. The memberships are in the order of their IDs. */
export async function findOwnMembers(store: Store, holder: Holder): Promise<MemberRecord[]> {
  return readMemberRecords(store.members, holder.organisationId, await findOwnIds(store, holder));
}

/** The IDs of the memberships, in their order. Includes companies that have the person as contact. */
export async function findOwnIds(store: Store, { organisationId, personId }: Holder): Promise<number[]> {
  const rows = await store.members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Stores the choices for memberships of the person, and of companies that have the person as contact. Choices for any other
 * membership are ignored.
 */
export async function savePreferences(
  { store, clock, areaCentre }: { store: Store; clock: Clock; areaCentre: AreaCentre },
  { organisationId, personId }: Holder,
  choices: readonly Preferences[],
): Promise<void> {
  const cause = byPerson(personId);
  await withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    for (const choice of choices) {
      // The member is read again inside the transaction, because an import may have written in the meantime.
      const record = await writer.findMember(choice.membershipId);
      if (record?.person.id === personId) await writer.putMember(applyPreferences(record, choice));
    }
  });
}

function applyPreferences(
  { person, membership }: MemberRecord,
  { directory, precisions }: Preferences,
): MemberRecord {
  const {
    Listed: isListed,
    Show: show,
    MembersListed: isMembersListed,
    ShowMembers: showMembers,
  } = directory;
  const locations = membership.locations.map((location) => ({
    ...location,
    precision: precisions.get(location.id) ?? location.precision,
  }));
  return { person, membership: { ...membership, isListed, show, isMembersListed, showMembers, locations } };
}
