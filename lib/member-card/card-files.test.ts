import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCardFiles, readOldRevocations } from './card-files';

const issuer = 'https://members.example/api/v2/organisation/7';
let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'cards-'))));
afterEach(() => rmSync(dataDir, { recursive: true }));

const line = (id: string, generation: number) =>
  JSON.stringify({ membership: `${issuer} ${id}`, generation });

it('an incomplete last line of an earlier release does not destroy other lines, even after another revocation', async () => {
  const file = join(dataDir, 'revoked-cards.jsonl');
  writeFileSync(file, `${line('40', 1)}\n${line('41', 2)}\n${line('42', 1).slice(0, 60)}`);
  const cards = createCardFiles(dataDir, issuer);
  expect([await cards.generation('40'), await cards.generation('41')]).toEqual([1, 2]);
  // Simulates an earlier release, which appends to the incomplete line.
  appendFileSync(file, `${line('43', 1)}\n`);
  expect(await cards.generation('43')).toBe(1);
  await cards.revoke('40');
  await cards.revoke('44');
  const again = createCardFiles(dataDir, issuer);
  for (const [id, generation] of Object.entries({ 40: 2, 41: 2, 42: 0, 43: 1, 44: 1 }))
    expect(await again.generation(id), id).toBe(generation);
  expect([...readOldRevocations(dataDir, issuer)]).toEqual([
    ['40', 1],
    ['41', 2],
    ['43', 1],
  ]);
});

it('concurrent revocations by several processes are all stored, complete, and readable only by the owner', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => String(index));
  await Promise.all(ids.map((id) => createCardFiles(dataDir, issuer).revoke(id)));
  const cards = createCardFiles(dataDir, issuer);
  expect(await Promise.all(ids.map((id) => cards.generation(id)))).toEqual(ids.map(() => 1));
  const folder = join(dataDir, 'revoked-cards');
  const names = readdirSync(folder);
  expect(names).toHaveLength(40);
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

it('a revocation at another association changes nothing here', async () => {
  await createCardFiles(dataDir, 'https://other.example').revoke('40');
  expect(await createCardFiles(dataDir, issuer).generation('40')).toBe(0);
});

it('a file that is not a key causes an error that names it, and is not deleted', async () => {
  writeFileSync(join(dataDir, 'card-key.json'), '{"kty":"OKP"');
  await expect(createCardFiles(dataDir, issuer).signingKey()).rejects.toThrow('card-key.json is not the key');
});
