import { fieldsShownBy } from '@/lib/contract/directory-fields';
import { problemsWithin, requireObject, type RecordOf, type Referred } from '@/lib/contract/fields/field';
import { FieldError, type FieldProblem } from '@/lib/contract/fields/field-error';
import { memberFields } from '@/lib/contract/fields/membership';
import { readPartial } from '@/lib/contract/fields/read-partial';
import type { MemberResource } from '@/lib/contract/resources';
import { type Standing, locationPrecisions, type LocationPrecision } from '@/lib/contract/words';
import { lookUp } from '@/lib/base/look-up';
import { blankMembership, blankPerson } from '@/lib/store/blank-records';
import { toUser, shownFields, shownToMembers } from '@/lib/store/documents';
import type { MemberView } from '@/lib/store/member-documents';
import type { MemberRecord, PersonRecord, Structure, LocationRecord } from '@/lib/store/schema/records';
import { keepHiddenAnswers, mergeAnswers, splitAnswers, type AnswerContext } from './answers-patch';
import { findContradictions, type Related } from './contradictions';

export interface ChangeContext {
  structure: Structure;
  view: MemberView;
  related: Related;
}

/**
 * The patch is a JSON Merge Patch.
 * @param served the member record as the client sees it
 * @throws FieldError naming every invalid field
 */
export function readChange(
  patch: unknown,
  { stored, served }: { stored: MemberRecord; served: MemberResource },
  context: ChangeContext,
): MemberRecord {
  return read(patch, { stored, served, isNew: false }, context);
}

/**
 * The membership and its locations have the ID 0. The person has the ID 0 too, unless `User.ID` names a person.
 * @throws FieldError naming every invalid field
 */
export function readNewMember(
  body: unknown,
  findPerson: (id: number) => PersonRecord | null,
  context: ChangeContext,
): MemberRecord {
  const json = requireObject(body);
  const user = lookUp(json, 'User');
  const named = namedPerson(json);
  const person = (named === null ? null : findPerson(named)) ?? blankPerson(0);
  const stored = {
    person,
    membership: { ...blankMembership(0, 'individual'), isApproved: false, isListed: false },
  };
  const User = person.id === 0 ? {} : { ...toUser(person), ID: String(named) };
  return read(json, { stored, served: { Status: null, User }, isNew: true }, context, () => [
    ...['Kind', 'ExpiryDate', 'MembershipType'].flatMap((name) =>
      lookUp(json, name) === undefined ? [problem(name, 'is missing')] : [],
    ),
    ...(user === undefined ? [problem('User', 'is missing')] : []),
  ]);
}

export function hasNoOrganisation(body: unknown): boolean {
  const name = lookUp(Object(lookUp(Object(body), 'User')), 'Organisation');
  return name === null || (typeof name === 'string' && name.trim() === '');
}

/** null: the new membership is for a new person. */
export function namedPerson(body: unknown): number | null {
  return namedId(lookUp(Object(body), 'User'), 'ID');
}

/** Reads an ID from a client's unchecked JSON. null: the value is not a valid ID. */
export function namedId(json: unknown, name: string): number | null {
  const id: unknown = lookUp(Object(json), name);
  return typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null;
}

interface Change {
  stored: MemberRecord;
  served: Readonly<Record<string, unknown>>;
  isNew: boolean;
}

function read(
  body: unknown,
  change: Change,
  context: ChangeContext,
  alsoWrong: () => FieldProblem[] = () => [],
): MemberRecord {
  const { stored, served } = change;
  const answers = toAnswerContext(context);
  const { rest, lists } = splitAnswers(requireObject(body));
  const problems = alsoWrong();
  const partial = orProblems(problems, () =>
    readPartial(memberFields, rest, {
      stored: { ...stored.membership, person: stored.person },
      served,
      hasReferred: answers.hasReferred,
    }),
  );
  const type = lookUp(served, 'MembershipType');
  const servedLists = { ofType: lookUp(Object(type), 'Extras'), others: lookUp(served, 'Extras') };
  const merged = orProblems(problems, () =>
    mergeAnswers(
      lists,
      { stored: stored.membership.answers, typeId: stored.membership.typeId, served: servedLists },
      answers,
    ),
  );
  if (partial === null || merged === null) throw new FieldError(withoutRepeats(problems));
  const record = withStanding(
    toMemberRecord(partial, merged, change, { context, answers, problems }),
    stored,
  );
  const before = change.isNew ? null : stored;
  problems.push(...findContradictions(record, before, context.related));
  problems.push(...findHiddenPublication(record, before?.membership ?? null, context));
  if (problems.length > 0) throw new FieldError(withoutRepeats(problems));
  return record;
}

function toMemberRecord(
  { person, ...membership }: RecordOf<typeof memberFields>,
  merged: MemberRecord['membership']['answers'],
  { stored, served }: Change,
  {
    context,
    answers,
    problems,
  }: { context: ChangeContext; answers: AnswerContext; problems: FieldProblem[] },
): MemberRecord {
  const addons = keepHiddenAnswers(membership.addons, stored.membership.addons, answers);
  const record = { person, membership: { ...membership, addons, answers: merged } };
  const seen = lookUp(served, 'Locations');
  if (context.view.seesExactPoints || seen === undefined) return record;
  const { locations, problems: hidden } = protectHiddenPlaces(membership.locations, {
    stored: stored.membership.locations,
    // `served` is a member record, so these are its locations.
    served: seen as MemberResource['Locations'],
  });
  problems.push(...hidden);
  return { person, membership: { ...record.membership, locations } };
}

/** A new standing ends the approval, and an approval ends the standing of an applicant (docs/decisions.md, M1). */
function withStanding(
  { person, membership }: MemberRecord,
  { membership: before }: MemberRecord,
): MemberRecord {
  const { standing } = membership;
  const isApproval = membership.isApproved && !before.isApproved;
  if (standing !== before.standing) {
    const isApproved = membership.isApproved && (standing === 'none' || isApproval);
    return { person, membership: { ...membership, isApproved } };
  }
  return { person, membership: { ...membership, standing: isApproval ? afterApproval(standing) : standing } };
}

function afterApproval(standing: Standing): Standing {
  return standing === 'applicant' ? 'none' : standing;
}

/** For a client that may not see an extra, the extra does not exist. */
function toAnswerContext({ structure, view }: ChangeContext): AnswerContext {
  const { types, categories, chapters, addons, extras } = structure;
  const hasReferred = (to: Referred, id: number) => {
    if (to !== 'extra')
      return { type: types, category: categories, chapter: chapters, addon: addons }[to].has(id);
    const extra = extras.get(id);
    const isSeen = view.limits?.seesExtra(id) !== false;
    return extra !== undefined && isSeen && (view.seesAdminExtras || !extra.isAdminOnly);
  };
  return {
    structure,
    seesAdminExtras: view.seesAdminExtras,
    editsExtra: view.limits?.editsExtra ?? (() => true),
    hasReferred,
  };
}

function orProblems<T>(problems: FieldProblem[], work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    problems.push(...problemsWithin('', error));
    return null;
  }
}

function problem(path: string, reason: string): FieldProblem {
  return { path, value: '', reason };
}

/** Keeps only the first problem of each field. */
function withoutRepeats(problems: readonly FieldProblem[]): FieldProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/**
 * Somebody who does not see a field must not show it to the public or to members, because they could then read it there
 * (docs/decisions.md, J24 and A3). The answer does not depend on hidden values, so that it does not reveal them.
 * @param before null: the record is new
 */
function findHiddenPublication(
  { membership }: MemberRecord,
  before: MemberRecord['membership'] | null,
  { view, structure }: { view: MemberView; structure: Structure },
): FieldProblem[] {
  const { limits } = view;
  if (limits === null || limits === undefined) return [];
  const hasHiddenQuestion = [...structure.extras.values()].some(
    ({ id, isAdminOnly }) => !isAdminOnly && !limits.seesExtra(id),
  );
  const isHidden = (name: string) =>
    fieldsShownBy(name).some((path) => !limits.seesField(path)) || (name === 'Extras' && hasHiddenQuestion);
  const hasPlace = membership.locations.length > 0;
  const isPlace = (name: string) => fieldsShownBy(name).every((path) => path.startsWith('Locations.'));
  const shown = shownFields(membership).filter(isHidden);
  const forMembers = shownToMembers(membership).filter(isHidden);
  const shownBefore = before === null ? [] : shownFields(before);
  const forMembersBefore = before === null ? [] : shownToMembers(before);
  const isNewlyListed = membership.isListed && before?.isListed !== true;
  const isNewlyForMembers =
    membership.isMembersListed && before?.isListed !== true && before?.isMembersListed !== true;
  const isRevealed = (name: string) => hasPlace || !isPlace(name);
  return [
    ...refuse(
      'Directory.Show',
      shown.filter((name) => !shownBefore.includes(name)),
    ),
    ...refuse(
      'Directory.ShowMembers',
      forMembers.filter((name) => !shown.includes(name) && !forMembersBefore.includes(name)),
    ),
    ...refuse('Directory.Listed', isNewlyListed ? forMembers.filter(isRevealed) : []),
    ...refuse('Directory.MembersListed', isNewlyForMembers ? forMembers.filter(isRevealed) : []),
  ];
}

function refuse(path: string, names: readonly string[]): FieldProblem[] {
  const reason = `would show ${names.join(', ')}, which chapter officers do not see`;
  return names.length === 0 ? [] : [{ path, value: '', reason }];
}

/**
 * A client could choose a more exact precision for a point that is hidden from the client. The client could then read
 * the hidden point and address (docs/decisions.md, J2).
 * @returns the locations without the hidden parts of their addresses, and a problem for each hidden point
 */
function protectHiddenPlaces(
  locations: readonly LocationRecord[],
  { stored, served }: { stored: readonly LocationRecord[]; served: MemberResource['Locations'] },
): { locations: LocationRecord[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const shown = locations.map((location, index) => {
    const before = stored.find(({ id }) => id === location.id);
    const seen = served.find(({ ID }) => ID === String(location.id));
    if (before === undefined || seen === undefined || !isRaised(before.precision, location.precision)) {
      return location;
    }
    const isPointStored = location.latitude === before.latitude && location.longitude === before.longitude;
    const { Lat, Lng } = seen.Geolocation;
    const isPointSeen = Number(Lat) === before.latitude && Number(Lng) === before.longitude;
    if (isPointStored && !isPointSeen) {
      const reason = 'can only become more exact together with a new Geolocation';
      problems.push({ path: `Locations[${index}].Precision`, value: '', reason });
    }
    return {
      ...location,
      address: seenOnly(location.address, before.address, seen.Address),
      suburb: seenOnly(location.suburb, before.suburb, seen.Suburb),
      postcode: seenOnly(location.postcode, before.postcode, seen.Postcode),
    };
  });
  return { locations: shown, problems };
}

function isRaised(before: LocationPrecision, after: LocationPrecision): boolean {
  return locationPrecisions.indexOf(after) < locationPrecisions.indexOf(before);
}

function seenOnly(after: string, before: string, seen: string): string {
  return after === before ? seen : after;
}
