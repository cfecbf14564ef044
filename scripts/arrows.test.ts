import { ESLint } from 'eslint';
import { expect, test } from 'vitest';

const eslint = new ESLint();

async function rulesBroken(filePath: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result?.messages.map((message) => message.ruleId) ?? [];
}

// The files named on the right are real: the rule sees only what can be resolved.
test.each([
  ['lib/directory/x.ts', '@/app/layout'],
  ['components/ui/x.ts', '@/app/layout'],
  ['app/x.ts', '@/lib/membership-service/store/database'],
  ['lib/sso/x.ts', '@/lib/membership-service/store/database'],
  ['lib/directory/x.ts', '../membership-service/store/database'],
  ['lib/membership-api/x.ts', '@/lib/directory/filter'],
  ['lib/membership-service/x.ts', '@/lib/directory/filter'],
  ['lib/server/x.ts', '@/lib/membership-service/store/database'],
  ['lib/geo/x.ts', '@/lib/directory/filter'],
  ['lib/config.ts', './clock'],
])('%s may not import %s', async (file, imported) => {
  expect(await rulesBroken(file, `export * from '${imported}';\n`)).toContain('import-x/no-restricted-paths');
});

test.each([
  ['app/x.ts', '@/lib/directory/filter'],
  ['lib/directory/x.ts', '@/lib/membership-api/resources'],
  ['lib/membership-service/x.ts', '@/lib/membership-api/resources'],
  ['lib/cli/x.ts', '@/lib/membership-service/store/database'],
])('%s may import %s', async (file, imported) => {
  expect(await rulesBroken(file, `export * from '${imported}';\n`)).toEqual([]);
});

test('nothing but lib/config.ts reads the environment', async () => {
  expect(await rulesBroken('lib/directory/x.ts', 'export const x = process.env.X;\n')).toContain(
    'no-restricted-properties',
  );
});
