/**
 * The value of a person's field in each part of the project. `add-a-field.test.ts` runs it in a copy to which the field
 * was added: tsx scripts/show-field.ts NAME VALUE
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPublicEntry } from '@/lib/directory/projection';
import { createMembershipApiClient } from '@/lib/membership-api/client';
import type { Membership } from '@/lib/membership-api/resources';
import { exportMembers } from '@/lib/membership-import/export-members';
import { importArchive } from '@/lib/membership-import/import-archive';
import { importContent } from '@/lib/membership-import/import-cases';
import { createClient } from '@/lib/membership-service/oauth/clients';
import { startTestService } from '@/lib/membership-service/test-service';
import { openStore, type Store } from '@/lib/membership-store/database';
import { testCause } from '@/lib/membership-store/sample-members.fixture';

const [name = '', value = ''] = process.argv.slice(2);
const clock = () => new Date('2026-06-15T02:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-field-'));
const store = await openStore({ dataDir: join(folder, 'first'), postgresUrl: null });
const second = await openStore({ dataDir: join(folder, 'second'), postgresUrl: null });
try {
  const columns = 'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate';
  const result = await importContent(store, 1, [
    `${columns},${name}`,
    `M-1,Ada,Example,ada@members.example,Full,2030-06-30,${value}`,
  ]);
  const archive = await exported(store, 'json');
  const path = join(folder, 'archive.json');
  writeFileSync(path, archive);
  const request = { path, organisationId: 1, isDryRun: false, replaces: false, confirmedRemovals: null };
  const tools = { clock, areaCentre: () => null, cause: testCause };
  const again = await importArchive(request, { ...tools, store: second });
  // As an earlier release exported it.
  const earlier = archive.replace(`,"${name}":"${value}"`, '');
  writeFileSync(path, earlier);
  const old = await importArchive({ ...request, organisationId: 2 }, { ...tools, store: second });
  const [member] = await askApi();
  const answer = {
    problems: [...result.problems, ...again.problems, ...old.problems],
    hasEarlier: earlier !== archive && old.created === 1,
    csv: await exported(store, 'csv'),
    archive: JSON.parse(archive),
    isSameArchive: (await exported(second, 'json')) === archive,
    api: member?.User,
    directory: member && publicEntry(member),
  };
  process.stdout.write(JSON.stringify(answer));
} finally {
  await store.close();
  await second.close();
  rmSync(folder, { recursive: true });
}

async function exported(from: Store, format: 'json' | 'csv'): Promise<string> {
  const parts: string[] = [];
  await exportMembers(from, { organisationId: 1, format }, async (text) => void parts.push(text));
  return parts.join('');
}

function publicEntry(member: Membership) {
  const lists = { types: new Map(), categories: new Map(), extras: [] };
  return toPublicEntry(member, { locations: [], categoryIds: [], lists, locateArea: () => null })?.entry;
}

/** As the directory requests it. */
async function askApi(): Promise<Membership[]> {
  const { app } = startTestService(store);
  const scopes = ['basic' as const, 'members' as const];
  const options = { organisationId: 1, name: 'Directory', scopes, redirectUris: [], seesAdminExtras: false };
  const client = await createClient(store, options);
  const api = createMembershipApiClient({
    apiUrl: 'https://members.example',
    organisationId: 1,
    client: { id: client.id, secret: client.secret ?? '' },
    clock,
    fetch: async (input, init) => app.request(String(input), init),
  });
  const members: Membership[] = [];
  const query = new URLSearchParams({ 'Include[]': 'Directory' });
  await api.members({ query, each: (one) => void members.push(one) });
  return members;
}
