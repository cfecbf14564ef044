/** An organisation with at least one row for every part of a full archive. */
import { pictureFiles, type PictureFile } from '@/lib/contract/picture-files';
import { settleAccountMoves } from '@/lib/sign-in/accounts/move-accounts';
import { recordPasskeyOffer } from '@/lib/sign-in/accounts/passkey-offers';
import { addPasskey } from '@/lib/sign-in/accounts/passkeys';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { recordLapses } from '@/lib/changes/journal/lapses';
import { stopNotices } from '@/lib/notify/reminders/control';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import { SavedViewsWriter } from '@/lib/store/lists/saved-views';
import { addCardKey, raiseCardGeneration, takeCardCode } from '@/lib/service/routes/card-routes';
import { createClient, findClient, revokeClient, rotateSecret } from '@/lib/sign-in/oauth/clients';
import { giveConsent } from '@/lib/sign-in/oauth/consents';
import type { Store } from '@/lib/store/database';
import { byCommand, byPerson, Journal, readJournalPosition, type Cause } from '@/lib/store/journal';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  samplePerson,
} from '@/lib/store/sample-members.fixture';
import { writePageFiles } from '@/lib/contract/fields/page';
import type { MembersWriter } from '@/lib/store/members-writer';
import { LeavingWriter } from '@/lib/store/leaving';
import { MemberPicturesWriter } from '@/lib/store/member-pictures';
import { noProposal } from '@/lib/store/proposal-fields';
import { PagesWriter } from '@/lib/store/pages';
import { ProposalsWriter } from '@/lib/store/proposals';
import { withMembersWriter } from '@/lib/store/write';
import { inWriteTransaction } from '@/lib/store/write-transaction';

// The cast is safe: these are all files.
const movedPicture = Object.fromEntries(pictureFiles.map((name) => [name, 'AAAA'])) as Record<
  PictureFile,
  string
>;

export const organisationId = 100;
export const password = 'correct horse battery';
export const callback = 'https://site.example/callback';

export interface MovedOrganisation {
  /** Members sign in at this site and are asked for consent. */
  site: { id: string; secret: string };
  reader: { id: string; secret: string };
  /** A position in the middle of the journal. */
  position: number;
  now: Date;
}

/** Adds changes in the order in which a real association makes them. The changes are a minute apart. */
export async function addMovedOrganisation(store: Store): Promise<MovedOrganisation> {
  let time = Date.UTC(2026, 0, 1);
  const next = () => new Date((time += 60_000));
  const write = <T>(cause: Cause, work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(store, { organisationId, clock: next, areaCentre: noAreaCentre, cause }, work);
  const command = byCommand('import', 'the first import');
  await write(command, (writer) =>
    putSampleStructure(writer, { id: organisationId, name: 'Guild of Bakers', colour: '#7a1f5c' }),
  );
  await recordLapses(store, { organisationId, now: next(), isConfirmed: true });
  await write(command, async (writer) => {
    await writer.runs.start({
      actor: command.actor,
      source: 'members.csv',
      fileHash: 'a'.repeat(64),
      mapping: { Surname: 'LastName', '7': 'Phone' },
    });
    for (let id = 1; id <= 30; id += 1) {
      await writer.memberships.put(
        sampleMember(
          id,
          {
            typeId: id % 5 === 0 ? 3 : 1,
            chapterId: id % 3 === 0 ? null : (id % 2) + 1,
            categoryIds: id % 4 === 0 ? [1, 2] : [],
            expiryDate: id % 7 === 0 ? '2026-01-20' : id === 11 ? null : '2030-06-30',
            isApproved: id !== 13,
            isListed: id % 6 !== 0,
            amountOutstandingThousandths: id === 17 ? 12_340 : 0,
            addons: id % 8 === 0 ? [{ addonId: 1, quantity: 2, expiryDate: '2027-01-01', answers: [] }] : [],
            answers: [
              { extraId: 11, answer: id % 2 === 0 ? 'Yes' : 'No' },
              ...(id % 9 === 0 ? [{ extraId: 13, answer: `note ${id}` }] : []),
            ],
            locations:
              id % 2 === 0
                ? [
                    sampleLocation({
                      id,
                      latitude: -38 + id / 100,
                      precision: id % 4 === 0 ? 'exact' : 'suburb',
                    }),
                  ]
                : [],
          },
          { firstName: `First ${id}`, lastName: `Läst-${id} "quoted"`, email: `member${id}@example.org` },
        ),
      );
      await writer.externalIds.put('membership', 'crm', `crm-${String(40 - id)}`, id);
      await writer.externalIds.put('person', 'crm', id % 2 === 0 ? `Ä-${id}` : `z_${id}`, id);
    }
    const contact = samplePerson({ id: 40, organisation: 'Bakery & Sons', email: 'firm@example.org' });
    await writer.memberships.put({
      person: contact,
      membership: { ...sampleMember(40).membership, kind: 'corporate', typeId: 2, membershipNumber: 'F-40' },
    });
    const part = sampleMember(41);
    await writer.memberships.put({ ...part, membership: { ...part.membership, parentId: 40, typeId: 2 } });
    await writer.runs.finish({ read: 32, created: 32, updated: 0, unchanged: 0, removed: 0, bad: 0 });
    await writer.marks.recordReading('https://old.example', new Date(time));
  });
  await write(byCommand('committee'), async (writer) => {
    await writer.committees.put(2, [{ chapterId: 1, startsOn: '2020-01-01', endsOn: null }]);
    await writer.committees.put(21, [{ chapterId: null, startsOn: null, endsOn: '2028-01-01' }]);
  });

  for (const personId of [1, 2, 3, 4, 21]) {
    await setPassword(store, { organisationId, personId, password, cause: byPerson(personId) }, next());
  }
  for (const [at, personId] of [2, 3, 8].entries()) {
    const credentialId = `credential-${personId}`;
    const passkey = {
      userHandle: 'aGFuZGxl',
      publicKey: 'a2V5',
      transports: ['usb'],
      name: `Key ${personId}`,
    };
    await addPasskey(store, { organisationId, personId }, { credentialId, counter: at, ...passkey }, next());
  }
  await recordPasskeyOffer(store, { organisationId, personId: 2 }, next());
  const create = (name: string, more: object) =>
    createClient(
      store,
      { organisationId, name, scopes: ['user'], redirectUris: [callback], ...more },
      next(),
    );
  const site = await create('Conference site', { scopes: ['basic', 'user'] });
  const rotated = await rotateSecret(store, { id: site.id }, next());
  const reader = await create('Reader', {
    scopes: ['basic', 'members', 'members:write'],
    seesAdminExtras: true,
  });
  const app = await create('App', { isPublic: true });
  const old = await create('Old site', {});
  for (const id of [site.id, app.id, old.id]) {
    const client = await findClient(store, organisationId, id);
    if (client === null) throw new Error('the client is registered');
    for (const personId of [1, 21]) await giveConsent(store, { client, personId, scopes: ['user'] }, next());
  }
  await revokeClient(store, old.id, next());
  const position = await readJournalPosition(store.members, organisationId);

  // A person without a membership, whom the archive must include.
  await write(byCommand('member remove', 'left'), (writer) => writer.memberships.remove([21]));
  await write({ actor: { kind: 'client', id: reader.id }, reason: null }, async (writer) => {
    await writer.memberships.put(
      sampleMember(5, { typeId: 3, membershipNumber: 'changed' }, { firstName: 'Fünf' }),
    );
    await writer.idempotencyKeys.put({
      clientId: reader.id,
      key: 'key 1',
      request: 'request',
      status: 200,
      membershipIds: [5],
    });
  });
  const mergeRun = await write(byCommand('person merge'), async (writer) =>
    mergePersons(writer, await planMerge(writer, { from: 3, into: 4, keptMembershipId: 4 })),
  );
  await settleAccountMoves(store, next(), async () => undefined);
  await write(byCommand('person merge'), async (writer) =>
    mergePersons(writer, await planMerge(writer, { from: 8, into: 9, keptMembershipId: 9 })),
  );
  await settleAccountMoves(store, next(), async () => undefined);
  await undoJournal(
    store,
    { organisationId, clock: next, areaCentre: noAreaCentre, cause: byCommand('undo') },
    { of: { position: await readJournalPosition(store.members, organisationId) }, isForced: false },
  );
  await settleAccountMoves(store, next(), async () => undefined);
  await write(byCommand('remove'), async (writer) => {
    await writer.memberships.remove([30]);
    await writer.persons.remove([30]);
  });
  await erase(store, 29, next());
  await addCardKey(store, {
    organisationId,
    key: { ID: 'key-1', Public: 'cHVibGljIGtleQ', Sealed: 'c2VhbGVkIGtleQ' },
    now: next(),
  });
  await raiseCardGeneration(store, { organisationId, membershipId: '2', atLeast: null });
  await raiseCardGeneration(store, { organisationId, membershipId: '10', atLeast: 3 });
  await takeCardCode(store, { organisationId, membershipId: '10' });
  await store.members
    .insertInto('role')
    .values({ organisation_id: organisationId, person_id: 21, role: 'owner' })
    .execute();
  await store.members
    .insertInto('role')
    .values({ organisation_id: organisationId, person_id: 1, role: 'officer' })
    .execute();
  await store.members
    .insertInto('note')
    .values({
      organisation_id: organisationId,
      id: 1_700_000_000_001,
      person_id: 1,
      text: 'A note\nof two lines',
      written_by: 1,
      written_at: 1_700_000_000_001,
      changed_by: 2,
      changed_at: 1_700_000_000_002,
    })
    .execute();
  await store.members
    .insertInto('distinct_person')
    .values({ organisation_id: organisationId, person_id: 1, other_id: 2 })
    .execute();
  await write(byPerson(2), (writer) =>
    writer.part(ProposalsWriter).put({
      ...noProposal(2),
      changes: [{ Field: 'User.LastName', Before: 'Member', After: 'Proposed' }],
      proposedAt: time,
    }),
  );
  await write(byPerson(2), (writer) =>
    writer
      .part(LeavingWriter)
      .put({ id: 2, saidOn: '2026-01-31', lastDay: '2026-12-31', reason: 'Moving\nabroad' }),
  );
  await write(byPerson(1), async (writer) => {
    const pages = writer.part(PagesWriter);
    const hash = await pages.addFile(new TextEncoder().encode('A download'));
    const files = writePageFiles([{ hash, bytes: 10, name: 'Rules of “us”.txt' }]);
    await pages.put({ id: 1, title: 'Rules', text: '# One\n\n*Two*', audience: 'type 1', files });
  });
  await write(byPerson(2), async (writer) => {
    const member = await writer.memberships.find(2);
    if (member === null) throw new Error('the member is stored');
    const id = await writer.part(MemberPicturesWriter).add(2, movedPicture, null);
    const picture = { id, description: 'A picture' };
    await writer.memberships.put({ ...member, membership: { ...member.membership, picture } });
  });
  await store.members
    .insertInto('role_chapter')
    .values({ organisation_id: organisationId, person_id: 1, chapter_id: 2 })
    .execute();
  await write(byCommand('organisation set'), async (writer) => {
    if (writer.structure.current === null) throw new Error('the organisation is stored');
    const { organisation } = writer.structure.current;
    const logo = await writer.pictures.add(new TextEncoder().encode('<svg></svg>'), 'svg', {
      named: new Set(),
    });
    await writer.structure.putOrganisation({ ...organisation, logo, heading: 'Find a member' });
  });
  await write(byCommand('view'), (writer) =>
    writer
      .part(SavedViewsWriter)
      .put({ id: 1, personId: 21, name: 'Ended', list: 'Status=expired&Sort=-expiry', isShared: true }),
  );
  await write(byCommand('notice set'), async (writer) => {
    await writer.notices.putSettings({ ...(await writer.notices.settings()), isOn: true, perMinute: 9 });
    await writer.notices.setExcluded(2, true);
  });
  // A restored site sends nothing until somebody continues the reminders.
  await stopNotices(store, organisationId, next());
  await store.members
    .insertInto('notice_mail')
    .values({
      organisation_id: organisationId,
      membership_id: 2,
      notice_id: 1,
      expiry_date: '2026-03-31',
      days: -30,
      person_id: 2,
      email: 'person-2@members.example',
      state: 'failed',
      recorded_at: time,
      changed_at: time + 1,
      retry_at: time + 2,
      attempts: 3,
      problem: 'refused',
      smtp_code: 550,
    })
    .execute();
  await store.auth
    .insertInto('erasure_request')
    .values({ organisation_id: organisationId, person_id: 1, requested_at: time })
    .execute();
  const now = new Date(Date.UTC(2026, 2, 1));
  await recordLapses(store, { organisationId, now: new Date(Date.UTC(2026, 0, 25)), isConfirmed: true });
  if (mergeRun === 0) throw new Error('the merge has a run');
  return {
    site: { id: site.id, secret: rotated },
    reader: { id: reader.id, secret: reader.secret ?? '' },
    position,
    now,
  };
}

/** Removes the person and stores a tombstone, as an erasure does. */
async function erase(store: Store, personId: number, at: Date): Promise<void> {
  const tombstone = {
    organisationId,
    personId,
    erasedAt: at.getTime(),
    personIds: [personId],
    membershipIds: [personId],
    lastLocationId: 0,
    contactId: null,
    key: 'key of hashes',
    hashes: ['hash'],
  };
  await withMembersWriter(
    store,
    { organisationId, clock: () => at, areaCentre: noAreaCentre, cause: byCommand('person erase') },
    async (writer) => {
      await writer.memberships.remove([personId]);
      await writer.persons.remove([personId]);
    },
  );
  await inWriteTransaction(store, organisationId, async (db) => {
    const position = await readJournalPosition(db, organisationId);
    const cause = byCommand('person erase');
    const journal = new Journal(db, { organisationId, now: at.getTime(), cause, position });
    await journal.add([{ kind: 'person', recordId: personId, operation: 'erased', changes: null }]);
    await journal.finish();
    await db
      .insertInto('erasure')
      .values({
        organisation_id: organisationId,
        person_id: personId,
        erased_at: at.getTime(),
        tombstone: JSON.stringify(tombstone),
      })
      .execute();
  });
}
