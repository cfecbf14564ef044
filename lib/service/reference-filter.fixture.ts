/** The API's filters as a simple loop over all records. Tests compare the database's results with it. */
import { Temporal } from 'temporal-polyfill';
import { addDays, dateInZone } from '@/lib/base/clock';
import { distanceKm, toMetreKm } from '@/lib/map/geo/point';
import type { LocationsFilter, MembersFilter } from '@/lib/contract/filter-types';
import { textKey } from '@/lib/base/text-key';
import type { LocationRecord, MemberRecord, Structure } from '@/lib/store/schema/records';

export interface ReferenceData {
  structure: Structure;
  members: MemberRecord[];
  modifiedAt: Map<number, Date>;
  now: Date;
  seesAdminExtras: boolean;
}

export function filterMembers(data: ReferenceData, filter: MembersFilter): number[] {
  const fitting = data.members.filter((member) => fits(data, member, filter));
  return fitting.map((member) => member.membership.id).sort((a, b) => a - b);
}

/** Returns the IDs and distances of the matching locations, in order. All locations must have exact precision. */
export function filterLocations(
  data: ReferenceData,
  filter: LocationsFilter,
): { id: number; distance: string | null }[] {
  const { near, name, state } = filter;
  const found = data.members
    .filter((member) => fits(data, member, filter.members))
    .flatMap((member) => member.membership.locations)
    .filter((location) => name === null || textKey(location.name).includes(textKey(name)))
    .filter((location) => state === null || textKey(location.state) === textKey(state))
    .map((location) => ({
      id: location.id,
      distance: near === null ? 0 : distanceKm(near.point, pointOf(location)),
    }))
    .filter(({ distance }) => near === null || distance <= near.distanceKm)
    .map((one) => ({ ...one, distance: toMetreKm(one.distance) }))
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
  return found.map(({ id, distance }) => ({ id, distance: near === null ? null : distance.toFixed(3) }));
}

function fits(data: ReferenceData, { person, membership }: MemberRecord, filter: MembersFilter): boolean {
  const { structure, now } = data;
  const { timeZone } = structure.organisation;
  const today = dateInZone(now, timeZone);
  const isCurrent = (date: string | null) => date === null || date >= today;
  const modified = data.modifiedAt.get(membership.id) ?? new Date(0);
  const isAmong = <T>(wanted: readonly T[], has: readonly T[]) =>
    wanted.length === 0 || wanted.some((one) => has.includes(one));
  const isText = (wanted: readonly string[], text: string) => isAmong(wanted.map(textKey), [textKey(text)]);
  const current = membership.addons.filter((held) => isCurrent(held.expiryDate));
  const isSearchable =
    structure.types.get(membership.typeId)?.isSearchable ||
    current.some((held) => structure.addons.get(held.addonId)?.isSearchable);
  const answers = [...membership.answers, ...membership.addons.flatMap((held) => held.answers)].filter(
    ({ extraId }) => data.seesAdminExtras || !structure.extras.get(extraId)?.isAdminOnly,
  );
  const expiry = membership.expiryDate === null ? null : startOf(membership.expiryDate, timeZone);
  return (
    membership.isApproved &&
    filter.statuses.includes(statusOf(data, membership.id, today)) &&
    isAmong(filter.typeIds, [membership.typeId]) &&
    isAmong(filter.chapterIds, membership.chapterId === null ? [] : [membership.chapterId]) &&
    isAmong(filter.categoryIds, membership.categoryIds) &&
    isAmong(
      filter.currentAddonIds,
      current.map((held) => held.addonId),
    ) &&
    filter.extraAnswers.every((wanted) =>
      answers.some(({ extraId, answer }) => extraId === wanted.extraId && wanted.answers.includes(answer)),
    ) &&
    (!filter.isSearchable || Boolean(isSearchable)) &&
    (!filter.hasLocations || membership.locations.length > 0) &&
    (filter.expiryTo === null || (expiry !== null && expiry < filter.expiryTo)) &&
    (filter.expiryFrom === null || (expiry !== null && expiry > filter.expiryFrom)) &&
    (filter.modifiedAfter === null || modified > filter.modifiedAfter) &&
    (filter.modifiedBefore === null || modified < filter.modifiedBefore) &&
    isText(filter.firstNames, person.firstName) &&
    isText(filter.lastNames, person.lastName) &&
    isText(filter.states, person.address.state) &&
    (filter.country === null || isText([filter.country], person.address.country)) &&
    (filter.organisation === null || isText([filter.organisation], person.organisation))
  );
}

function statusOf(data: ReferenceData, membershipId: number, today: string) {
  const own = data.members.find((one) => one.membership.id === membershipId);
  const payer = data.members.find((one) => one.membership.id === own?.membership.parentId) ?? own;
  if (payer === undefined) throw new Error('asked for members that are there');
  const { amountOutstandingThousandths, expiryDate } = payer.membership;
  if (amountOutstandingThousandths > 0) return 'outstanding';
  if (expiryDate !== null && expiryDate < today) return 'expired';
  const isSoon = expiryDate !== null && expiryDate <= addDays(today, data.structure.organisation.noticeDays);
  return isSoon ? 'expiring' : 'financial';
}

function startOf(date: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);
}

function pointOf({ latitude, longitude }: LocationRecord) {
  return { latitude, longitude };
}
