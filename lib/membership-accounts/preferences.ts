import type { Clock } from '@/lib/clock';
import { defaultDirectoryFields, directoryFields } from '@/lib/membership-api/directory-fields';
import type { LocationPrecision } from '@/lib/membership-api/words';
import type { Store } from '@/lib/membership-store/database';
import { byPerson } from '@/lib/membership-store/journal';
import type { AreaCentre } from '@/lib/membership-store/location-document';
import { readMemberRecords } from '@/lib/membership-store/member-records';
import type { MemberRecord } from '@/lib/membership-schema/records';
import { withMembersWriter } from '@/lib/membership-store/write';

export interface Holder {
  organisationId: number;
  personId: number;
}

export interface Preferences {
  membershipId: number;
  isListed: boolean;
  show: string[];
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

export function shownFields({ membership }: MemberRecord): ReadonlySet<string> {
  return new Set(membership.show ?? defaultFields(membership.kind));
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
  { isListed, show, precisions }: Preferences,
): MemberRecord {
  const chosen = directoryFields.filter((field) => show.includes(field));
  const defaults = defaultFields(membership.kind);
  const isDefault = chosen.length === defaults.length && chosen.every((field) => defaults.includes(field));
  const locations = membership.locations.map((location) => ({
    ...location,
    precision: precisions.get(location.id) ?? location.precision,
  }));
  return { person, membership: { ...membership, isListed, show: isDefault ? null : chosen, locations } };
}

function defaultFields(kind: MemberRecord['membership']['kind']): readonly string[] {
  return defaultDirectoryFields[kind === 'corporate' ? 'organisation' : 'person'];
}
