import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { onPath } from './find-chromium.mjs';

const read = (file: string) => readFileSync(file, 'utf8');
const unit = read('deploy/chapterhouse.service');
const dockerfile = read('Dockerfile');
const [web = '', database = ''] = read('compose.yaml').split(/^ {2}(?=database:)/m);

const known = new Set([...read('lib/base/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name));

test.each([
  ['Dockerfile', [...dockerfile.matchAll(/^ENV (\w+)=/gm)]],
  ['compose.yaml', [...web.matchAll(/^ {6}([A-Z_]+): /gm)]],
  ['deploy/chapterhouse.service', [...unit.matchAll(/^Environment=(\w+)=/gm)]],
])('%s sets only settings that lib/base/config.ts reads, and NODE_ENV', (_file, found) => {
  const names = found.map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
});

test('.env.example has every setting, and only settings', () => {
  const listed = [...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...known].toSorted());
});

describe('the image', () => {
  it('is built from one exact version of Node', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-\w+-slim$/);
  });

  it('runs as an unprivileged user', () => {
    expect([...dockerfile.matchAll(/^USER (\w+)$/gm)].map(([, user]) => user)).toEqual(['node']);
  });
});

test.each([
  ['web', web],
  ['database', database],
])('the container %s can write only to its volumes and memory, and has no capabilities', (_name, service) => {
  expect(service).toMatch(/^ {4}read_only: true$/m);
  expect(service).toMatch(/^ {4}cap_drop:\n {6}- ALL$/m);
  expect(service).toMatch(/^ {6}- no-new-privileges:true$/m);
  expect(service).toMatch(/^ {4}tmpfs:\n {6}- \/tmp$/m);
});

test('compose starts the directory when the database is ready, and contains no password', () => {
  expect(web).toMatch(/^ {8}condition: service_healthy$/m);
  expect(database).toMatch(/^ {6}test: \[CMD, pg_isready, /m);
  for (const service of [web, database]) expect(service).toContain('${POSTGRES_PASSWORD:?');
});

describe('the systemd unit', () => {
  it('may write only to its state folder', () => {
    for (const line of [
      'ProtectSystem=strict',
      'StateDirectory=chapterhouse',
      'NoNewPrivileges=yes',
      'PrivateTmp=yes',
    ])
      expect(unit.split('\n')).toContain(line);
    expect(unit).toMatch(/^EnvironmentFile=\/etc\/chapterhouse\.env$/m);
  });

  it.skipIf(systemdVersion() < 250)('is accepted by systemd, with little exposure', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chapterhouse-unit-'));
    try {
      // Node may be in another place than the unit says, so the unit gets the path of this Node.
      const file = join(folder, 'chapterhouse.service');
      writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
      expect(analyze('verify', '--man=no', file)).toEqual({ status: 0, said: '' });
      // The rating goes from 0 (protected) to 100 (exposed). systemd 252 reports 17.
      const security = analyze('security', '--offline=true', '--threshold=25', '--no-pager', file);
      expect(security).toMatchObject({ status: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** The version of systemd. 0: there is none. 250 is the first version that can rate a file. */
function systemdVersion(): number {
  if (onPath(['systemd-analyze']) === null) return 0;
  return Number(/\d+/.exec(analyze('--version').said)?.[0]);
}
