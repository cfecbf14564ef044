/**
 * Shows the values of new fields in each part of the project. `add-a-field.test.ts` runs this script in a copy of the
 * project to which the fields were added: tsx scripts/show-field.ts STORES COLUMN=VALUE…. STORES is JSON with the
 * locations of three stores. Two stores are empty, and one has a member that was written before the fields existed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPublicEntry } from '@/lib/directory/model/projection';
import { createMembershipApiClient } from '@/lib/contract/client';
import type { Location, Membership } from '@/lib/contract/resources';
import { exportMembers } from '@/lib/transfer/import/export-members';
import { importArchive } from '@/lib/transfer/import/import-archive';
import { importContent } from '@/lib/transfer/import/import-cases.fixture';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { startTestService } from '@/lib/service/service.fixture';
import { openStore, type Store } from '@/lib/store/database';
import { testCause } from '@/lib/store/sample-members.fixture';
import { ownLocationInputs, withValues } from '@/lib/office-pages/location-form';
import { officePeople, startTestOffice } from '@/lib/office/office.fixture';
import { secretMember } from '@/lib/office/secret-member.fixture';

const [locations = '[]', ...fields] = process.argv.slice(2);
const [names, values] = [0, 1].map((part) => fields.map((one) => one.split('=')[part]).join(','));
const clock = () => new Date('2026-06-15T02:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-field-'));
const stores: Store[] = [];
for (const location of JSON.parse(locations)) stores.push(await openStore(location));
const [store, second, before] = stores;
if (store === undefined || second === undefined || before === undefined) throw new Error('expected 3 stores');
try {
  const columns = 'MembershipNumber,FirstName,LastName,Email,MembershipType,ExpiryDate,Lat,Lng,Precision';
  const further = 'Location2Lat,Location2Lng,Location2Precision,Location2Entrance';
  const result = await importContent(store, 1, [
    `${columns},${further},${names}`,
    `M-1,Ada,Example,ada@members.example,Full,2030-06-30,-38.1,144.3,exact,-38.2,144.4,suburb,Back,${values}`,
  ]);
  const archive = await exported(store, 'json');
  const path = join(folder, 'archive.json');
  writeFileSync(path, archive);
  const request = { path, organisationId: 1, isDryRun: false, replaces: false, confirmedRemovals: null };
  const tools = { clock, areaCentre: () => null, cause: testCause };
  const again = await importArchive(request, { ...tools, store: second });
  // An archive from an earlier release has no such fields.
  const earlier = archive.replace(/,"(?:Pronouns|Accreditation|Entrance)":"[^"]*"/g, '');
  writeFileSync(path, earlier);
  const old = await importArchive({ ...request, organisationId: 2 }, { ...tools, store: second });
  const shown = {
    problems: [...result.problems, ...again.problems, ...old.problems],
    hasEarlier: earlier !== archive && old.created === 1,
    csv: await exported(store, 'csv'),
    archive: JSON.parse(archive),
    isSameArchive: (await exported(second, 'json')) === archive,
    api: await requestApi(store),
    before: await requestApi(before),
    office: await askOffice(second),
    locationForm: {
      inputs: ownLocationInputs,
      values: withValues({}, { Entrance: 'Ramp' }, ['Entrance']),
    },
  };
  process.stdout.write(JSON.stringify({ ...shown, directory: publicEntry(shown.api) }));
} finally {
  for (const one of stores) await one.close();
  rmSync(folder, { recursive: true });
}

async function exported(from: Store, format: 'json' | 'csv'): Promise<string> {
  const parts: string[] = [];
  await exportMembers(from, { organisationId: 1, format }, async (text) => void parts.push(text));
  return parts.join('');
}

/** What each role of the office sees of a member with the fields, and what an officer may change. */
async function askOffice(to: Store) {
  const office = await startTestOffice(to, 3, folder);
  const ask = async (role: keyof typeof officePeople, method: string, path: string, body?: object) => {
    const token = await office.ownToken({ personId: officePeople[role] });
    const response = await office.office(method, path, { token, ...(body && { body }) });
    return { status: response.status, text: await response.text() };
  };
  const read = async (role: keyof typeof officePeople) => {
    const { text } = await ask(role, 'GET', 'members/50');
    const journal = await ask(role, 'GET', 'journal?Member=50&Limit=200');
    return { member: JSON.parse(text), texts: [text, journal.text] };
  };
  await office.write((writer) => writer.memberships.put(secretMember(50, true)));
  await ask('owner', 'PATCH', 'settings', { ReadersSeeContact: true });
  const { member } = await read('owner');
  const [place] = member.Locations;
  const written = await ask('owner', 'PATCH', 'members/50', {
    User: { Pronouns: 'she/her' },
    Accreditation: 'A-7',
    Locations: [{ ...place, Entrance: 'Ramp' }],
  });
  const [owner, officer, reader] = [await read('owner'), await read('officer'), await read('reader')];
  const changes = [{ User: { Pronouns: 'they' } }, { Accreditation: 'A-8' }, { Locations: [place] }];
  const changed = [];
  for (const change of changes) changed.push(await ask('officer', 'PATCH', 'members/50', change));
  const list = async (role: keyof typeof officePeople, query: string) => {
    const { status, text } = await ask(role, 'GET', `members?${query}`);
    return status === 200 ? JSON.parse(text).Members : status;
  };
  const lists = {
    owner: await list('owner', 'Pronouns=THE&Accreditation=a-7'),
    nobody: await list('owner', 'Pronouns=hey'),
    officer: await list('officer', 'Pronouns=they'),
    hidden: [await list('officer', 'Accreditation=a'), await list('reader', 'Accreditation=a')],
  };
  const Action = { Do: 'set', Field: 'Pronouns', Value: 'they/them' };
  const asked = await ask('owner', 'POST', 'bulk', { Members: { IDs: ['50'] }, Action });
  const checked = JSON.parse(asked.text);
  const run = JSON.parse((await ask('owner', 'POST', `bulk/${checked.ID}/run`)).text);
  const forbidden = { ...Action, Field: 'Accreditation' };
  const refused = await ask('officer', 'POST', 'bulk', { Members: { IDs: ['50'] }, Action: forbidden });
  const bulk = { first: checked.First, changed: run.Changed, refused: refused.status };
  return { written, owner, officer, reader, changed, lists, bulk };
}

interface Answers {
  members: Membership[];
  locations: Location[];
}

function publicEntry({ members: [member], locations: of }: Answers) {
  const lists = { types: new Map(), categories: new Map(), extras: [] };
  const related = { locations: of, categoryIds: [], lists, locateArea: () => null };
  return member && toPublicEntry(member, related)?.entry;
}

/** Makes the requests that the directory makes. */
async function requestApi(from: Store): Promise<Answers> {
  const { app } = startTestService(from);
  const scopes = ['basic' as const, 'members' as const];
  const options = { organisationId: 1, name: 'Directory', scopes, redirectUris: [], seesAdminExtras: false };
  const client = await createClient(from, options);
  const api = createMembershipApiClient(
    {
      apiUrl: 'https://members.example',
      organisationId: 1,
      client: { id: client.id, secret: client.secret ?? '' },
      clock,
    },
    { fetch: async (input, init) => app.request(String(input), init) },
  );
  const answers: Answers = { members: [], locations: [] };
  const query = new URLSearchParams({ 'Include[]': 'Directory' });
  await api.members({ query, each: (one) => void answers.members.push(one) });
  await api.locations({ query, each: (one) => void answers.locations.push(one) });
  return answers;
}
