import type { Point } from '@/lib/geo/point';
import type { Store } from '@/lib/membership-store/database';
import { readDay } from '@/lib/membership-store/day';
import { isListedOn } from '@/lib/membership-store/status';

/**
 * The points at which the directory shows members today, without duplicates. The streets around these points are
 * public. A point of an unlisted member would therefore reveal where this member is.
 */
export async function readShownPoints(store: Store, organisationId: number, now: Date): Promise<Point[]> {
  const day = await readDay(store.members, organisationId, now);
  if (day === null) return [];
  const rows = await store.members
    .selectFrom('location as l')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.organisation_id', '=', 'l.organisation_id').onRef('m.id', '=', 'l.membership_id'),
    )
    .innerJoin('membership_document as d', (join) =>
      join.onRef('d.organisation_id', '=', 'm.organisation_id').onRef('d.membership_id', '=', 'm.id'),
    )
    .where('l.organisation_id', '=', organisationId)
    .where('d.show_list', 'like', '%"Locations"%')
    .select(['l.latitude', 'l.longitude', 'm.is_listed', 'm.is_approved', 'm.is_owing', 'm.expiry_date'])
    .select('m.standing')
    .select('m.searchable_until')
    .orderBy('l.id')
    .execute();
  const points = new Map<string, Point>();
  for (const row of rows) {
    const { latitude, longitude } = row;
    if (isListedOn(day, row)) points.set(`${latitude} ${longitude}`, { latitude, longitude });
  }
  return [...points.values()];
}
