import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSecrets, saveSecrets } from './secrets';

const newFolder = () => mkdtempSync(join(tmpdir(), 'chapterhouse-secrets-'));

test('secrets are made once, readable by their owner alone', () => {
  const dataDir = newFolder();
  const first = openSecrets(dataDir);
  expect(first.authSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(openSecrets(dataDir)).toEqual(first);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('what is saved is what the next start reads', () => {
  const dataDir = newFolder();
  const secrets = openSecrets(dataDir);
  saveSecrets(dataDir, { ...secrets, clients: { '100': { id: 'a', secret: 'b' } } });
  expect(openSecrets(dataDir).clients).toEqual({ '100': { id: 'a', secret: 'b' } });
});

test('a damaged file is named and left alone, never replaced by new secrets', () => {
  const dataDir = newFolder();
  const file = join(dataDir, 'secrets.json');
  writeFileSync(file, '{"authSecret": "cut off');
  expect(() => openSecrets(dataDir)).toThrow(/secrets\.json is damaged/);
  expect(readFileSync(file, 'utf8')).toBe('{"authSecret": "cut off');
});
