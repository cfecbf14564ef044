/** Clients that other people's tools make from the description compile, and can write a member. */
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient as generate } from '@hey-api/openapi-ts';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService } from './service.fixture';
import { createClient } from '@/lib/sign-in/oauth/clients';
import { noAreaCentre, putSampleStructure, testCause } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { describeApi } from '@/lib/contract/reference/openapi';

const now = new Date('2026-06-15T02:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-generated-'));
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const description = () => structuredClone(describeApi('https://members.example', 100, ['12']));

/** The errors of the compiler, with all its strict checks. */
function compile(...files: string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

test('openapi-typescript: a new member and a change are checked field by field', async () => {
  // The description is OpenAPI 3.1, which an independent validator checks in openapi.test.ts.
  const types = await openapiTS(description() as unknown as OpenAPI3);
  writeFileSync(join(folder, 'api.d.ts'), astToString(types));
  const use = (change: string) => `import type { paths } from './api';
type Change = NonNullable<paths['/api/v2/organisation/{organisation_id}/members/{MembershipID}']['patch']['requestBody']>['content']['application/json'];
type New = NonNullable<paths['/api/v2/organisation/{organisation_id}/members']['post']['requestBody']>['content']['application/json'];
export const added: New = { Kind: 'individual', MembershipType: { ID: '1' }, ExpiryDate: null, User: { LastName: 'Byron' } };
export const change: Change = ${change};
`;
  const good = join(folder, 'good.ts');
  const bad = join(folder, 'bad.ts');
  writeFileSync(good, use(`{ ExpiryDate: '2028-06-30', User: { Phone: '0491 570 156' } }`));
  writeFileSync(bad, use(`{ ExpiryDate: 2028, User: { Fone: '0491 570 156' } }`));
  expect(compile(good)).toEqual([]);
  expect(compile(bad)).toEqual([
    expect.stringContaining("'number' is not assignable"),
    expect.stringContaining("'Fone' does not exist"),
  ]);
});

describeUsualEngines('a client that @hey-api/openapi-ts makes', (store) => {
  beforeAll(async () => {
    const context = { organisationId: 1, clock: () => now, areaCentre: noAreaCentre, cause: testCause };
    await withMembersWriter(store(), context, async (writer) => void (await putSampleStructure(writer)));
  });

  test('compiles, gets a token, adds and changes a member, and finds the member by an answer', async () => {
    const output = mkdtempSync(join(folder, 'client-'));
    await generate({
      // The tool's type for documents does not allow our looser JsonSchema.
      input: description() as never,
      output: { path: output },
      logs: { level: 'silent' },
      plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
    });
    const use = join(output, 'use.ts');
    writeFileSync(use, useOfClient);
    expect(readdirSync(output)).toContain('sdk.gen.ts');
    expect(compile(use)).toEqual([]);
    const { id, secret } = await createClient(store(), {
      organisationId: 1,
      name: 'Generated',
      scopes: ['members', 'members:write'],
    });
    const { app } = startTestService(store(), { now: now.toISOString() });
    const { run } = (await import(use)) as { run: (auth: string, fetch: unknown) => Promise<unknown> };
    expect(await run(`${id}:${secret}`, async (request: Request) => app.request(request))).toEqual({
      member: expect.objectContaining({
        ExpiryDate: '2028-06-30',
        User: expect.objectContaining({ LastName: 'Byron', Phone: '0491 570 156' }),
      }),
      replayed: [null, 'true'],
      found: [1, 0],
    });
  });
});

const useOfClient = `
import { v2ChangeMember, v2CreateMember, v2Members, v2Token } from './sdk.gen';
export async function run(auth: string, fetch: typeof globalThis.fetch) {
  const path = { organisation_id: 1 };
  const usual = { baseUrl: 'https://members.example', path, fetch, throwOnError: true } as const;
  const grant = { grant_type: 'client_credentials', scope: 'members members:write' } as const;
  const { data: token } = await v2Token({ ...usual, auth, body: grant });
  const signed = { ...usual, auth: token.access_token };
  const add = () => v2CreateMember({
    ...signed,
    headers: { 'Idempotency-Key': 'one' },
    body: {
      Kind: 'individual',
      MembershipType: { ID: '1', Extras: [{ ID: '12', Answer: 'English' }] },
      ExpiryDate: '2027-06-30',
      User: { LastName: 'Byron' },
      Checked: true,
    },
  });
  const added = await add();
  const again = await add();
  const changed = await v2ChangeMember({
    ...signed,
    path: { ...path, MembershipID: added.data.Member?.ID ?? '' },
    headers: { 'If-Match': added.response.headers.get('ETag') ?? '' },
    body: { ExpiryDate: '2028-06-30', User: { Phone: '0491 570 156' } },
  });
  const find = async (...answers: string[]) =>
    (await v2Members({ ...signed, query: { 'ExtraAnswer[12][]': answers } })).data.length;
  return {
    member: changed.data.Member,
    replayed: [added, again].map(({ response }) => response.headers.get('Idempotency-Replayed')),
    found: [await find('English', 'French'), await find('French', 'German')],
  };
}
`;
