import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '@/lib/store/database';
import { testEngines } from '@/lib/store/stores.fixture';
import { startReceiver, type Receiver } from '@/lib/notify/webhooks/receiver.fixture';
import { commandFolder } from './commands.fixture';

describe.each(testEngines)('the command webhook (%s)', (engine) => {
  const { folder, run, location } = commandFolder(engine);
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver({ now: Date.now });
    writeFileSync(join(folder, 'members.csv'), 'Number,First name,Last name,Type\nA-1,Ann,Lee,Full\n');
    await run('import members.csv --organisation 1 --create Example --without-end');
  });
  afterAll(() => receiver.close());

  const json = async (line: string) => {
    const ran = await run(`${line} --json`);
    return { ...ran, data: JSON.parse(ran.out) as Record<string, string> };
  };
  const add = async (query = '') => {
    const { data } = await json(`webhook add ${receiver.url}${query} --events members --allow-private`);
    receiver.setSecret(data.secret ?? '');
    return { id: data.id ?? '', secret: data.secret ?? '' };
  };

  it('adds a webhook, shows its secret once, and stores secret and address encrypted', async () => {
    const { id, secret } = await add('/hidden-path?token=hidden-word');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const store = await openStore(location());
    const rows = JSON.stringify([
      await store.auth.selectFrom('webhook').selectAll().execute(),
      await store.auth.selectFrom('account_journal').selectAll().execute(),
    ]);
    await store.close();
    expect(rows).toContain(id);
    for (const hidden of [secret, secret.slice(6), 'hidden-word', 'hidden-path'])
      expect(rows).not.toContain(hidden);
    const shown = [await run('webhook list'), await run(`webhook show ${id}`), await run('journal')];
    for (const { out } of shown) {
      expect(out).toContain(id);
      for (const hidden of [secret, 'hidden-word', 'hidden-path']) expect(out).not.toContain(hidden);
    }
    expect(shown[0]?.out).toContain(`${new URL(receiver.url).origin}/…  (nothing delivered yet)`);
    expect(shown[2]?.out).toContain(`command webhook add: webhook ${id} created`);
  });

  it('sends a test event that the receiver can verify', async () => {
    const { id } = await add();
    const { exitCode, data } = await json(`webhook test ${id}`);
    expect({ exitCode, data }).toEqual({
      exitCode: 0,
      data: { result: 'delivered', status: 204, detail: 'status 204' },
    });
    expect(receiver.rejected).toEqual([]);
    expect(receiver.received.at(-1)).toMatchObject({ type: 'test', kind: 'Organisation', organisation: '1' });
  });

  it('fails a test that the receiver refuses, and says why', async () => {
    const { id } = await add();
    receiver.setSecret('whsec_b3RoZXI=');
    const ran = await run(`webhook test ${id}`);
    expect(ran).toMatchObject({ exitCode: 1, out: 'It failed: status 401.' });
  });

  it('rotates the secret: for a day both secrets sign, with --now only the new one', async () => {
    const { id, secret } = await add();
    const { data } = await json(`webhook rotate ${id}`);
    for (const known of [secret, data.secret ?? '']) {
      receiver.setSecret(known);
      expect((await run(`webhook test ${id}`)).exitCode).toBe(0);
    }
    const { data: last } = await json(`webhook rotate ${id} --now`);
    expect((await run(`webhook test ${id}`)).exitCode).toBe(1);
    receiver.setSecret(last.secret ?? '');
    expect((await run(`webhook test ${id}`)).exitCode).toBe(0);
  });

  it('removes a webhook', async () => {
    const { id } = await add();
    expect((await json(`webhook remove ${id}`)).data).toEqual({ id, removed: true });
    expect(await run(`webhook show ${id}`)).toMatchObject({
      exitCode: 1,
      err: `There is no webhook ${id}`,
    });
    expect((await run('journal')).out).toContain(`command webhook remove: webhook ${id} removed`);
  });

  it.each([
    ['https://10.1.2.3/hook', 'private or reserved network'],
    ['https://[::1]/hook', 'private or reserved network'],
    ['https://2130706433/hook', 'private or reserved network'],
    ['http://hooks.example.org/', 'must start with https://'],
    ['https://hooks.example.org:25/', 'must have the usual port'],
    ['https://user:word@hooks.example.org/', 'must not have a user name'],
    ['ftp://hooks.example.org/', 'must start with https://'],
    ['hooks.example.org', 'must be a web address'],
  ])('refuses %s', async (url, reason) => {
    const ran = await run(`webhook add ${url} --events members`);
    expect(ran.exitCode).toBe(1);
    expect(ran.err).toContain(reason);
  });

  it('replays after a time, or tells the receiver to load everything', async () => {
    const { id } = await add();
    const { data } = await json(`webhook replay ${id} --after 2020-01-01`);
    expect(data).toEqual({ id, position: '0', shortened: false });
    expect((await run(`webhook replay ${id} --reload`)).out).toContain('is told to load everything');
    for (const wrong of ['', '--after soon', '--reload --after 0']) {
      expect((await run(`webhook replay ${id} ${wrong}`)).exitCode).toBe(2);
    }
  });

  it('is checked by doctor', async () => {
    const { id } = await add();
    const store = await openStore(location());
    const change = { disabled_at: 5, disabled_reason: 'no answer' };
    await store.auth.updateTable('webhook').set(change).where('id', '=', id).execute();
    await store.close();
    const { out } = await run('doctor');
    expect(out).toContain(
      `WRONG  webhooks: webhook ${id} to ${new URL(receiver.url).origin}/… is disabled: no answer`,
    );
    expect((await json(`webhook enable ${id}`)).data).toEqual({ id, enabled: true });
    expect((await run('doctor')).out).toMatch(/fine   webhooks: \d+ work/);
  });

  it('refuses unknown events and unknown webhooks', async () => {
    expect((await run('webhook add https://hooks.example.org/ --events accounts')).exitCode).toBe(2);
    for (const command of ['show', 'test', 'rotate', 'enable', 'remove', 'replay --after 5']) {
      const ran = await run(`webhook ${command} unknown`);
      expect(ran).toMatchObject({ exitCode: 1, err: 'There is no webhook unknown' });
    }
  });
});
