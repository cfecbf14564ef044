import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openSecrets, ownClient } from './secrets';

const newFolder = () => mkdtempSync(join(tmpdir(), 'chapterhouse-secrets-'));

test('secrets are created once, readable by their owner alone', () => {
  const dataDir = newFolder();
  const first = openSecrets(dataDir);
  expect(first.authSecret).toMatch(/^[0-9a-f]{64}$/);
  expect(openSecrets(dataDir)).toEqual(first);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('processes that start together in one folder agree on one secret', async () => {
  const dataDir = newFolder();
  const script = `
    const { openSecrets } = await import(${JSON.stringify(import.meta.resolve('./secrets.ts'))});
    console.log(openSecrets(${JSON.stringify(dataDir)}).authSecret);`;
  const run = promisify(execFile);
  const outputs = await Promise.all(
    Array.from({ length: 3 }, () =>
      run(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]),
    ),
  );
  expect(new Set(outputs.map(({ stdout }) => stdout.trim()))).toEqual(
    new Set([openSecrets(dataDir).authSecret]),
  );
  expect(readdirSync(dataDir)).toEqual(['secrets.json']);
});

test('the directory’s own client is derived from the secret and the organisation, and reveals nothing about the secret', () => {
  const secret = 's'.repeat(32);
  const client = ownClient(secret, 100);
  expect(client).toEqual(ownClient(secret, 100));
  expect(client).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{20}$/),
    secret: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  const others = [ownClient(secret, 200), ownClient('t'.repeat(32), 100)];
  for (const other of others) {
    expect(other.id).not.toBe(client.id);
    expect(other.secret).not.toBe(client.secret);
  }
});

test('a damaged file is reported and left unchanged, never replaced by new secrets', () => {
  const dataDir = newFolder();
  const file = join(dataDir, 'secrets.json');
  writeFileSync(file, '{"authSecret": "cut off');
  expect(() => openSecrets(dataDir)).toThrow(/secrets\.json is damaged/);
  expect(readFileSync(file, 'utf8')).toBe('{"authSecret": "cut off');
});
