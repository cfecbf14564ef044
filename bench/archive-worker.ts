/** One measured step of bench/archive.ts: `tsx bench/archive-worker.ts WORK FILE DATA_DIR DATABASE_URL`. */
import { setFlagsFromString } from 'node:v8';
import { exportMembers } from '@/lib/transfer/import/export-members';
import { importArchive } from '@/lib/transfer/import/import-archive';
import { blankRequest } from '@/lib/transfer/import/import-cases.fixture';
import { importFile, type ImportResult } from '@/lib/transfer/import/import-file';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { openStore } from '@/lib/store/database';
import { byCommand } from '@/lib/store/journal';
import { writePrivateFile } from '@/lib/base/private-file';
import { timed } from './timed';

// The chapterhouse command sets this flag too.
setFlagsFromString('--heap-growing-percent=20');
const [, , work = '', file = '', dataDir = '', url = ''] = process.argv;
const organisationId = 1;
const passwordHash = `$argon2id$v=19$m=19456,t=2,p=1$${'c2FsdCBvZiBhIGJlbmNo'}$${'A'.repeat(43)}`;
const store = await openStore({ dataDir, postgresUrl: url === '' ? null : url });
const context = {
  store,
  clock: () => new Date(),
  areaCentre: () => null,
  cause: byCommand('import'),
};
const works: Record<string, () => Promise<number>> = {
  prepare: async () => {
    const read = readOf(await importFile({ ...blankRequest, path: file, organisationId }, context));
    await addAccounts();
    return read;
  },
  export: async () => {
    const parts = { hasSecrets: true, isOwnClient: () => false };
    const request = { organisationId, format: 'json', parts } as const;
    return (await writePrivateFile(file, (write) => exportMembers(store, request, write))).memberships;
  },
  import: async () => {
    const request = { path: file, organisationId, isDryRun: false, replaces: false, confirmedRemovals: null };
    return readOf(await importArchive(request, context));
  },
};
try {
  const run = works[work];
  if (run === undefined) throw new Error(`there is no step "${work}"`);
  process.stdout.write(`${JSON.stringify(await timed(run))}\n`);
} finally {
  await store.close();
}

function readOf({ read, created, problems }: ImportResult): number {
  if (created !== read)
    throw new Error(`${created} of ${read} rows: ${JSON.stringify(problems.slice(0, 3))}`);
  return read;
}

async function addAccounts(): Promise<void> {
  const { id } = await createClient(store, {
    organisationId,
    name: 'Site',
    scopes: ['user'],
    redirectUris: ['https://site.example/callback'],
  });
  const people = await store.members.selectFrom('person').select('id').orderBy('id').execute();
  const now = Date.now();
  await store.auth.transaction().execute(async (db) => {
    for (let start = 0; start < people.length; start += 200) {
      const ids = people.slice(start, start + 200).map((person) => person.id);
      const of = ids.map((person_id) => ({ organisation_id: organisationId, person_id }));
      await db
        .insertInto('account')
        .values(of.map((one) => ({ ...one, password_hash: passwordHash, updated_at: now })))
        .execute();
      const consents = of.filter(({ person_id }) => person_id % 5 === 0);
      await db
        .insertInto('consent')
        .values(consents.map((one) => ({ ...one, client_id: id, scope: 'user', granted_at: now })))
        .execute();
      await db
        .insertInto('account_journal')
        .values(
          of.map((one) => ({
            ...one,
            id: `journal-${one.person_id}`,
            ordinal: 0,
            at: now,
            actor_kind: 'person' as const,
            actor: String(one.person_id),
            kind: 'account' as const,
            operation: 'password set' as const,
          })),
        )
        .execute();
    }
  });
}
