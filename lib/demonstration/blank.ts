import { blankRecord } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import type {
  AddressRecord,
  LocationRecord,
  MembershipRecord,
  PersonRecord,
} from '@/lib/store/schema/records';
import { blankMembership, blankPerson } from '@/lib/store/blank-records';
import type { Random } from './random';
import { streets } from './names';
import { australianStates, type AustralianState, type Suburb } from './suburbs';
import { typeIds } from './structure';

/** Chapters are numbered in the order of the states. */
export function chapterOf(suburb: Suburb): number {
  return australianStates.indexOf(suburb.state) + 1;
}

export function personNamed(id: number, firstName: string, lastName: string): PersonRecord {
  return { ...blankPerson(id), firstName, lastName };
}

/** The membership is approved and has no end date. */
export function fullMembership(id: number): MembershipRecord {
  return { ...blankMembership(id, 'individual'), membershipNumber: `SC${id}`, typeId: typeIds.full };
}

export function addressIn(suburb: Suburb, random: Random): AddressRecord {
  return {
    address: `${random.integer(1, 290)} ${random.pick(streets)}`,
    suburb: suburb.name,
    postcode: suburb.postcode,
    state: suburb.state,
    country: 'Australia',
  };
}

/** Within about 400 m of the suburb's centre. */
export function locationIn(suburb: Suburb, id: number, random: Random): LocationRecord {
  const address = addressIn(suburb, random);
  const nudge = () => (random.fraction() - 0.5) * 0.007;
  return {
    ...blankRecord(locationFields),
    ...address,
    id,
    address: address.address ?? '',
    phone: landline(suburb, random),
    latitude: Number((suburb.point.latitude + nudge()).toFixed(6)),
    longitude: Number((suburb.point.longitude + nudge()).toFixed(6)),
    precision: 'exact',
  };
}

/**
 * Numbers reserved for fiction.
 * @see https://www.acma.gov.au/phone-numbers-use-tv-shows-films-and-creative-works
 */
export function landline(suburb: Suburb, random: Random): string {
  return `(${areaCodes[suburb.state]}) 5550 ${String(random.integer(0, 9999)).padStart(4, '0')}`;
}

const areaCodes: Record<AustralianState, string> = {
  ACT: '02',
  NSW: '02',
  NT: '08',
  QLD: '07',
  SA: '08',
  TAS: '03',
  VIC: '03',
  WA: '08',
};

export function mobile(random: Random): string {
  return `0491 ${random.pick(fictionalMobiles)}`;
}

const fictionalMobiles = [
  '570 006',
  '570 156',
  '570 157',
  '570 158',
  '570 159',
  '570 110',
  '570 313',
  '570 737',
];
