import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { settingNames } from '@/lib/base/config';
import { checkVariables } from './doctor-variables';

const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-variables-'));
const file = join(folder, '.env');
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['BASEURL', 'BASE_URL'],
  ['base_url', 'BASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['MEMBERSHIP_ORGANIZATION_ID', 'MEMBERSHIP_ORGANISATION_ID'],
])('%s in the environment or in .env is reported, with the setting %s', (name, setting) => {
  const finding = {
    level: 'wrong',
    text: expect.stringContaining(name),
    fix: expect.stringContaining(setting),
  };
  expect(checkVariables(file, [name])).toEqual([expect.objectContaining(finding)]);
  writeFileSync(file, `${name}=1\n`);
  expect(checkVariables(file, [name])).toEqual([expect.objectContaining(finding)]);
  rmSync(file);
});

it('an unknown variable in .env is reported even if it resembles no setting', () => {
  writeFileSync(file, 'COLOUR_OF_MAP=red\nPOSTGRES_PASSWORD=secret\nNODE_OPTIONS=--no-warnings\n');
  const findings = checkVariables(file, ['COLOUR_OF_MAP']);
  expect(findings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^COLOUR_OF_MAP in .*\.env is not a setting/),
  ]);
  rmSync(file);
});

it('settings and other programs’ variables are not reported', () => {
  const usual = [
    'HOME',
    'PATH',
    'PORT',
    'USER',
    'SHELL',
    'HOSTNAME',
    'LOGNAME',
    'MAIL',
    'EDITOR',
    'SMTP_HOST',
  ];
  expect(checkVariables(file, [...settingNames, ...usual])).toEqual([]);
});
