/** Clients that other people's tools make from the description compile, and can write a member. */
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient as generate } from '@hey-api/openapi-ts';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { parseMembersQuery } from '@/lib/contract/filters';
import { describeApi } from './openapi';

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
  expect(compile(bad).join('\n')).toMatch(/not assignable/);
});

test('@hey-api/openapi-ts: the client compiles, asks for answers to an extra and sends a change', async () => {
  const output = join(folder, 'client');
  await generate({
    // The tool's type for documents does not allow our looser JsonSchema.
    input: description() as never,
    output: { path: output },
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'],
  });
  const use = join(output, 'use.ts');
  writeFileSync(
    use,
    `import { v2ChangeMember, v2Members } from './sdk.gen';
const baseUrl = 'https://members.example';
const echo = (sent: unknown) => new Response(JSON.stringify({ sent }), { headers: { 'Content-Type': 'application/json' } });
export const list = () => v2Members({
  baseUrl,
  path: { organisation_id: 100 },
  query: { 'ExtraAnswer[12][]': ['Yes', 'No'] },
  fetch: async (request) => echo((request as Request).url),
});
export const change = () => v2ChangeMember({
  baseUrl,
  path: { organisation_id: 100, MembershipID: '1001' },
  headers: { 'If-Match': '*' },
  body: { ExpiryDate: '2028-06-30', User: { Phone: '0491 570 156' } },
  fetch: async (request) => echo(await (request as Request).text()),
});
`,
  );
  expect(readdirSync(output)).toContain('sdk.gen.ts');
  expect(compile(use)).toEqual([]);
  type Call = () => Promise<{ data?: unknown }>;
  const { change, list } = (await import(use)) as { change: Call; list: Call };
  const sent = async (call: Call) => (Object((await call()).data) as { sent: string }).sent;
  const context = { now: new Date('2026-06-15T00:00:00Z'), timeZone: 'UTC' };
  const { filter } = parseMembersQuery(new URL(await sent(list)).search.slice(1), context);
  expect(filter.extraAnswers).toMatchObject([{ extraId: 12, answers: { length: 2 } }]);
  expect(JSON.parse(await sent(change))).toEqual({
    ExpiryDate: '2028-06-30',
    User: { Phone: '0491 570 156' },
  });
});
