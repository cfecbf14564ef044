/** Nothing of an erased person stays in SQLite's files, including free pages and the write-ahead log. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { mailIdentity } from '@/lib/mail/mail-identity.fixture';
import { createMailer } from '@/lib/mail/mailer';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import type { Store } from '@/lib/store/database';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { openFreshStore, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { closeFiles } from '@/lib/store/sql/close-files.fixture';
import { seededRandom } from '@/lib/base/seeded-random';
import { applyErasures } from './apply-erasures';
import { erasePerson } from './erase-person';
import { settleErasures } from './settle-erasures';

const organisationId = 1;
const clock = () => new Date('2026-05-03T02:00:00Z');
const erasure = {
  organisationId,
  personId: 150,
  newContactId: null,
  withCompany: false,
  cause: testCause,
};

/** Finds the files that contain the text in upper or lower case. */
function filesWith(folder: string, text: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name), 'latin1').toLowerCase().includes(text))
    .sort();
}

it('the files of SQLite do not contain deleted values, even without an erasure', async () => {
  const { store, location, remove } = await openFreshStore('sqlite');
  onTestFinished(() => remove());
  const bucket = (name: string) => ({ bucket: name, tokens: 1, updated_at: 0 });
  const names = Array.from({ length: 300 }, (_, at) => `canary-${at} ${'x'.repeat(at * 10)}`);
  await store.auth.insertInto('limit_bucket').values(names.map(bucket)).execute();
  await store.auth.insertInto('limit_bucket').values(bucket('remaining')).execute();
  expect(filesWith(location.dataDir, 'canary-')).not.toEqual([]);
  await store.auth
    .updateTable('limit_bucket')
    .set({ bucket: 'short' })
    .where('bucket', '=', names[7] ?? '')
    .execute();
  await store.auth.deleteFrom('limit_bucket').where('bucket', 'like', 'canary-%').execute();
  // Closing empties the write-ahead log.
  await store.close();
  await closeFiles();
  expect(filesWith(location.dataDir, 'remaining')).toEqual(['auth.db']);
  expect(filesWith(location.dataDir, 'canary-')).toEqual([]);
});

describe('the files of SQLite after an erasure', () => {
  let fresh: FreshStore;
  let store: Store;
  let dataDir = '';
  const services = () => ({ dataDir, clock });
  const write = { organisationId, clock, areaCentre: noAreaCentre, cause: testCause };

  beforeEach(async () => {
    fresh = await openFreshStore('sqlite');
    store = fresh.store;
    dataDir = fresh.location.dataDir;
    onTestFinished(() => fresh.remove());
    await withMembersWriter(store, write, async (writer) => {
      await putSampleStructure(writer, { id: organisationId });
      for (let id = 1; id <= 300; id += 1) {
        const email = id === 150 ? 'canary-01@example.com' : `member-${id}@example.com`;
        await writer.memberships.put(sampleMember(id, {}, { id, email, lastName: `Name ${id}` }));
      }
    });
    // The values have different lengths, so that the many transactions split, join and free pages.
    const random = seededRandom(19);
    for (let round = 0; round < 12; round += 1) {
      await withMembersWriter(store, write, async (writer) => {
        for (const id of [149, 150, 151]) {
          const member = await writer.memberships.find(id);
          if (member === null) throw new Error('the member exists');
          const name = `${id === 150 ? 'canary-02' : 'plain'} ${'x'.repeat(Math.floor(random() * 900))}`;
          const locations = [
            sampleLocation({ id: id * 10, name, email: `${id === 150 ? 'canary-03' : 'l'}@x.example` }),
          ];
          await writer.memberships.put({
            person: { ...member.person, phone: `${id === 150 ? 'canary-04' : 'p'}-${round}` },
            membership: { ...member.membership, locations },
          });
        }
      });
    }
    await setPassword(store, { organisationId, personId: 150, password: 'a good password' }, clock());
    const send = createMailer({
      smtpUrl: null,
      from: 'office@example.com',
      dataDir,
      identityOf: mailIdentity,
    });
    await send({
      to: 'canary-01@example.com',
      subject: 'Hello',
      text: 'Hello',
      about: { kind: 'message', organisationId: 1, personId: null },
    });
  });

  it('contain nothing of the person, while others have the databases open', async () => {
    expect(filesWith(dataDir, 'canary-').length).toBeGreaterThan(1);
    expect(await erasePerson(store, erasure, services())).toMatchObject({ isComplete: true, problem: null });
    expect(filesWith(dataDir, 'canary-')).toEqual([]);
    expect(statSync(join(dataDir, 'members.db-wal')).size).toBeLessThan(100_000);
    expect(await store.members.selectFrom('person').select('id').execute()).toHaveLength(299);
  });

  it('contain the person while a long read uses the log, and not after it', async () => {
    let endRead = () => {};
    const ended = new Promise<void>((resolve) => (endRead = resolve));
    let read: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      read = store.members
        .transaction()
        .setAccessMode('read only')
        .execute(async (db) => {
          await db.selectFrom('person').select('id').limit(1).execute();
          resolve();
          await ended;
        });
    });
    const first = await erasePerson(store, erasure, { ...services(), waitMs: 0 });
    expect(first).toMatchObject({
      isComplete: false,
      problem: 'members.db cannot be rewritten while a long read uses it',
    });
    expect(filesWith(dataDir, 'canary-')).not.toEqual([]);
    expect(await store.members.selectFrom('person').select('id').where('id', '=', 150).execute()).toEqual([]);
    endRead();
    await read;
    expect(await settleErasures(store, services())).toMatchObject([{ isComplete: true }]);
    expect(filesWith(dataDir, 'canary-')).toEqual([]);
    expect(await applyErasures(store, services())).toEqual({ erased: 0, problems: [] });
  });
});
