import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandFolder } from './commands.fixture';

const { folder, run } = commandFolder();
const done = async (line: string) => {
  const { out, exitCode } = await run(`${line} --organisation 7 --json`);
  expect(exitCode).toBe(0);
  return JSON.parse(out);
};
const apply = (settings: Record<string, string>) => {
  writeFileSync(join(folder, 'us.json'), JSON.stringify(settings));
  return done('organisation apply us.json');
};
const currencyAfter = async (settings: string) => (await done(`organisation set ${settings}`)).currency;

it('the currency follows the country until another one is chosen', async () => {
  await apply({ name: 'Us' });
  expect(await currencyAfter('noticeDays=10')).toBe('USD');
  expect(await currencyAfter('country=Australia')).toBe('AUD');
  await apply({ country: 'Germany' });
  expect(await currencyAfter('noticeDays=20')).toBe('EUR');
  expect(await currencyAfter('country=Australia currency=EUR')).toBe('EUR');
  expect(await currencyAfter('country=Japan')).toBe('EUR');
  await apply({ country: 'Australia', currency: 'AUD' });
  expect(await currencyAfter('currency=USD country=Canada')).toBe('USD');
});
