import { expect, test } from 'vitest';
import { entryOf } from './entry.fixture';
import type { MessageMail } from './member-message';
import { messageRoutes } from './message-routes';

function serve(send?: (mail: MessageMail) => Promise<void>) {
  const mails: MessageMail[] = [];
  const errors: unknown[] = [];
  const named = { name: 'Ada Byron', slug: '12-ada-byron' };
  const open = entryOf('12', { ...named, takesMessages: true });
  const closed = entryOf('11', { ...named, slug: '11-ada-byron' });
  const clock = { ms: 0 };
  const network = { address: '192.0.2.1' };
  const find = (id: string) => (id === '12' ? open : id === '11' ? closed : id === '13' ? 'gone' : null);
  const routes = messageRoutes({
    directory: { find },
    ...{ baseUrl: 'https://site.example', trustProxy: 0, now: () => clock.ms },
    site: () => ({ organisationId: 100, name: 'Guild of Bakers' }),
    send: send ?? (async (mail) => void mails.push(mail)),
    logError: (error) => errors.push(error),
  });
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const incoming = { headers: {}, socket: { remoteAddress: network.address } };
    const body = new URLSearchParams(fields);
    return routes.request('/message', { method: 'POST', body, headers }, { incoming });
  };
  return { mails, errors, clock, network, post };
}

const message = {
  entry: '12-ada-byron',
  name: ' Rex\r\nReader ',
  email: ' rex@reader.example ',
  message: ' Are you free?\r\nOn Monday.\u202e ',
};
const outcome = (answer: Response) => [answer.status, answer.headers.get('location')];
const at = (what: string) => [303, `/members/12-ada-byron/message/${what}`];

test('a message goes to the service by the member’s ID, says where it came from and how to stop it', async () => {
  const { mails, post } = serve();
  expect(outcome(await post(message))).toEqual(at('sent'));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    membershipId: '12',
    subject: 'A message through the directory of Guild of Bakers',
    replyTo: 'rex@reader.example',
  });
  expect(mails[0]?.text).toContain('the name Rex Reader writes to you');
  expect(mails[0]?.text).toContain('\nAre you free?\nOn Monday.\n');
  expect(mails[0]?.text).toContain('https://site.example/members/12-ada-byron\n');
  expect(mails[0]?.text).toContain('https://site.example/auth/organisation/100/preferences\n');
});

test('who takes no messages, who is gone and who never was get none, and the answer is that of one who does', async () => {
  const shapeOf = async (entry: string) => {
    const { mails, post } = serve();
    const answer = await post({ ...message, entry });
    const shape = [answer.status, [...answer.headers], await answer.text()];
    return { sent: mails.length, shape: JSON.stringify(shape).replaceAll(entry, 'ENTRY') };
  };
  const open = await shapeOf('12-ada-byron');
  expect(open.sent).toBe(1);
  for (const entry of ['11-ada-byron', '13-ada-byron', '14-ada-byron'])
    expect(await shapeOf(entry)).toEqual({ sent: 0, shape: open.shape });
});

test('an older name in the address reaches the same member', async () => {
  const { mails, post } = serve();
  await post({ ...message, entry: '12-ada-lovelace' });
  expect(mails[0]?.membershipId).toBe('12');
});

test.each([
  ['without a name', { name: ' \r\n' }, at('empty')],
  ['without a text', { message: ' \n ' }, at('empty')],
  ['without an address to answer to', { email: '' }, at('email')],
  ['with a header in the address', { email: 'a@b.example\r\nBcc: c@d.example' }, at('email')],
  ['with a control character in the address', { email: 'a\u0000b@c.example' }, at('email')],
  ['with two addresses', { email: 'a@b.example, c@d.example' }, at('email')],
  ['with a name of 101 characters', { name: 'a'.repeat(101) }, [400, null]],
  ['with a text of 4001 characters', { message: 'a'.repeat(4001) }, [400, null]],
  ['to another address of ours', { entry: '../account' }, [400, null]],
  ['with a body of 70 kB', { more: 'a'.repeat(70_000) }, [413, null]],
])('a message %s is not sent', async (_what, change, answer) => {
  const { mails, post } = serve();
  expect(outcome(await post({ ...message, ...change }))).toEqual(answer);
  expect(mails).toEqual([]);
});

test('what is no form of ours is not sent', async () => {
  expect((await serve().post({})).status).toBe(400);
});

test('a name of 100 characters and a text of 4000 are taken', async () => {
  const { mails, post } = serve();
  await post({ ...message, name: 'ä'.repeat(100), message: 'ä'.repeat(4000) });
  expect(mails).toHaveLength(1);
});

test('nothing of the sender’s gets into a header but the address to answer to', async () => {
  const { mails, post } = serve();
  await post({ ...message, name: 'Rex\r\nBcc: all@members.example' });
  const { subject, replyTo } = mails[0] ?? {};
  expect([subject, replyTo].join()).toBe(
    'A message through the directory of Guild of Bakers,rex@reader.example',
  );
});

test('a form on another site sends nothing', async () => {
  const { mails, post } = serve();
  expect((await post(message, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(mails).toEqual([]);
});

test('a network has five messages an hour, to whomever', async () => {
  const { mails, clock, network, post } = serve();
  for (let sent = 0; sent < 5; sent += 1) await post(message);
  expect(outcome(await post(message))).toEqual(at('later'));
  expect((await post({ ...message, entry: '14-x' })).headers.get('location')).toMatch(/later$/);
  expect(mails).toHaveLength(5);
  network.address = '198.51.100.1';
  expect(outcome(await post(message))).toEqual(at('sent'));
  network.address = '192.0.2.1';
  clock.ms = 3_600_000;
  expect(outcome(await post(message))).toEqual(at('sent'));
});

test('a member gets ten messages a day from all networks, under whatever name', async () => {
  const { mails, clock, network, post } = serve();
  for (let sent = 0; sent < 10; sent += 1) {
    network.address = `192.0.2.${sent}`;
    await post({ ...message, entry: `12-name-${sent}` });
  }
  network.address = '198.51.100.1';
  expect(outcome(await post(message))).toEqual(at('later'));
  expect(mails).toHaveLength(10);
  clock.ms = 86_400_000;
  expect(outcome(await post(message))).toEqual(at('sent'));
});

test('two hundred messages a day leave the site', async () => {
  const { network, post } = serve();
  const outcomes = new Map<string, number>();
  for (let tried = 0; tried < 201; tried += 1) {
    network.address = `10.0.${tried}.1`;
    const answer = await post({ ...message, entry: `${tried + 100}-x` });
    const what = /\w+$/.exec(answer.headers.get('location') ?? '')?.[0] ?? '';
    outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  }
  expect(Object.fromEntries(outcomes)).toEqual({ sent: 200, later: 1 });
});

test('a mail that cannot be handed over is said to have failed, and logged', async () => {
  const { errors, post } = serve(() => Promise.reject(new Error('no server')));
  expect(outcome(await post(message))).toEqual(at('failed'));
  expect(errors).toEqual([new Error('no server')]);
});
