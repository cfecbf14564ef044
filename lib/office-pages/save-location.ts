/**
 * Saves or removes one location of a member. Also finds the point of a location's address, so that the map can show a
 * pin there.
 */
import { isApiFailure } from '@/lib/contract/api-failure';
import type { Places } from '@/lib/map/geo/places';
import type { Place } from '@/lib/map/geo/place';
import { lookUp } from '@/lib/base/look-up';
import { officeMemberSchema, type OfficeMember } from '@/lib/contract/office';
import { recordErrorSchema } from '@/lib/contract/resources';
import { locationFieldText } from '@/lib/messages/office-location';
import { memberText } from '@/lib/messages/office-member';
import type { FormDoor, OfficeLookup } from './find-office';
import { keepUnsent, type KeptForm } from './kept-form';
import {
  fieldOfLocationError,
  locationValuesOfForm,
  ownLocationInputs,
  problemsOfPoint,
  valuesOfLocation,
  withValues,
  type OfficeLocation,
} from './location-form';
import { changedNames, type FormValues } from './member-form';
import type { OfficeApiResponse } from './office-api';
import type { FormNotice } from './save-member';
import { reasonInForm, reasonOf, textOf } from './form-text';

export interface LocationFormState {
  turn: number;
  values: FormValues;
  /** The change is based on these values. */
  was: FormValues;
  reason: string;
  problems: Readonly<Record<string, string>>;
  /** Fields that two people changed, with the value that the other person saved. */
  conflicts: Readonly<Record<string, string>>;
  notice: FormNotice | 'found' | 'not-found' | null;
  others: readonly string[];
  place: string;
  kept: KeptForm | null;
}

export type LocationOutcome =
  { kind: 'saved' | 'removed'; id: string } | { kind: 'shown'; state: LocationFormState };

export const newLocation = 'new';

export const emptyLocationState: LocationFormState = {
  turn: 0,
  values: {},
  was: {},
  reason: '',
  problems: {},
  conflicts: {},
  notice: null,
  others: [],
  place: '',
  kept: null,
};

export function startOfLocation(location: OfficeLocation): LocationFormState {
  const values = valuesOfLocation(location);
  return { ...emptyLocationState, values, was: values };
}

/**
 * A new location starts with the person's address and the precision `suburb`. At this precision, the public sees only
 * the suburb.
 */
export function startOfNewLocation(
  { User: user }: OfficeMember,
  places: Pick<Places, 'search' | 'locate'>,
  country: string | null,
): LocationFormState {
  const { Address = '', Suburb = '', State = '', Postcode = '', Country = '' } = user.Address;
  const address = {
    Address: Address ?? '',
    Suburb: Suburb ?? '',
    State: State ?? '',
    Postcode: Postcode ?? '',
    Country: Country || (country ?? ''),
  };
  const values = { ...valuesOfLocation({}), ...address, Precision: 'suburb' };
  const place = findPlace(values, places);
  return { ...emptyLocationState, values: place === null ? values : { ...values, ...pointOf(place) } };
}

/** Searches our own gazetteer for the suburb. If the suburb is not found, searches for a place of the postcode. */
function findPlace(values: FormValues, places: Pick<Places, 'search' | 'locate'>): Place | null {
  const { Suburb: suburb = '', State: state = '', Postcode: postcode = '', Country: country = '' } = values;
  const known = places.locate({ suburb, state, postcode, country });
  if (known !== null) return known;
  const queries = [
    suburb === '' ? '' : [suburb, state, postcode].join(' '),
    suburb === '' ? '' : [suburb, state].join(' '),
    postcode,
  ];
  for (const query of queries) {
    if (query.trim() === '') continue;
    const [place] = places.search(query, { country: country || null, limit: 1 });
    if (place !== undefined) return place;
  }
  return null;
}

function pointOf({ point }: Place): FormValues {
  return { Lat: degreesText(point.latitude), Lng: degreesText(point.longitude) };
}

/** Rounds to six decimals. The sixth decimal is about 0.1 m, so more decimals are not needed. */
function degreesText(degrees: number): string {
  return String(Number(degrees.toFixed(6)));
}

/** @param turn the `turn` of the sent form */
export async function sendLocation(
  office: FormDoor,
  places: Pick<Places, 'search' | 'locate'>,
  { form, turn }: { form: FormData; turn: number },
): Promise<LocationOutcome> {
  const state: LocationFormState = {
    ...emptyLocationState,
    turn: turn + 1,
    values: locationValuesOfForm(form),
    was: locationValuesOfForm(form, 'was.'),
    reason: reasonOf(form),
    kept: keptLocation(office.kind, form),
  };
  const action = textOf(form, 'do');
  if (action === 'find') return shown(withPlace(state, places));
  if (office.kind === 'signed-out' || office.kind === 'expired') return noticed(state, 'signed-out');
  if (office.kind === 'no-role' || office.kind === 'remote') return noticed(state, 'not-allowed');
  if (office.kind === 'unavailable') return noticed(state, 'unavailable');
  const sent = { state, id: textOf(form, 'id'), location: textOf(form, 'location') };
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const outcome = action === 'remove' ? await remove(office, sent) : await save(office, sent);
      if (outcome !== 'changed') return outcome;
    }
    return noticed(state, 'unavailable');
  } catch (error) {
    if (isApiFailure(error)) return noticed(state, 'unavailable');
    throw error;
  }
}

function keptLocation(kind: OfficeLookup['kind'], form: FormData): KeptForm | null {
  const typed = Object.entries(locationValuesOfForm(form)).map(([name, value]) => {
    const own = ownLocationInputs.find((one) => one.name === name);
    return [lookUp<string>(locationFieldText, name) ?? own?.caption ?? name, value] as const;
  });
  return keepUnsent(kind, form, [...typed, [memberText.reason, reasonOf(form)]]);
}

/**
 * The number of attempts to save. If somebody else saves the member at the same moment, another attempt starts. It
 * reads the newest locations first. Even a second attempt is rarely needed.
 */
const maxAttempts = 3;

function withPlace(state: LocationFormState, places: Pick<Places, 'search' | 'locate'>): LocationFormState {
  const place = findPlace(state.values, places);
  if (place === null) return { ...state, notice: 'not-found' };
  return {
    ...state,
    values: { ...state.values, ...pointOf(place) },
    notice: 'found',
    place: place.label,
  };
}

interface Sent {
  state: LocationFormState;
  id: string;
  location: string;
}

type Door = Extract<FormDoor, { kind: 'office' }>;

/** `changed`: somebody else saved the member at the same moment. */
type Attempt = Promise<LocationOutcome | 'changed'>;

async function save(office: Door, { state, id, location }: Sent): Attempt {
  const problems = problemsOfPoint(state.values);
  if (Object.keys(problems).length > 0) return noticed({ ...state, problems }, 'problems');
  const read = await readLocations(office, id);
  if (read === null) return noticed(state, 'gone');
  const { locations, etag } = read;
  if (location === newLocation) {
    const names = Object.keys(state.values);
    // A form that is sent twice adds only one location.
    if (locations.some((one) => changedNames(valuesOfLocation(one), state.values).length === 0))
      return { kind: 'saved', id };
    const added = withValues({}, state.values, names);
    const answer = await write(office, { id, etag, state }, [...locations, added]);
    return toOutcome(answer, { state, id, index: locations.length });
  }
  const index = locations.findIndex(({ ID }) => ID === location);
  const current = locations[index];
  if (current === undefined) return noticed(state, 'gone');
  const now = valuesOfLocation(current);
  const mine = changedNames(state.was, state.values);
  const both = mine.filter((name) => lookUp(now, name) !== lookUp(state.was, name));
  const conflicts = both.filter((name) => lookUp(now, name) !== lookUp(state.values, name));
  if (conflicts.length > 0) {
    const values = {
      ...now,
      ...Object.fromEntries(mine.map((name) => [name, lookUp(state.values, name) ?? ''])),
    };
    const theirs = Object.fromEntries(conflicts.map((name) => [name, lookUp(now, name) ?? '']));
    return noticed({ ...state, values, was: now, conflicts: theirs }, 'conflict');
  }
  if (mine.length === 0) return { kind: 'saved', id };
  const changed = locations.map((one, at) => (at === index ? withValues(one, state.values, mine) : one));
  return toOutcome(await write(office, { id, etag, state }, changed), { state, id, index });
}

async function remove(office: Door, { state, id, location }: Sent): Attempt {
  const read = await readLocations(office, id);
  if (read === null) return noticed(state, 'gone');
  const rest = read.locations.filter(({ ID }) => ID !== location);
  if (rest.length === read.locations.length) return noticed(state, 'gone');
  const answer = await write(office, { id, etag: read.etag, state }, rest);
  const outcome = toOutcome(answer, { state, id, index: -1 });
  return outcome !== 'changed' && outcome.kind === 'saved' ? { kind: 'removed', id } : outcome;
}

async function readLocations({ api }: Door, id: string) {
  const { status, body, etag } = await api.read(`members/${encodeURIComponent(id)}`);
  if (status !== 200) return null;
  return { locations: officeMemberSchema.parse(body).Locations, etag: etag ?? '' };
}

async function write(
  { api }: Door,
  { id, etag, state }: { id: string; etag: string; state: LocationFormState },
  locations: readonly OfficeLocation[],
): Promise<OfficeApiResponse> {
  const path = `members/${encodeURIComponent(id)}`;
  return api.write({ method: 'PATCH', path, body: { Locations: locations }, etag, reason: state.reason });
}

function toOutcome(
  { status, body }: OfficeApiResponse,
  { state, id, index }: { state: LocationFormState; id: string; index: number },
): LocationOutcome | 'changed' {
  if (status === 200) return { kind: 'saved', id };
  if (status === 401) return noticed(state, 'signed-out');
  if (status === 403) return noticed(state, 'not-allowed');
  if (status === 404) return noticed(state, 'gone');
  if (status === 412) return 'changed';
  const error = recordErrorSchema.safeParse(body);
  const fields = error.success ? (error.data.fields ?? []) : [];
  const problems: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, reason } of fields) {
    const name = fieldOfLocationError(field, index);
    if (name === null) others.push(`${field} ${reason}`);
    else problems[name] = reasonInForm(reason);
  }
  if (error.success && fields.length === 0) others.push(error.data.error_description);
  return noticed({ ...state, problems, others }, 'problems');
}

function noticed(state: LocationFormState, notice: LocationFormState['notice']): LocationOutcome {
  return shown({ ...state, notice });
}

function shown(state: LocationFormState): LocationOutcome {
  return { kind: 'shown', state };
}
