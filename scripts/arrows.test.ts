import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, onTestFinished, test } from 'vitest';

// Both are plain ESLint settings, so their types are compatible.
const untyped = [
  tseslint.configs.disableTypeChecked,
  { rules: { 'chapterhouse/own-key': 'off' } },
] as Linter.Config[];
// Files that do not exist have no types, so rules that need types are off here.
const eslint = new ESLint({ overrideConfig: untyped });

async function rulesBroken(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.map((message) => message.ruleId) ?? [];
}

// The imported files exist, because the rule checks only imports that can be resolved.
test.each([
  ...['app/x.ts', 'app/(directory)/x.ts', 'components/directory/x.ts', 'lib/directory/x.ts', 'lib/x.ts'].map(
    (file) => [file, '@/lib/account/members-directory/current'],
  ),
  ['lib/directory/x.ts', '@/app/layout'],
  ['components/ui/x.ts', '@/app/layout'],
  ['app/x.ts', '@/lib/store/database'],
  ['lib/account/sso/x.ts', '@/lib/store/database'],
  ['lib/directory/x.ts', '@/lib/mail/mailer'],
  ['lib/mail/x.ts', '@/lib/sign-in/accounts/people'],
  ['lib/directory/x.ts', '../store/database'],
  ['lib/contract/x.ts', '@/lib/directory/filter'],
  ['lib/service/x.ts', '@/lib/directory/filter'],
  ['lib/store/x.ts', '@/lib/directory/filter'],
  ['lib/service/pages/x.ts', '@/lib/account/words'],
  ['lib/transfer/import/x.ts', '@/lib/directory/filter'],
  ['lib/store/x.ts', '@/lib/service/read-site'],
  ['lib/store/x.ts', '@/lib/transfer/import/import-error'],
  ['lib/store/x.ts', '@/lib/demonstration/load'],
  ['lib/store/x.ts', '@/lib/changes/journal/undo-journal'],
  ['lib/store/x.ts', '@/lib/store/lists/list'],
  ['lib/store/lists/x.ts', '@/lib/service/read-site'],
  ['lib/directory/x.ts', '@/lib/store/lists/list'],
  ['lib/contract/reference/x.ts', '@/lib/store/database'],
  ['lib/changes/journal/x.ts', '@/lib/directory/filter'],
  ['lib/changes/journal/x.ts', '@/lib/service/read-site'],
  ['lib/changes/journal/x.ts', '@/lib/transfer/import/import-error'],
  ['lib/server/x.ts', '@/lib/changes/journal/undo-journal'],
  ['lib/transfer/import/x.ts', '@/lib/service/read-site'],
  ['lib/transfer/import/x.ts', '@/lib/demonstration/load'],
  ['lib/service/x.ts', '@/lib/transfer/import/import-error'],
  ['lib/service/x.ts', '@/lib/demonstration/load'],
  ['lib/demonstration/x.ts', '@/lib/service/read-site'],
  ['lib/contract/x.ts', '@/lib/store/database'],
  ['lib/sign-in/accounts/x.ts', '@/lib/sign-in/oauth/tokens'],
  ['lib/store/x.ts', '@/lib/sign-in/accounts/proof'],
  ['lib/directory/x.ts', '@/lib/sign-in/accounts/proof'],
  ['lib/sign-in/oauth/x.ts', '@/lib/service/pages/page-routes'],
  ['lib/sign-in/oauth/x.ts', '@/lib/sign-in/openid/sign-token'],
  ['lib/sign-in/openid/x.ts', '@/lib/service/pages/page-routes'],
  ['lib/sign-in/oauth/x.ts', '@/lib/office/office-check'],
  ['lib/sign-in/oauth/x.ts', '@/lib/changes/routes/write-batch'],
  ['lib/sign-in/openid/x.ts', '@/lib/office/office-check'],
  ['lib/sign-in/openid/x.ts', '@/lib/changes/routes/write-batch'],
  ['lib/service/pages/x.ts', '@/lib/office/office-check'],
  ['lib/service/pages/x.ts', '@/lib/changes/routes/write-batch'],
  ['lib/sign-in/openid/x.ts', '@/lib/service/read-site'],
  ['lib/office/x.ts', '@/lib/service/read-site'],
  ['lib/server/processes/x.ts', '@/lib/service/neighbours'],
  ['lib/base/x.ts', '@/lib/service/neighbours'],
  ['lib/sign-in/openid/x.ts', '@/lib/directory/filter'],
  ['lib/service/pages/x.ts', '@/lib/service/read-site'],
  ['lib/store/schema/x.ts', '@/lib/store/database'],
  ['lib/store/installation/x.ts', '@/lib/store/database'],
  ['lib/account/sso/x.ts', '@/lib/store/installation/marks'],
  ['lib/directory/x.ts', '@/lib/store/schema/members-schema'],
  ['lib/server/x.ts', '@/lib/store/database'],
  ['lib/server/x.ts', '@/lib/directory/filter'],
  ['lib/directory/model/x.ts', '@/lib/directory/filter'],
  ['lib/directory/words/x.ts', '@/lib/directory/model/entry'],
  ['lib/account/sso/x.ts', '@/lib/account/card'],
  ['lib/store/words/x.ts', '@/lib/store/database'],
  ['lib/map/geo/x.ts', '@/lib/directory/filter'],
  ['lib/base/collections/x.ts', '@/lib/directory/filter'],
  ['lib/messages/x.ts', '@/lib/directory/filter'],
  ['lib/messages/x.ts', '@/components/directory/addresses'],
  ['lib/base/config.ts', './clock'],
])('%s may not import %s', async (file, imported) => {
  expect(await rulesBroken(file, `export * from '${imported}';\n`)).toContain('import-x/no-restricted-paths');
});

test.each([
  ['app/x.ts', '@/lib/directory/filter'],
  ['app/members-only/x.ts', '@/lib/account/members-directory/current'],
  ['lib/directory/x.ts', '@/lib/contract/resources'],
  ['lib/service/x.ts', '@/lib/contract/resources'],
  ['lib/cli/x.ts', '@/lib/store/database'],
  ['lib/cli/x.ts', '@/lib/service/credential-issuer'],
  ['server.ts', '@/lib/service/embedded'],
  ['lib/service/x.ts', '@/lib/service/routes/errors'],
  ['lib/changes/journal/x.ts', '@/lib/store/database'],
  ['lib/transfer/import/x.ts', '@/lib/store/lists/list'],
  ['lib/service/x.ts', '@/lib/contract/reference/openapi'],
  ['lib/service/x.ts', '@/lib/changes/journal/undo-journal'],
  ['lib/store/x.test.ts', '@/lib/service/read-site'],
  ['lib/service/pages/x.ts', '@/lib/sign-in/oauth/tokens'],
  ['lib/sign-in/oauth/x.ts', '@/lib/sign-in/accounts/proof'],
])('%s may import %s', async (file, imported) => {
  expect(await rulesBroken(file, `export * from '${imported}';\n`)).toEqual([]);
});

test('only lib/base/config.ts reads the environment', async () => {
  expect(await rulesBroken('lib/directory/x.ts', 'export const x = process.env.X;\n')).toContain(
    'no-restricted-properties',
  );
});

test.each([
  ['lib/office/x.ts', ['no-restricted-syntax']],
  ['app/office/members/x.tsx', ['no-restricted-syntax']],
  ['lib/office/office-check.ts', []],
])('a role is compared with a name only where rights are: %s', async (file, broken) => {
  const code = "export const is = (role: string) => role === 'owner';\n";
  expect(await rulesBroken(file, code)).toEqual(broken);
});

test('lint refuses a floating promise and a lookup of user input in a plain object in product code', async () => {
  const code = [
    'export const find = (word: string) => ({ today: 0 } as Record<string, number>)[word];',
    'export const start = () => { Promise.resolve(); };',
  ].join('\n');
  // The code is linted under the name of a real file, because only a project's files have types. This project has no
  // other file, so the compiler reads only what that file needs.
  const filePath = resolve('lib/base/look-up.ts');
  const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const project = join(folder, 'tsconfig.json');
  const settings = { extends: resolve('tsconfig.json'), include: [filePath] };
  writeFileSync(project, JSON.stringify(settings));
  // Without the last setting, the parser reads the file from the disk instead of this code when CI is set.
  const parserOptions = { projectService: false, project, disallowAutomaticSingleRunInference: true };
  const typed = new ESLint({ overrideConfig: { languageOptions: { parserOptions } } });
  const [result] = await typed.lintText(code, { filePath });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual([
    'chapterhouse/own-key',
    '@typescript-eslint/no-floating-promises',
  ]);
});
