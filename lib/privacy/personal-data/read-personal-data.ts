import { writeRecord } from '@/lib/contract/fields/field';
import { userFields } from '@/lib/contract/fields/person';
import { readPersonOverview } from '@/lib/store/lists/person-overview';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { readDay } from '@/lib/store/day';
import type { JournalRow } from '@/lib/store/journal-read';
import { readNotes } from '@/lib/store/notes';
import { findSurvivor } from '@/lib/store/person-aliases';
import type { PersonRecord, Structure } from '@/lib/store/schema/records';
import { readStructure, structureNames } from '@/lib/store/structure';
import { inChunks } from '@/lib/store/sql/in-chunks';
import { readAccountPart } from './account-part';
import { readAuthors, toInstant, type Authors } from './authors';
import { readHistory, toHistoryRow, type History } from './history-part';
import { readEmailRecord, readReminders } from './email-record';
import { readExternalIds, readMembershipParts } from './member-parts';
import {
  personalDataFormat,
  type ImportPart,
  type PersonalData,
  type PersonPart,
  type Reader,
  type SentEmail,
  type Source,
} from './personal-data';

interface PersonalDataRequest {
  organisationId: number;
  /** If the person was merged into another person, the other person's data is read. */
  personId: number;
  reader: Reader;
  now: Date;
  /** Absent: this installation records no emails. */
  findEmails?: (email: string) => Promise<SentEmail[]>;
}

/**
 * Reads everything that is held about a person. Returns null if nothing is known about this ID. From the journals, the
 * function reads only rows about this person's records and rows that the person wrote.
 */
export async function readPersonalData(
  store: Store,
  { organisationId, personId, reader, now, findEmails }: PersonalDataRequest,
): Promise<PersonalData | null> {
  const { members } = store;
  const day = await readDay(members, organisationId, now);
  const structure = await readStructure(members, organisationId);
  if (day === null || structure === null) return null;
  const id = (await findSurvivor(members, organisationId, personId)) ?? personId;
  const overview = await readPersonOverview(members, day, id);
  const personIds = [id, ...(overview?.aliases ?? [])];
  const membershipIds = overview?.memberships.map((one) => one.id) ?? [];
  const history = await readHistory(store, { organisationId, personIds, membershipIds });
  const erasure = history.rows.findLast((row) => row.kind === 'person' && row.recordId === id);
  const isErased = overview === null && erasure?.operation === 'erased';
  const hasNothing = history.rows.length + history.made.length + history.ofAccounts.length === 0;
  if (overview === null && hasNothing) return null;

  const hiddenExtras = reader === 'office' ? null : adminExtras(structure);
  const parts = await readMembershipParts(store, { day, structure, hiddenExtras }, membershipIds);
  const address = overview?.person.email ?? null;
  const isShared =
    address !== null && (await isSharedAddress(members, { organisationId, personIds, address }));
  const email = isShared ? null : address;
  const account = await readAccountPart(store, { organisationId, personIds, email });
  const imports = await readImports(store, organisationId, { history, personIds });
  const actors = [...history.rows, ...history.ofAccounts].map(({ actor }) => actor);
  const authors = await readAuthors(store, organisationId, actors, { selfIds: personIds, reader, imports });
  const privacy = {
    hiddenExtras,
    hidesReasons: reader === 'person',
    hidesAuthors: reader === 'person',
    selfIds: new Set(personIds.map(String)),
  };
  const rows = [...history.rows, ...history.ofAccounts].map((row) => toHistoryRow(row, authors, privacy));
  const sourcesOf = (kind: JournalRow['kind'], recordId: number) =>
    findSources(
      history.rows.filter((row) => row.kind === kind && row.recordId === recordId),
      authors,
    );
  const externalIds = await readExternalIds(members, organisationId, { kind: 'person', ids: personIds });
  const person: PersonPart = {
    ID: String(id),
    State: overview !== null ? 'stored' : isErased ? 'erased' : 'removed',
    ErasedAt: isErased ? erasure.at.toISOString() : null,
    MergedIDs: personIds.slice(1).map(String),
    User: overview === null ? null : toUser(overview.person, structure),
    ExternalIDs: [...externalIds.values()].flat(),
    Sources: overview === null ? [] : sourcesOf('person', id),
  };
  const memberships = parts.map(({ id: membershipId, ...part }) => ({
    ...part,
    Sources: sourcesOf('membership', membershipId),
  }));
  const chapter = (chapterId: number) => ({
    ID: String(chapterId),
    Name: structure.chapters.get(chapterId)?.name ?? '',
  });
  return {
    Format: personalDataFormat,
    CreatedAt: now.toISOString(),
    For: reader,
    Organisation: { ID: String(organisationId), Name: structure.organisation.name },
    Person: person,
    Memberships: memberships,
    CommitteeSeats: (overview?.seats ?? []).map((seat) => ({
      Chapter: seat.chapterId === null ? null : chapter(seat.chapterId),
      StartsOn: seat.startsOn,
      EndsOn: seat.endsOn,
    })),
    Notes: (await readNotes(members, organisationId, personIds)).map((note) => ({
      Text: note.text,
      WrittenAt: toInstant(note.writtenAt),
      ChangedAt: note.changedAt === null ? null : toInstant(note.changedAt),
    })),
    Role:
      overview?.role.role == null
        ? null
        : { Role: overview.role.role, Chapters: overview.role.chapterIds.map(chapter) },
    Account: account,
    History: rows.sort((a, b) => a.At.localeCompare(b.At)),
    ChangesMade: history.made.map((row) => withoutValues(row, authors, privacy)),
    Imports: imports,
    EmailRecord: await readEmailRecord(store, { organisationId, personIds, email }),
    Reminders: await readReminders(members, { organisationId, personIds }),
    Emails: findEmails === undefined ? null : email === null ? [] : await findEmails(email),
    Withheld: listWithheld(reader, { isShared, Account: account, Memberships: memberships }),
  };
}

/** Whether somebody else in the organisation has the same address. */
async function isSharedAddress(
  members: Store['members'],
  { organisationId, personIds, address }: { organisationId: number; personIds: number[]; address: string },
): Promise<boolean> {
  const key = emailKey(address);
  if (key === '') return false;
  const row = await members
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('email_key', '=', key)
    .where('id', 'not in', personIds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function toUser(person: PersonRecord, structure: Structure): object {
  return writeRecord(userFields, person, structureNames(structure));
}

function adminExtras({ extras }: Structure): ReadonlySet<string> {
  const hidden = [...extras.values()].filter((extra) => extra.isAdminOnly && !extra.isMembersOnly);
  return new Set(hidden.map(({ id }) => String(id)));
}

function withoutValues(
  row: History['made'][number],
  authors: Authors,
  privacy: Parameters<typeof toHistoryRow>[2],
): PersonalData['ChangesMade'][number] {
  const { Position, At, ImportID, Record, Operation } = toHistoryRow(row, authors, privacy);
  return { Position, At, ImportID, Record, Operation };
}

/** Import runs that wrote the person's rows, and those that the person started, in order. */
async function readImports(
  { members }: Store,
  organisationId: number,
  { history, personIds }: { history: History; personIds: readonly number[] },
): Promise<ImportPart[]> {
  const runIds = new Set(history.rows.map(({ runId }) => runId).filter((runId) => runId !== null));
  const started = await members
    .selectFrom('import_run')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('actor_kind', '=', 'person')
    .where('actor', 'in', personIds.map(String))
    .execute();
  for (const { id } of started) runIds.add(id);
  const imports: ImportPart[] = [];
  for (const ids of inChunks([...runIds].sort((a, b) => a - b))) {
    const rows = await members
      .selectFrom('import_run')
      .select(['id', 'at', 'source', 'file_hash', 'is_merge', 'is_bulk'])
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    imports.push(
      ...rows.map((row) => ({
        ID: String(row.id),
        At: toInstant(row.at),
        Source: row.source,
        FileSHA256: row.file_hash,
        IsMerge: row.is_merge === 1,
        IsBulk: row.is_bulk === 1,
      })),
    );
  }
  return imports;
}

/**
 * Where the values of a record come from, newest first. Each field is listed with the change that last set it. The
 * creation of the record comes last, with all other fields.
 * @param rows of one record, by position
 */
function findSources(rows: readonly JournalRow[], authors: Authors): Source[] {
  const sources: Source[] = [];
  const named = new Set<string>();
  for (const row of rows.toReversed()) {
    const by = { At: row.at.toISOString(), By: authors.of(row.actor) };
    if (row.operation === 'created') return [...sources, { Fields: null, ...by }];
    if (row.operation !== 'updated') continue;
    const fields = Object.keys(row.changes ?? {}).filter((field) => !named.has(field));
    for (const field of fields) named.add(field);
    if (fields.length > 0) sources.push({ Fields: fields, ...by });
  }
  return [...sources, { Fields: null, At: null, By: null }];
}

type Part = PersonalData['Withheld'][number];

/** What the document leaves out, and why. */
function listWithheld(
  reader: Reader,
  {
    isShared,
    Account,
    Memberships,
  }: Pick<PersonalData, 'Account' | 'Memberships'> & {
    isShared: boolean;
  },
): Part[] {
  const hasSecrets =
    [Account.Sessions, Account.Tokens, Account.Codes, Account.EmailedCodes, Account.PendingSignIns].flat()
      .length > 0;
  const hasParts = Memberships.some(({ SubMembers }) => SubMembers > 0);
  return [
    ...(Account.HasPassword ? [passwordHash] : []),
    ...(Account.Passkeys.length > 0 ? [passkeyKeys] : []),
    ...(hasSecrets ? [secretHashes] : []),
    ...(hasParts ? [subMembers] : []),
    ...(isShared ? [sharedAddress] : []),
    otherPeople,
    limits,
    copies,
    ...(reader === 'person' ? officeOnly : []),
  ];
}

const passwordHash = {
  What: 'The hash of the password',
  Reason: 'Anyone who has it can use it to guess passwords. The password itself is not stored.',
};
const passkeyKeys = {
  What: 'The public keys and IDs of passkeys',
  Reason: 'They only identify a device, and say nothing about the person.',
};
const secretHashes = {
  What: 'The hashes of sessions, tokens, codes and links',
  Reason: 'They only identify a secret that somebody else has, and say nothing about the person.',
};
const subMembers = {
  What: "The other members of the person's company",
  Reason: 'They are other people. Only their number is given.',
};
const sharedAddress = {
  What: 'Emails to the address, codes in them, and sign-ins in progress',
  Reason: 'Somebody else has the same email address, and they may be about that person.',
};
const otherPeople = {
  What: 'Values of other people’s records that the person changed, and changes to a membership while it was another person’s',
  Reason: 'They are the data of other people.',
};
const limits = {
  What: 'Counts of recent attempts to sign in, and results of recent requests to the API',
  Reason: 'They contain hashes and IDs, and are deleted after at most 24 hours.',
};
const copies = {
  What: 'Backups, exports, imported files and the `.bad.csv` files beside them, and the log',
  Reason: 'They are files outside the database, and this document is read from the database.',
};
const officeOnly: Part[] = [
  {
    What: 'Answers that only the office sees',
    Reason: 'They may contain notes about other people. Ask the association for them.',
  },
  {
    What: 'The names of people in the office who made changes, and the reasons they noted',
    Reason: 'They are data of other people. Ask the association for them.',
  },
];
