/** Measures how the work of reading a person's own data grows with the numbers of members and former members. */
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byPerson } from '@/lib/store/journal';
import { journalAccounts } from '@/lib/store/account-journal';
import { putSampleStructure, sampleMember } from '@/lib/store/sample-members.fixture';
import { openFreshStore, testEngines, type FreshStore } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { LaterWork } from '@/lib/sign-in/accounts/later-work';
import { defaultRateLimits } from '@/lib/sign-in/oauth/rate-limits';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { issueToken } from '@/lib/sign-in/oauth/tokens';
import { createOwnData } from './own-data';
import { isReading, planSteps, rowsTouched, statementsOf } from './sent-statements.fixture';
import { writerContext } from './sign-in-service.fixture';

const now = new Date('2026-03-01T10:00:00Z');
const subject = 1;
const before = 2;
const sizes = [400, 1600];

/**
 * A person among many former members. The person holds one membership and gave another one away; a third one was
 * removed.
 */
class World {
  #fresh!: FreshStore;
  #token = '';
  #count = before;

  async open(engine: 'sqlite' | 'postgres'): Promise<void> {
    this.#fresh = await openFreshStore(engine);
    await this.#write(async (writer) => {
      await putSampleStructure(writer, { id: 100, name: 'Guild of Bakers', timeZone: 'UTC' });
      await writer.memberships.put(memberOf(1, subject));
      await writer.memberships.put(memberOf(5001, subject));
      await writer.memberships.put(memberOf(5002, subject));
      await writer.memberships.put(memberOf(2, before));
    });
    await this.#write(async (writer) => {
      await writer.memberships.put(memberOf(5001, before));
      await writer.memberships.remove([5002]);
    });
    await createClient(this.store, {
      organisationId: 100,
      name: 'Directory',
      scopes: ['user'],
      redirectUris: ['https://members.example/callback'],
      isFirstParty: true,
      credentials: { id: 'the-directory', secret: 'the secret of the directory' },
    });
    const holder = { organisationId: 100, personId: subject, scopes: ['user' as const], codeHash: null };
    const token = { ...holder, clientId: 'the-directory', signedInAt: now.getTime() };
    this.#token = await issueToken(this.store.auth, token, now);
  }

  get store() {
    return this.#fresh.store;
  }

  remove = () => this.#fresh.remove();

  /**
   * Half of the new members are removed, and half of the other new memberships are given to another person. Each person
   * has changed something.
   */
  async growTo(count: number): Promise<void> {
    const ids = Array.from({ length: count - this.#count }, (_, at) => this.#count + at + 1);
    this.#count = count;
    await this.#write(async (writer) => {
      for (const id of ids) await writer.memberships.put(memberOf(id, id));
    });
    await this.#write(async (writer) => {
      await writer.memberships.remove(ids.filter((id) => id % 2 === 0));
      for (const id of ids.filter((one) => one % 4 === 1)) await writer.memberships.put(memberOf(id, before));
    });
    await this.#write(async (writer) => {
      const seats = [{ chapterId: null, startsOn: null, endsOn: null }];
      for (const id of ids) await writer.committees.put(id, seats);
    });
    // Each row about committee seats gets an author: the person whose ID is the row's record ID.
    await this.store.members
      .updateTable('journal')
      .set({ actor_kind: 'person', actor: sql<string>`cast(record_id as text)` })
      .where('kind', '=', 'committee')
      .execute();
    for (const id of ids) await this.#addAccount(id);
    if (this.store.engine === 'postgres') await this.store.members.executeQuery(CompiledQuery.raw('analyze'));
  }

  /** The statements that read data for the page and for a download. */
  async statements() {
    const sent = await statementsOf(async () => {
      const own = createOwnData({
        store: this.store,
        clock: () => now,
        baseUrl: 'https://members.example',
        rateLimits: defaultRateLimits,
        ownClientId: 'the-directory',
        contactEmail: null,
        mailer: async () => 'sent',
        later: new LaterWork({ delayMs: () => 0 }),
        logError: () => undefined,
        organisationId: 100,
      });
      const page = await own.read(this.#token);
      expect(page?.history?.map(({ what }) => what)).toContain('Membership 5002 was removed');
      expect((await own.download(this.#token, 'json'))?.text).toContain('"Format": "chapterhouse-person-1"');
    });
    return sent.filter(isReading);
  }

  async #addAccount(id: number): Promise<void> {
    const { auth } = this.store;
    const of = { organisation_id: 100, person_id: id };
    const by = { organisationId: 100, cause: byPerson(id), now: new Date(id) };
    await journalAccounts(auth, by, [{ kind: 'account', operation: 'removed', personId: id }]);
    const until = { expires_at: Date.UTC(2030, 0) };
    await auth
      .insertInto('session')
      .values({ session_hash: `session ${id}`, ...of, browser: '', created_at: id, ...until })
      .execute();
    await auth
      .insertInto('access_token')
      .values({ token_hash: `token ${id}`, ...of, client_id: 'site', scope: 'user', issued_at: id, ...until })
      .execute();
  }

  #write(work: Parameters<typeof withMembersWriter<void>>[2]): Promise<void> {
    return withMembersWriter(this.store, writerContext(100), work);
  }
}

function memberOf(id: number, personId: number) {
  // A person may hold several corporate memberships, but only one individual one.
  const member = sampleMember(id, { kind: 'corporate' });
  const { person } = sampleMember(personId, {}, { email: `person${personId}@example.org` });
  return { ...member, person };
}

describe.runIf(testEngines.includes('postgres'))('PostgreSQL', () => {
  const world = new World();
  beforeAll(() => world.open('postgres'));
  afterAll(() => world.remove());

  test('reads the same number of rows for a person, however many former members there are', async () => {
    const counts: number[][] = [];
    for (const size of sizes) {
      await world.growTo(size);
      const statements = await world.statements();
      counts.push(await Promise.all(statements.map((one) => rowsTouched(world.store.members, one))));
    }
    const [few = [], many = []] = counts;
    expect(few.length).toBeGreaterThan(20);
    expect(many.map((rows, at) => [at, rows]).filter(([at = 0, rows = 0]) => rows > (few[at] ?? 0))).toEqual(
      [],
    );
  });
});

describe('SQLite', () => {
  const world = new World();
  beforeAll(() => world.open('sqlite'));
  afterAll(() => world.remove());

  /**
   * These tables may be read completely. Their size does not depend on the number of members, or their rows exist only
   * for minutes.
   */
  const short =
    /^(SCAN|SEARCH) (import_run|archive_import|membership_type|membership_type_extra|category|chapter|addon|extra|authorize_request|authorization_code|mail_code)\b/;
  const isWide = (step: string) =>
    /^SCAN (?!json_each|CONSTANT)/.test(step) || /\(organisation_id=\?( AND \w+[<>]\?)?\)/.test(step);

  test('finds the rows of a person by an index, and reads no others', async () => {
    const wide: string[] = [];
    let steps = 0;
    for (const statement of await world.statements()) {
      for (const db of [world.store.members, world.store.auth]) {
        for (const step of await planSteps(db, statement)) {
          steps += 1;
          if (isWide(step) && !short.test(step)) wide.push(`${step}: ${statement.sql}`);
        }
      }
    }
    expect(steps).toBeGreaterThan(40);
    expect(wide).toEqual([]);
  });
});
