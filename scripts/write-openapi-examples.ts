/** Writes the examples of the API's reference: the first records of the demonstration on a fixed day. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiChanges } from '@/lib/contract/changes';
import { endpoints } from '../lib/contract/endpoints';
import { loadDemonstration } from '@/lib/demonstration/load';
import { demonstrationId } from '@/lib/demonstration/structure';
import { credentialIssuer } from '../lib/service/credential-issuer';
import { openStore } from '@/lib/store/database';
import { startTestService } from '@/lib/service/service.fixture';

const now = '2026-06-15T02:00:00Z';
const target = join(import.meta.dirname, '../lib/contract/reference/openapi-examples.json');

const dataDir = mkdtempSync(join(tmpdir(), 'chapterhouse-examples-'));
const store = await openStore({ dataDir, postgresUrl: null });
await loadDemonstration({
  store,
  clock: () => new Date(now),
  baseUrl: 'https://members.example',
  dataDir,
  issuer: credentialIssuer,
});
const service = startTestService(store, { organisationId: demonstrationId, now });
const member = await store.members
  .selectFrom('membership')
  .select('person_id')
  .where('kind', '=', 'individual')
  .orderBy('id')
  .executeTakeFirstOrThrow();
const token = await service.token({ scopes: ['basic', 'members', 'user'], personId: member.person_id });
const examples: Record<string, unknown> = {};
for (const { version, path, isList } of endpoints) {
  const response = await service.get(isList ? `${path}?Page[Size]=1` : path, { version, token });
  examples[`${version}/${path}`] = await response.json();
}
const [listed] = examples['v2/members'] as { ID: string }[];
const record = await service.get(`members/${listed?.ID}`, { token });
examples['v2/members/{MembershipID}'] = await record.json();
const page = (await (await service.get('changes?After=0&Limit=1000', { token })).json()) as ApiChanges;
const example = ['MembershipType', 'Member'].flatMap(
  (kind) => page.Changes.find(({ Kind }) => Kind === kind) ?? [],
);
examples['v2/changes'] = { Changes: example, Next: example.at(-1)?.Position, HasMore: true };
writeFileSync(target, `${JSON.stringify(examples, null, 2)}\n`);
await store.close();
rmSync(dataDir, { recursive: true });
