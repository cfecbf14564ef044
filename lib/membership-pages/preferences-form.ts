import { readAudiences, toDirectory } from '@/lib/membership-api/audiences';
import { locationPrecisionSchema } from '@/lib/membership-api/words';
import type { Preferences } from '@/lib/membership-accounts/preferences';
import type { MemberRecord } from '@/lib/membership-schema/records';

/** The name of the form field for the precision of a location. */
export function precisionName(membershipId: number, locationId: number): string {
  return `precision-${membershipId}-${locationId}`;
}

/** Reads the choices for these members. If the precision of a location is missing, the precision is not changed. */
export function readPreferences(form: URLSearchParams, members: readonly MemberRecord[]): Preferences[] {
  return members.map(({ membership }) => ({
    membershipId: membership.id,
    directory: toDirectory(readAudiences(form, membership.id), membership.kind),
    precisions: new Map(
      membership.locations.flatMap(({ id }) => {
        const chosen = locationPrecisionSchema.safeParse(form.get(precisionName(membership.id, id)));
        return chosen.success ? [[id, chosen.data] as const] : [];
      }),
    ),
  }));
}
