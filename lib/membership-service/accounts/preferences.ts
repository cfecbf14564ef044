/** What members choose for themselves: listed or not, the fields shown, how exactly each place is. */
import type { Clock } from '@/lib/clock';
import {
  defaultDirectoryFields,
  directoryFields,
  type DirectoryField,
} from '@/lib/membership-api/directory-fields';
import type { LocationPrecision } from '@/lib/membership-api/resources';
import type { Store } from '../store/database';
import type { AreaCentre } from '../store/location-document';
import { readMemberRecords } from '../store/member-records';
import type { MemberRecord } from '../store/records';
import { withMembersWriter } from '../store/write';

export interface Holder {
  organisationId: number;
  personId: number;
}

/** The choices for one membership. */
export interface Preferences {
  membershipId: number;
  isListed: boolean;
  show: DirectoryField[];
  /** By location ID. */
  precisions: ReadonlyMap<number, LocationPrecision>;
}

/** The person's memberships, their own and those of firms whose contact they are, by ID. */
export async function findOwnMembers(
  store: Store,
  { organisationId, personId }: Holder,
): Promise<MemberRecord[]> {
  const rows = await store.members
    .selectFrom('membership')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  const ids = rows.map((row) => row.id);
  return readMemberRecords(store.members, organisationId, ids);
}

/** The fields that are shown of a member: chosen, or the defaults. */
export function shownFields({ membership }: MemberRecord): ReadonlySet<string> {
  return new Set(membership.show ?? defaultFields(membership.kind));
}

/** Stores the choices for those of the memberships that are the person's own; others are left alone. */
export async function savePreferences(
  { store, clock, areaCentre }: { store: Store; clock: Clock; areaCentre: AreaCentre },
  { organisationId, personId }: Holder,
  choices: readonly Preferences[],
): Promise<void> {
  await withMembersWriter(store, { organisationId, clock, areaCentre }, async (writer) => {
    for (const choice of choices) {
      // Read anew inside the transaction: an import may have written meanwhile.
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

function defaultFields(kind: MemberRecord['membership']['kind']): readonly DirectoryField[] {
  return defaultDirectoryFields[kind === 'corporate' ? 'organisation' : 'person'];
}
