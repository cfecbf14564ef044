import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createApiCards } from '@/lib/member-card/card-api';
import { createCardFiles } from '@/lib/member-card/card-files';
import type { CardStore } from '@/lib/member-card/card-store';
import { createCardsClient } from '@/lib/contract/cards';
import { ensureFirstPartyClient } from '@/lib/sign-in/oauth/first-party-client';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { freePort } from '@/scripts/start-postgres.mjs';

const clock = () => new Date('2026-06-15T02:00:00Z');
const client = { id: 'directoryofthetest', secret: 'secretofthedirectoryofthetest' };
const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'));
  folders.push(folder);
  return folder;
}

describeEachEngine('membership cards in the database', (store) => {
  let service: TestService;
  let apiUrl: string;
  let issuer: string;
  let close: () => void;
  beforeAll(async () => {
    const context = { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, async (writer) => {
      await putSampleStructure(writer);
      await writer.memberships.put(sampleMember(41, {}, { firstName: 'Ada', lastName: 'Brandt' }));
    });
    service = startTestService(store(), { ownClientId: client.id });
    const redirectUri = 'https://members.example/api/auth/callback/membership';
    const own = { organisationId: 1, name: 'Directory', redirectUri, credentials: client };
    await ensureFirstPartyClient(store(), own);
    const port = await freePort();
    const server = createServer(getRequestListener(service.app.fetch, { overrideGlobalObjects: false }));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    apiUrl = `http://127.0.0.1:${port}`;
    issuer = `${apiUrl}/api/v2/organisation/1`;
    close = () => server.close();
  });
  afterAll(() => close());
  afterEach(async () => {
    await store().auth.deleteFrom('card_key').execute();
    await store().auth.deleteFrom('card_generation').execute();
  });

  const startProcess = (dataDir = newFolder(), authSecret = 'the secret of both processes'): CardStore =>
    createApiCards({
      cards: createCardsClient({ apiUrl, organisationId: 1, client, clock }),
      authSecret,
      dataDir,
      issuer,
    });
  const content = {
    membershipId: '41',
    firstName: 'Ada',
    lastName: 'Brandt',
    organisation: null,
    generation: 0,
  };
  const issue = (cards: CardStore) => cards.issue(content);
  const isOurs = async (cards: CardStore, code: string) => (await cards.read(code)) !== null;

  it('two processes with separate folders accept each other’s cards and revocations', async () => {
    const [first, second] = [startProcess(), startProcess()];
    const [one, two] = await Promise.all([issue(first), issue(second)]);
    expect([one, one.length]).toEqual([two, 13]);
    expect(await isOurs(first, two)).toBe(true);
    expect(await isOurs(second, one)).toBe(true);
    await Promise.all([first.revoke('41'), second.revoke('41'), first.revoke('42')]);
    for (const cards of [first, second])
      expect([await cards.generation('41'), await cards.generation('42')]).toEqual([2, 1]);
    expect(await isOurs(first, one), 'a revoked card').toBe(false);
    const next = await issue(second);
    expect(next).not.toBe(one);
    expect(await first.read(next)).toEqual({ ...content, generation: 2 });
    expect(await first.read(next.toLowerCase().replace(/(.{4})/, '$1-')), 'typed').not.toBe(null);
  });

  it('migrates keys and revocations that two installations stored in files', async () => {
    const folders = [newFolder(), newFolder()];
    const codes = [];
    for (const folder of folders) codes.push(await issue(createCardFiles(folder, issuer)));
    const revoked = JSON.stringify({ membership: `${issuer} 41`, generation: 3 });
    writeFileSync(join(folders[0] ?? '', 'revoked-cards.jsonl'), `${revoked}\n{"membership":"torn`);
    const processes = folders.map((folder) => startProcess(folder));
    for (const cards of processes) await cards.checkKeys();
    for (const cards of processes) {
      for (const code of codes) expect(await isOurs(cards, code)).toBe(true);
      expect(await cards.generation('41')).toBe(3);
    }
    await processes[1]?.revoke('41');
    // A later start migrates the files again, but restores no revoked card.
    expect(await startProcess(folders[0]).generation('41')).toBe(4);
  });

  it('a damaged key file stops a new installation, but not one that has keys in the database', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'card-key.json'), '{"kty":');
    await expect(startProcess(folder).checkKeys()).rejects.toThrow('card-key.json is not the key');
    const whole = newFolder();
    const code = await issue(createCardFiles(whole, issuer));
    await startProcess(whole).checkKeys();
    expect(await isOurs(startProcess(folder), code)).toBe(true);
  });

  it('cards stay valid when AUTH_SECRET changes, and the database does not reveal the private key', async () => {
    const folder = newFolder();
    const old = await issue(createCardFiles(folder, issuer));
    const code = await issue(startProcess(folder));
    const [row] = await store().auth.selectFrom('card_key').selectAll().execute();
    expect(Buffer.from(row?.sealed_key ?? '', 'base64url').toString('latin1')).not.toContain('"d"');
    const changed = startProcess(newFolder(), 'another secret');
    expect(await issue(changed)).toBe(code);
    for (const one of [old, code]) expect(await isOurs(changed, one)).toBe(true);
  });

  it('only the directory’s own client may read or change them', async () => {
    const token = await service.token({ scopes: ['basic', 'members', 'user'] });
    // A first-party client does not ask members for consent, but it may not make cards either.
    const firstParty = await service.token({ scopes: ['basic', 'members', 'user'], isFirstParty: true });
    const [get, post] = ['GET', 'POST'] as const;
    for (const [path, methods] of [
      ['cards/keys', [get, post]],
      ['cards/memberships/41', [get, post]],
      ['cards/memberships/41/code', [post]],
      ['cards/codes/0123456789ABC', [get]],
    ] as const) {
      const callers = [
        [`Bearer ${token}`, 403],
        [`Bearer ${firstParty}`, 403],
        [null, 401],
      ] as const;
      const calls = methods.flatMap((method) => callers.map((caller) => [method, ...caller] as const));
      for (const [method, authorization, status] of calls) {
        const headers = new Headers(authorization === null ? {} : { authorization });
        const body = method === 'POST' ? { body: new URLSearchParams({ Generation: '5' }) } : {};
        const response = await fetch(`${issuer}/${path}`, { method, headers, ...body });
        expect(response.status, `${method} ${path}`).toBe(status);
      }
    }
    expect(await startProcess().generation('41')).toBe(0);
  });
});
