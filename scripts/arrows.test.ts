import { ESLint, type Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

// Both are plain ESLint settings, so their types are compatible.
const untyped = [
  tseslint.configs.disableTypeChecked,
  { rules: { 'chapterhouse/own-key': 'off' } },
] as Linter.Config[];
// Files that do not exist have no types, so rules that need types are off here.
const eslint = new ESLint({ overrideConfig: untyped });
/** Does not look for cycles, because the search reads every file that the imported file needs. */
const quickEslint = new ESLint({
  overrideConfig: [...untyped, { rules: { 'import-x/no-cycle': 'off' } }],
});

async function rulesBroken(
  filePath: string,
  code: string,
  linter: ESLint = quickEslint,
): Promise<(string | null)[]> {
  const [result] = await linter.lintText(code, { filePath });
  return result?.messages.map((message) => message.ruleId) ?? [];
}

// The imported files exist, because the rule checks only imports that can be resolved.
test.each([
  ['lib/directory/x.ts', '@/app/layout'],
  ...['app/x.ts', 'app/(directory)/x.ts', 'components/directory/x.ts', 'lib/directory/x.ts', 'lib/x.ts'].map(
    (file) => [file, '@/lib/members-directory/current'],
  ),
  ['components/ui/x.ts', '@/app/layout'],
  ['app/x.ts', '@/lib/membership-store/database'],
  ['lib/sso/x.ts', '@/lib/membership-store/database'],
  ['lib/directory/x.ts', '@/lib/mail/mailer'],
  ['lib/mail/x.ts', '@/lib/membership-accounts/people'],
  ['lib/directory/x.ts', '../membership-store/database'],
  ['lib/membership-api/x.ts', '@/lib/directory/filter'],
  ['lib/membership-service/x.ts', '@/lib/directory/filter'],
  ['lib/membership-store/x.ts', '@/lib/directory/filter'],
  ['lib/membership-pages/x.ts', '@/lib/account/words'],
  ['lib/membership-import/x.ts', '@/lib/directory/filter'],
  ['lib/membership-store/x.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-store/x.ts', '@/lib/membership-import/import-error'],
  ['lib/membership-store/x.ts', '@/lib/demonstration/load'],
  ['lib/membership-store/x.ts', '@/lib/membership-journal/undo-journal'],
  ['lib/membership-store/x.ts', '@/lib/membership-lists/list'],
  ['lib/membership-lists/x.ts', '@/lib/membership-service/read-site'],
  ['lib/directory/x.ts', '@/lib/membership-lists/list'],
  ['lib/api-reference/x.ts', '@/lib/membership-store/database'],
  ['lib/membership-journal/x.ts', '@/lib/directory/filter'],
  ['lib/membership-journal/x.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-journal/x.ts', '@/lib/membership-import/import-error'],
  ['lib/membership-import/x.ts', '@/lib/membership-journal/undo-journal'],
  ['lib/server/x.ts', '@/lib/membership-journal/undo-journal'],
  ['lib/membership-import/x.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-import/x.ts', '@/lib/demonstration/load'],
  ['lib/membership-service/x.ts', '@/lib/membership-import/import-error'],
  ['lib/membership-service/x.ts', '@/lib/demonstration/load'],
  ['lib/demonstration/x.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-api/x.ts', '@/lib/membership-store/database'],
  ['lib/membership-accounts/x.ts', '@/lib/membership-oauth/tokens'],
  ['lib/membership-changes/x.ts', '@/lib/membership-oauth/tokens'],
  ['lib/membership-store/x.ts', '@/lib/membership-accounts/proof'],
  ['lib/directory/x.ts', '@/lib/membership-accounts/proof'],
  ['lib/membership-oauth/x.ts', '@/lib/membership-pages/page-routes'],
  ['lib/membership-oauth/x.ts', '@/lib/openid/sign-token'],
  ['lib/openid/x.ts', '@/lib/membership-pages/page-routes'],
  ['lib/membership-oauth/x.ts', '@/lib/office-endpoints/office-check'],
  ['lib/membership-oauth/x.ts', '@/lib/membership-records/write-batch'],
  ['lib/openid/x.ts', '@/lib/office-endpoints/office-check'],
  ['lib/openid/x.ts', '@/lib/membership-records/write-batch'],
  ['lib/membership-pages/x.ts', '@/lib/office-endpoints/office-check'],
  ['lib/membership-pages/x.ts', '@/lib/membership-records/write-batch'],
  ['lib/openid/x.ts', '@/lib/membership-service/read-site'],
  ['lib/office-endpoints/x.ts', '@/lib/membership-service/read-site'],
  ['lib/processes/x.ts', '@/lib/membership-service/neighbours'],
  ['lib/x.ts', '@/lib/membership-service/neighbours'],
  ['lib/openid/x.ts', '@/lib/directory/filter'],
  ['lib/membership-pages/x.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-schema/x.ts', '@/lib/membership-store/database'],
  ['lib/installation/x.ts', '@/lib/membership-store/database'],
  ['lib/sso/x.ts', '@/lib/installation/marks'],
  ['lib/directory/x.ts', '@/lib/membership-schema/members-schema'],
  ['lib/server/x.ts', '@/lib/membership-store/database'],
  ['lib/server/x.ts', '@/lib/directory/filter'],
  ['lib/directory-model/x.ts', '@/lib/directory/filter'],
  ['lib/search-words/x.ts', '@/lib/directory-model/entry'],
  ['lib/sso/x.ts', '@/lib/account/card'],
  ['lib/membership-words/x.ts', '@/lib/membership-store/database'],
  ['lib/geo/x.ts', '@/lib/directory/filter'],
  ['lib/collections/x.ts', '@/lib/directory/filter'],
  ['lib/messages/x.ts', '@/lib/directory/filter'],
  ['lib/messages/x.ts', '@/components/directory/addresses'],
  ['lib/config.ts', './clock'],
])('%s may not import %s', async (file, imported) => {
  expect(await rulesBroken(file, `export * from '${imported}';\n`)).toContain('import-x/no-restricted-paths');
});

test.each([
  ['app/x.ts', '@/lib/directory/filter'],
  ['app/members-only/x.ts', '@/lib/members-directory/current'],
  ['lib/directory/x.ts', '@/lib/membership-api/resources'],
  ['lib/membership-service/x.ts', '@/lib/membership-api/resources'],
  ['lib/cli/x.ts', '@/lib/membership-store/database'],
  ['lib/cli/x.ts', '@/lib/membership-service/credential-issuer'],
  ['server.ts', '@/lib/membership-service/embedded'],
  ['lib/membership-service/routes/x.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-journal/x.ts', '@/lib/membership-store/database'],
  ['lib/membership-import/x.ts', '@/lib/membership-lists/list'],
  ['lib/membership-service/x.ts', '@/lib/api-reference/openapi'],
  ['lib/membership-service/x.ts', '@/lib/membership-journal/undo-journal'],
  ['lib/membership-store/x.test.ts', '@/lib/membership-service/read-site'],
  ['lib/membership-pages/x.ts', '@/lib/membership-oauth/tokens'],
  ['lib/membership-oauth/x.ts', '@/lib/membership-accounts/proof'],
])('%s may import %s', async (file, imported) => {
  expect(await rulesBroken(file, `export * from '${imported}';\n`)).toEqual([]);
});

test('only lib/config.ts reads the environment', async () => {
  expect(await rulesBroken('lib/directory/x.ts', 'export const x = process.env.X;\n')).toContain(
    'no-restricted-properties',
  );
});

test('lint refuses a floating promise and a lookup of user input in a plain object in product code', async () => {
  const code = [
    'export const find = (word: string) => ({ today: 0 } as Record<string, number>)[word];',
    'export const start = () => { Promise.resolve(); };',
  ].join('\n');
  // The code is linted under the name of a real file, because only the project's files have types.
  const [result] = await new ESLint().lintText(code, { filePath: 'lib/look-up.ts' });
  expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual([
    'chapterhouse/own-key',
    '@typescript-eslint/no-floating-promises',
  ]);
});

test('files that import each other are refused', async () => {
  // sign-in-codes imports proof. The code is linted under the name of the real file, because the rule reads the other
  // files of a cycle from the disk.
  const broken = await rulesBroken(
    'lib/membership-accounts/proof.ts',
    "export { checkSignInCode } from './sign-in-codes';\n",
    eslint,
  );
  expect(broken).toContain('import-x/no-cycle');
});
