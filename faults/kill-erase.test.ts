/**
 * `kill -9` before any statement of an erasure: either the person is unchanged, or the next start of the server
 * completes the erasure before it answers requests (docs/decisions.md, J20).
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { setPassword } from '@/lib/sign-in/accounts/passwords';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { testEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { isLong, sampleSize } from '@/lib/base/test-strength';
import { inStore, startAndStopService } from './embedded-service';
import { newSettings } from './new-settings';
import { runCommand, type KillPoint } from './run-command';
import type { ServiceSettings } from './service-process';

const organisationId = 1;
const clock = () => new Date();
const rounds = sampleSize({ usual: 4, long: 120 });
/** The statements that rewrite SQLite's files. */
const threadKills = isLong ? [2, 3, 4] : [3];
const options = { organisationId, clock, areaCentre: noAreaCentre, cause: testCause };

it.each(testEngines)(
  'on %s, an erasure that is killed before any of its statements is undone, or completed by the next start',
  { timeout: sampleSize({ usual: 600_000, long: 6_000_000 }) },
  async (engine) => {
    const { settings, remove } = await newSettings(engine);
    try {
      await inStore(settings, (store) =>
        withMembersWriter(store, options, (writer) => putSampleStructure(writer, { id: organisationId })),
      );
      let id = 1;
      await addPerson(settings, id);
      const refused = await run(settings, { id, isConfirmed: false });
      const { statements: last } = await run(settings, { id });
      const first = refused.statements - 1;
      const inThread = engine === 'sqlite' ? threadKills : [];
      const kills = Array.from({ length: rounds }, (_, round) => ({
        killAt: first + Math.floor(((round + 0.5) / rounds) * (last - first + 1)),
        killThreadAt: 0,
      }));
      const seen = { whole: 0, erased: 0, completed: 0 };
      for (const kill of [...kills, ...inThread.map((at) => ({ killAt: 0, killThreadAt: at }))]) {
        id += 1;
        await addPerson(settings, id);
        await run(settings, { id, ...kill });
        seen[await startAndCheck(settings, id, kill)] += 1;
      }
      expect(seen.whole).toBeGreaterThan(0);
      expect(seen.completed).toBeGreaterThan(0);
    } finally {
      await remove();
    }
  },
);

async function addPerson(settings: ServiceSettings, id: number): Promise<void> {
  await inStore(settings, async (store) => {
    for (const phone of ['1', '2']) {
      await withMembersWriter(store, options, async (writer) => {
        const person = {
          id,
          email: `canary-${id}@example.com`,
          lastName: `Canary-${id}`,
          phone: `canary-${id}-${phone}`,
        };
        const locations = [sampleLocation({ id: id * 10, name: `canary-${id}` })];
        await writer.memberships.put(sampleMember(id, { locations }, person));
      });
    }
    await setPassword(store, { organisationId, personId: id, password: 'a good password' }, clock());
  });
}

async function startAndCheck(
  settings: ServiceSettings,
  id: number,
  kill: object,
): Promise<'whole' | 'erased' | 'completed'> {
  const isPending = await inStore(settings, async ({ auth }) => {
    const rows = await auth.selectFrom('erasure_in_progress').select('person_id').execute();
    return rows.length > 0;
  });
  await startAndStopService(settings);
  const [hasPerson, hasAccount] = await inStore(settings, async ({ members, auth }) => [
    (await members.selectFrom('person').select('id').where('id', '=', id).execute()).length > 0,
    (await auth.selectFrom('account').select('person_id').where('person_id', '=', id).execute()).length > 0,
  ]);
  const what = `person ${id}, ${JSON.stringify(kill)}`;
  if (hasPerson) {
    expect([isPending, hasAccount], what).toEqual([false, true]);
    return 'whole';
  }
  expect(hasAccount, what).toBe(false);
  expect(await placesWith(settings, `canary-${id}`), what).toEqual([]);
  const erased = readFileSync(join(settings.dataDir, 'erasures.jsonl'), 'utf8');
  expect(erased, what).toContain(`"personId":${id},`);
  return isPending ? 'completed' : 'erased';
}

/** Finds the files of the data folder, or the tables of PostgreSQL, that contain this text. */
async function placesWith(settings: ServiceSettings, text: string): Promise<string[]> {
  const pattern = new RegExp(`${text}(?!\\d)`, 'i');
  const names = readdirSync(settings.dataDir, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => {
    const file = join(settings.dataDir, name);
    return statSync(file).isFile() && pattern.test(readFileSync(file, 'latin1'));
  });
  if (settings.postgresUrl === null) return files;
  return inStore(settings, async ({ members }) => {
    const tables: string[] = [];
    for (const { name } of await members.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(members);
      if (pattern.test(JSON.stringify(rows))) tables.push(name);
    }
    return [...files, ...tables];
  });
}

async function run(
  settings: ServiceSettings,
  { id, isConfirmed = true, ...kill }: KillPoint & { id: number; isConfirmed?: boolean },
): Promise<{ statements: number }> {
  const line = ['person', 'erase', '--person', String(id), ...(isConfirmed ? ['--yes'] : [])];
  const { code, isKilled, statements, printed } = await runCommand(settings, line, kill);
  if (isKilled) return { statements: 0 };
  if (code !== (isConfirmed ? 0 : 2)) throw new Error(`${line.join(' ')} ended with ${code}: ${printed}`);
  return { statements };
}
