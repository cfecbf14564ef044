import { BulkChangesWriter } from '@/lib/changes/bulk-changes';
import { SavedViewsWriter } from '@/lib/store/lists/saved-views';
import { emailKey } from '@/lib/store/email-key';
import type { ErasureSubject } from '@/lib/store/erasure-subject';
import { LeavingWriter } from '@/lib/store/leaving';
import { noProposal } from '@/lib/store/proposal-fields';
import { ProposalsWriter } from '@/lib/store/proposals';
import { blankPerson } from '@/lib/store/blank-records';
import type { MembersWriter } from '@/lib/store/members-writer';
import { PersonTraces } from '@/lib/store/person-traces';
import type { KindsWith } from '@/lib/store/record-kinds';
import type { MemberRecord, PersonRecord } from '@/lib/store/schema/records';
import { hashIdentifier, matchesTombstone, newHashKey, type Tombstone } from '@/lib/store/tombstone';
import { textKey } from '@/lib/base/text-key';
import { ErasureError } from './erasure-error';
import type { ErasureRequest } from './erasure-request';

export interface RecordsErasure {
  organisationId: number;
  personId: number;
  erasedAt: Date;
  request: ErasureRequest;
}

/**
 * Removes the person and all their data, and stores the tombstone. If the person was erased, and not imported again,
 * nothing changes.
 * @throws ErasureError if a company would have no contact
 */
export async function eraseRecords(writer: MembersWriter, erasure: RecordsErasure): Promise<Tombstone> {
  const { organisationId, personId, erasedAt, request } = erasure;
  const { repeats } = request;
  const done = await writer.erasures.find(personId);
  const subject = await writer.erasures.subject(repeats?.personIds ?? [personId]);
  if (done !== null && !isErasedAnew(done, erasure, subject)) return done;
  const earlier = [repeats, done].filter((one) => one !== null).filter((one) => one.personId === personId);
  if (subject === null && repeats === null) {
    throw new ErasureError(`There is no person ${personId} in organisation ${organisationId}`);
  }
  const mismatch = repeats === null ? null : findMismatch(repeats, subject);
  if (mismatch !== null) throw new ErasureError(mismatch);
  const { personIds = [], members = [], former = [], persons = [], identifiers = [] } = subject ?? {};
  const kept = members.filter((member) => !isErasedWith(member, request));
  const contactId = kept.length === 0 ? null : await findContact(writer, { persons, kept }, request);
  const removed = members.filter((member) => !kept.includes(member)).map(({ membership }) => membership.id);
  const all = [
    ...new Set([
      ...removed,
      ...former.map((one) => one.membershipId),
      ...earlier.flatMap((one) => one.membershipIds),
    ]),
  ];
  const others = await heldByOthers(writer, all, removed);
  const membershipIds = all.filter((id) => !others.has(id)).sort((a, b) => a - b);
  const key = earlier[0]?.key ?? (await writer.erasures.hashKey()) ?? newHashKey();
  const ofRemoved = removed.flatMap((id) => subject?.ofCompanies.get(id) ?? []);
  const hashes = [...identifiers, ...ofRemoved].map((one) => hashIdentifier(key, organisationId, one));
  const tombstone: Tombstone = {
    organisationId,
    personId,
    erasedAt: erasedAt.getTime(),
    personIds: distinct([...personIds, ...earlier.flatMap((one) => one.personIds)]),
    membershipIds,
    lastLocationId: Math.max(0, ...earlier.map((one) => one.lastLocationId)),
    contactId,
    key,
    hashes: distinct([
      ...hashes.filter((hash) => hash !== null),
      ...earlier.filter((one) => one.key === key).flatMap((one) => one.hashes),
    ]),
  };
  const keptIds = kept.map(({ membership }) => membership.id);
  if (contactId !== null) await changeContact(writer, kept, { contactId, persons });
  // What the former contact proposed for a company, or said about leaving, is about the contact.
  for (const id of keptIds) {
    await writer.part(ProposalsWriter).put(noProposal(id));
    const leaving = writer.part(LeavingWriter);
    await leaving.put({ ...(await leaving.of(id)), reason: '' });
  }
  writer.erasures.begin(tombstone);
  await writer.memberships.remove(removed);
  for (const { id } of persons) await writer.roles.put({ id, role: null, chapterIds: [] });
  await writer.persons.remove(persons.map(({ id }) => id));
  const traces = new PersonTraces(subject);
  for (const search of Object.values(searches)) await search(writer, tombstone.personIds, traces);
  await writer.part(BulkChangesWriter).erase({ ...tombstone, traces });
  const positions = [
    ...(await writer.erasures.findRowsContaining(keptIds, traces.texts)),
    ...(await writer.erasures.findRowsOf(['proposal', 'leaving'], keptIds)),
  ];
  await writer.erasures.hideInReasons(traces);
  await writer.erasures.finish(tombstone, {
    former: former.filter((one) => others.has(one.membershipId)),
    positions,
  });
  return tombstone;
}

type Search = (writer: MembersWriter, personIds: readonly number[], traces: PersonTraces) => Promise<void>;

/** How an erasure removes the person from records that are not theirs. */
const searches: Record<KindsWith<'isSearchedByErasure', true>, Search> = {
  extra: (writer) => writer.erasures.removeUnusedOptions(),
  view: (writer, personIds, traces) => writer.part(SavedViewsWriter).erase(personIds, traces),
};

/** An import has restored the person, or the erasure is repeated. */
function isErasedAnew(
  done: Tombstone,
  { erasedAt, request: { repeats } }: RecordsErasure,
  subject: ErasureSubject | null,
): boolean {
  if (done.erasedAt >= erasedAt.getTime()) return false;
  return repeats !== null || isStored(subject);
}

/** Whether anything about the person is stored besides rows in the journal. */
export function isStored(subject: ErasureSubject | null): boolean {
  return subject !== null && subject.persons.length > 0;
}

/**
 * Describes the problem that the ID belongs to somebody else in the database. This happens if the data folder was once
 * used with a different database. null: the ID belongs to the erased person or to nobody.
 */
export function findMismatch(tombstone: Tombstone, subject: ErasureSubject | null): string | null {
  if (subject === null || !isStored(subject)) return null;
  if (matchesTombstone(tombstone, subject.identifiers)) return null;
  const { personId, organisationId, erasedAt } = tombstone;
  const day = new Date(erasedAt).toISOString().slice(0, 10);
  return (
    `Person ${personId} of organisation ${organisationId} was erased on ${day}, but the database has somebody else ` +
    'with this ID, who is not erased'
  );
}

function isErasedWith({ membership }: MemberRecord, { withCompany, repeats }: ErasureRequest): boolean {
  if (membership.kind === 'individual' || withCompany) return true;
  return repeats !== null && repeats.membershipIds.includes(membership.id);
}

/** Finds the memberships that other people hold now. These memberships must not be erased. */
async function heldByOthers(
  writer: MembersWriter,
  membershipIds: readonly number[],
  erased: readonly number[],
): Promise<Set<number>> {
  const found = await writer.memberships.findMany(membershipIds.filter((id) => !erased.includes(id)));
  return new Set(found.keys());
}

/**
 * The new contact of the companies.
 * @throws ErasureError if there is none
 */
async function findContact(
  writer: MembersWriter,
  { persons, kept }: { persons: readonly PersonRecord[]; kept: readonly MemberRecord[] },
  { newContactId, repeats }: ErasureRequest,
): Promise<number> {
  const wanted = newContactId ?? repeats?.contactId ?? null;
  const company = nameOf(kept);
  const erased = persons.map(({ id }) => id);
  const contact = wanted === null ? null : await writer.persons.find(await writer.aliases.survivorOf(wanted));
  if (contact !== null && !erased.includes(contact.id) && isOf(contact, company)) return contact.id;
  if (repeats !== null) {
    // When the server starts, nobody can choose a contact. The company gets one without a name, which the office can
    // replace.
    const unnamed = { ...blankPerson(await writer.nextId('person')), organisation: company };
    await writer.persons.put(unnamed);
    return unnamed.id;
  }
  const ids = kept.map(({ membership }) => membership.id).join(', ');
  if (wanted === null) {
    throw new ErasureError(
      `The person is the contact of ${company} (membership ${ids}), and the company's name is stored with its contact. ` +
        'Add --new-contact PERSON_ID to keep the company, or --with-company to erase it too',
      company,
    );
  }
  if (contact === null)
    throw new ErasureError(`There is no person ${wanted} to become the contact of ${company}`);
  if (erased.includes(contact.id)) throw new ErasureError(`Person ${wanted} is the person to be erased`);
  throw new ErasureError(
    `Person ${wanted} has the organisation "${contact.organisation}" and cannot be the contact of ${company}. ` +
      'The name of a company is stored with its contact: choose somebody else, or change it with `person set ID Organisation=NAME`',
  );
}

function nameOf(companies: readonly MemberRecord[]): string {
  return companies[0]?.person.organisation ?? '';
}

function isOf({ organisation }: PersonRecord, company: string): boolean {
  return organisation === '' || textKey(organisation) === textKey(company);
}

/** Also removes the email address of the former contact. */
async function changeContact(
  writer: MembersWriter,
  companies: readonly MemberRecord[],
  { contactId, persons }: { contactId: number; persons: readonly PersonRecord[] },
): Promise<void> {
  const contact = await writer.persons.find(contactId);
  if (contact === null) throw new Error('the new contact was not found');
  const person = { ...contact, organisation: contact.organisation || nameOf(companies) };
  const emails = persons.map(({ email }) => emailKey(email));
  for (const { membership } of companies) {
    const locations = membership.locations.map((location) =>
      location.email !== '' && emails.includes(emailKey(location.email))
        ? { ...location, email: '' }
        : location,
    );
    await writer.memberships.put({ person, membership: { ...membership, locations } });
  }
  await writer.settle();
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
