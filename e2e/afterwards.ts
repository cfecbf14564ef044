import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSecrets, ownClient } from '../lib/server/secrets';
import { expect, test } from './fixtures';

// These tests run after all journeys and read the data that the journeys left behind.
const dataDir = process.env.E2E_DATA_DIR ?? '';

test('S2 the log of the whole run contains no password, secret or token', async ({ demonstration }) => {
  const log = readFileSync(`${dataDir}.log`, 'utf8');
  expect(log).toContain('Chapterhouse is ready');
  for (const secret of secretsOf(demonstration)) expect(log).not.toContain(secret);
  // In the log, a token, code or mailed link would be a sequence of at least 27 characters with small letters, capitals
  // and digits.
  const tokenLike = (log.match(/[A-Za-z0-9_-]{27,}/g) ?? []).filter(
    (run) => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run),
  );
  expect(tokenLike).toEqual([]);
});

test('S1 the databases after the whole run contain no unencrypted password or secret', async ({
  demonstration,
}) => {
  const files = readdirSync(dataDir).filter((name) => /\.db(-wal)?$/.test(name));
  expect(files).toContain('auth.db');
  for (const file of files) {
    const bytes = readFileSync(join(dataDir, file));
    for (const secret of secretsOf(demonstration)) expect(bytes.includes(secret), file).toBe(false);
  }
});

function secretsOf({
  apiClient,
  members,
}: {
  apiClient: { secret: string };
  members: { password: string }[];
}) {
  const { authSecret } = openSecrets(dataDir);
  return [
    apiClient.secret,
    authSecret,
    ownClient(authSecret, 100).secret,
    ...members.map(({ password }) => password),
  ];
}
