/** Each member is changed, has the value already, or is refused. A refusal does not stop the others. */
import { isDeepStrictEqual } from 'node:util';
import { distanceKm } from '@/lib/map/geo/point';
import { ApiError } from '@/lib/contract/errors';
import { blankRecord } from '@/lib/contract/fields/columns';
import { locationFields } from '@/lib/contract/fields/location';
import { findOwnField, readInput, toPatch } from '@/lib/contract/fields/office-fields';
import type { BulkAction, BulkProblem, BulkField } from '@/lib/contract/office-bulk';
import type { Day } from '@/lib/store/day';
import { shownFields } from '@/lib/store/documents';
import type { AreaCentre } from '@/lib/store/location-document';
import type { MemberView } from '@/lib/store/member-documents';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MemberRecord, LocationRecord } from '@/lib/store/schema/records';
import type { MemberChange } from './member-change';
import { planChanges, readKnown, RefusedChanges, type Planned } from './plan-changes';
import { noSuchMembership, invalidRecord } from './refusals';

export interface ManyRequest {
  day: Day;
  view: MemberView;
  action: BulkAction;
  areaCentre: AreaCentre;
  /** The IDs of the memberships, without duplicates. */
  ids: readonly number[];
  /** Finds the members that the author may change. Other members are refused like members that do not exist. */
  findAllowed: (members: readonly MemberRecord[]) => Promise<ReadonlySet<number>>;
}

export interface ManyPlan {
  planned: Planned[];
  /** The memberships in `planned`, in the same order. */
  changed: number[];
  unchanged: number[];
  refused: Map<number, BulkProblem[]>;
}

export async function planMany(writer: MembersWriter, request: ManyRequest): Promise<ManyPlan> {
  const { action, areaCentre, ids, findAllowed } = request;
  const country = writer.structure.current?.organisation.country ?? '';
  const members = await writer.memberships.findMany(ids);
  const allowed = await findAllowed([...members.values()]);
  const refused = new Map<number, BulkProblem[]>();
  const unchanged: number[] = [];
  const asked = new Map<number, unknown>();
  for (const id of ids) {
    const member = members.get(id);
    if (member === undefined || !allowed.has(id)) {
      refused.set(id, toProblems(noSuchMembership()));
      continue;
    }
    try {
      const patch = toBulkPatch(action, member, { areaCentre, country });
      if (patch === null) unchanged.push(id);
      else asked.set(id, patch);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(id, toProblems(error));
    }
  }
  const all = await planAllowed(writer, { ...request, asked, refused });
  const planned = all.filter(({ record }) => !isStored(record, members));
  const changed = planned.flatMap(({ record }) => record?.membership.id ?? []);
  const same = all.filter((one) => !planned.includes(one));
  unchanged.push(...same.flatMap(({ record }) => record?.membership.id ?? []));
  return { planned, changed, unchanged, refused };
}

async function planAllowed(
  writer: MembersWriter,
  {
    day,
    view,
    asked,
    refused,
  }: ManyRequest & { asked: ReadonlyMap<number, unknown>; refused: Map<number, BulkProblem[]> },
): Promise<Planned[]> {
  let changes = [...asked].map(([membershipId, body]) => ({
    operation: 'change' as const,
    membershipId,
    ifMatch: '*',
    body,
  }));
  const known = await readKnown(writer, { changes: changes satisfies MemberChange[], view, day });
  for (;;) {
    try {
      return await planChanges(changes, known);
    } catch (error) {
      if (!(error instanceof RefusedChanges)) throw error;
      for (const [index, reason] of error.refused) {
        const id = changes[index]?.membershipId;
        if (id !== undefined) refused.set(id, toProblems(reason));
      }
      const { refused: byIndex } = error;
      changes = changes.filter((_, index) => !byIndex.has(index));
    }
  }
}

function isStored(record: MemberRecord | null, members: ReadonlyMap<number, MemberRecord>): boolean {
  return record !== null && isDeepStrictEqual(record, members.get(record.membership.id));
}

function toProblems({ description, details }: ApiError): BulkProblem[] {
  const { fields } = details;
  if (!Array.isArray(fields) || fields.length === 0) return [{ Field: null, Reason: description }];
  return fields.map((one: { field: string; reason: string }) => ({ Field: one.field, Reason: one.reason }));
}

type Patch = Readonly<Record<string, unknown>>;

/**
 * A JSON Merge Patch for one member. null: the member has the value already.
 * @throws ApiError if the member cannot have the value
 */
function toBulkPatch(action: BulkAction, member: MemberRecord, context: PlacingContext): Patch | null {
  const { membership } = member;
  switch (action.Do) {
    case 'approve':
      return membership.isApproved ? null : { Checked: true };
    case 'end': {
      const { expiryDate } = membership;
      return expiryDate !== null && expiryDate <= action.Date ? null : { ExpiryDate: action.Date };
    }
    case 'chapter':
      return { Chapter: action.Chapter === null ? null : { ID: action.Chapter } };
    case 'set':
      return toFieldPatch(action.Field, action.Value, membership);
    case 'place':
      return placeByTown(member, context);
    case 'invite':
      return null;
  }
}

function toFieldPatch(field: BulkField, value: string, membership: MemberRecord['membership']): Patch | null {
  const { categoryIds } = membership;
  const id = Number(value);
  switch (field) {
    case 'MembershipType':
      return { MembershipType: { ID: value } };
    case 'ExpiryDate':
    case 'JoiningDate':
      return { [field]: value === '' ? null : value };
    case 'AmountOutstanding':
      return { AmountOutstanding: value };
    case 'Listed':
      return { Directory: toListing(value) };
    case 'AddCategory':
      return categoryIds.includes(id) ? null : { Categories: [...categoryIds, id] };
    case 'RemoveCategory':
      return categoryIds.includes(id) ? { Categories: categoryIds.filter((one) => one !== id) } : null;
    case 'State':
    case 'Country':
      return { User: { Address: { [field]: value } } };
    default: {
      const own = findOwnField(field);
      return own === undefined ? null : toPatch(own, readInput(own.field.kind, value));
    }
  }
}

/** Who sees the entry. Hidden from the public, an entry is hidden from members too, unless it is for them. */
function toListing(value: string): Patch {
  if (value === 'true') return { Listed: true };
  if (value === 'members' || value === 'false') return { Listed: false, MembersListed: value === 'members' };
  return { Listed: value };
}

interface PlacingContext {
  areaCentre: AreaCentre;
  /** The association's country. An address without a country is in this country. */
  country: string;
}

/** Without its postcode, an address may mean a larger town of the same name. Centres this close are the same town. */
const sameTownKm = 10;

/**
 * The patch that gives a member the area of the town as the only location. A town or a location that the member does
 * not show is not placed. The street and the postcode are not stored, so that neither can be found out from the place
 * (docs/decisions.md 38). null: the member has a location.
 * @throws ApiError if the member cannot be placed
 */
function placeByTown(
  { person, membership }: MemberRecord,
  { areaCentre, country }: PlacingContext,
): Readonly<Record<string, unknown>> | null {
  if (membership.locations.length > 0) return null;
  if (!membership.isListed) throw refusal('Directory.Listed', 'is off: the member is not in the directory');
  const shown = shownFields(membership);
  const hidden = ['Locations', 'Suburb'].find((name) => !shown.includes(name));
  if (hidden !== undefined) throw refusal('Directory.Show', `does not have ${hidden}`);
  const { suburb, state, postcode, country: own } = person.address;
  if (suburb === '' && postcode === '') throw refusal('User.Address', 'has neither a town nor a postcode');
  const town: LocationRecord = {
    ...blankRecord(locationFields),
    suburb,
    state,
    country: own || country,
    precision: 'suburb',
  };
  const point = areaCentre({ ...town, postcode });
  if (point === null) throw refusal('User.Address', 'is not in the list of places');
  const served = areaCentre(town);
  if (served !== null && distanceKm(point, served) > sameTownKm)
    throw refusal('User.Address.Suburb', 'is the name of several towns: add the location by hand');
  const { latitude, longitude } = served ?? point;
  const Geolocation = { Lat: String(latitude), Lng: String(longitude) };
  const { country: Country } = town;
  return { Locations: [{ Suburb: suburb, State: state, Country, Geolocation, Precision: 'suburb' }] };
}

function refusal(path: string, reason: string) {
  return invalidRecord([{ path, value: '', reason }]);
}
