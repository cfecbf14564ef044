/** Saves or removes one location of a member, or finds the point of its address, where the map then shows the pin. */
import { isApiFailure } from '@/lib/contract/api-failure';
import type { Places } from '@/lib/map/geo/places';
import type { Place } from '@/lib/map/geo/place';
import { lookUp } from '@/lib/base/look-up';
import { officeMemberSchema, type OfficeMember } from '@/lib/contract/office';
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
import { changedNames, mergeValues, type FormValues } from './member-form';
import type { OfficeApiResponse } from './office-api';
import { readRefusal, type FormNotice } from './save-member';
import { reasonInForm, reasonOf, textOf } from './form-text';

type Gazetteer = Pick<Places, 'search' | 'locate'>;

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
  places: Gazetteer,
  country: string | null,
): LocationFormState {
  const names = ['Address', 'Suburb', 'State', 'Postcode', 'Country'];
  const address = Object.fromEntries(names.map((name) => [name, lookUp(user.Address, name) ?? '']));
  const values: FormValues = {
    ...valuesOfLocation({}),
    ...address,
    Country: lookUp(address, 'Country') || (country ?? ''),
    Precision: 'suburb',
  };
  const place = findPlace(values, places);
  return { ...emptyLocationState, values: place === null ? values : { ...values, ...pointOf(place) } };
}

/**
 * The number of attempts to save. If somebody else saves the member at the same moment, another attempt starts. It
 * reads the newest locations first. Even a second attempt is rarely needed.
 */
const maxAttempts = 3;

/** @param turn the `turn` of the sent form */
export async function sendLocation(
  office: FormDoor,
  places: Gazetteer,
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
  if (office.kind !== 'office') return noticed(state, state.kept?.why ?? 'not-allowed');
  const isRemoval = action === 'remove';
  const problems = isRemoval ? {} : problemsOfPoint(state.values);
  if (Object.keys(problems).length > 0) return noticed({ ...state, problems }, 'problems');
  const [id, location] = [textOf(form, 'id'), textOf(form, 'location')];
  const path = `members/${encodeURIComponent(id)}`;
  const edit = isRemoval ? remove : location === newLocation ? add : change;
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { status, body, etag } = await office.api.read(path);
      if (status !== 200) return noticed(state, 'gone');
      const edited = edit(officeMemberSchema.parse(body).Locations, location, state);
      if (edited === 'same') return { kind: 'saved', id };
      if ('notice' in edited) return shown(edited);
      const answer = await office.api.write({
        method: 'PATCH',
        path,
        body: { Locations: edited.locations },
        etag: etag ?? '',
        reason: state.reason,
      });
      if (answer.status === 200) return { kind: isRemoval ? 'removed' : 'saved', id };
      if (answer.status !== 412) return shown(refused(answer, state, edited.index));
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

function withPlace(state: LocationFormState, places: Gazetteer): LocationFormState {
  const place = findPlace(state.values, places);
  if (place === null) return { ...state, notice: 'not-found' };
  return { ...state, values: { ...state.values, ...pointOf(place) }, notice: 'found', place: place.label };
}

/** Searches our own gazetteer for the suburb. If the suburb is not found, searches for a place of the postcode. */
function findPlace(values: FormValues, places: Gazetteer): Place | null {
  const { Suburb: suburb = '', State: state = '', Postcode: postcode = '', Country: country = '' } = values;
  const known = places.locate({ suburb, state, postcode, country });
  if (known !== null) return known;
  const queries =
    suburb === '' ? [postcode] : [`${suburb} ${state} ${postcode}`, `${suburb} ${state}`, postcode];
  for (const query of queries) {
    if (query.trim() === '') continue;
    const [place] = places.search(query, { country: country || null, limit: 1 });
    if (place !== undefined) return place;
  }
  return null;
}

/** Rounds to six decimals. The sixth decimal is about 0.1 m, so more decimals are not needed. */
function pointOf({ point }: Place): FormValues {
  const degreesText = (degrees: number) => String(Number(degrees.toFixed(6)));
  return { Lat: degreesText(point.latitude), Lng: degreesText(point.longitude) };
}

/**
 * All locations of the member after the change, and the index of the form's location. A form: it must be shown again
 * before anything is sent. `same`: there is nothing to send.
 */
type Edited = { locations: OfficeLocation[]; index: number } | LocationFormState | 'same';

function remove(now: OfficeLocation[], location: string, state: LocationFormState): Edited {
  const locations = now.filter(({ ID }) => ID !== location);
  return locations.length === now.length ? { ...state, notice: 'gone' } : { locations, index: -1 };
}

function add(now: OfficeLocation[], _: string, { values }: LocationFormState): Edited {
  // A form that is sent twice adds only one location.
  if (now.some((one) => changedNames(valuesOfLocation(one), values).length === 0)) return 'same';
  return { locations: [...now, withValues({}, values, Object.keys(values))], index: now.length };
}

function change(now: OfficeLocation[], location: string, state: LocationFormState): Edited {
  const index = now.findIndex(({ ID }) => ID === location);
  const current = now[index];
  if (current === undefined) return { ...state, notice: 'gone' };
  const { mine, merged } = mergeValues(state, valuesOfLocation(current));
  if (Object.keys(merged.conflicts).length > 0) return { ...state, ...merged, notice: 'conflict' };
  if (mine.length === 0) return 'same';
  return { locations: now.with(index, withValues(current, state.values, mine)), index };
}

/** @param index -1: the form's location is not among the sent ones */
function refused(answer: OfficeApiResponse, state: LocationFormState, index: number): LocationFormState {
  const { notice, fields, others } = readRefusal(answer);
  const named = fields.map((one) => ({ ...one, name: fieldOfLocationError(one.field, index) }));
  return {
    ...state,
    notice,
    problems: Object.fromEntries(
      named.flatMap(({ name, reason }) => (name === null ? [] : [[name, reasonInForm(reason)]])),
    ),
    others: [
      ...named.flatMap(({ name, field, reason }) => (name === null ? [`${field} ${reason}`] : [])),
      ...others,
    ],
  };
}

function noticed(state: LocationFormState, notice: LocationFormState['notice']): LocationOutcome {
  return shown({ ...state, notice });
}

function shown(state: LocationFormState): LocationOutcome {
  return { kind: 'shown', state };
}
