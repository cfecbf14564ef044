import { expect, test } from 'vitest';
import { entryOf } from '@/lib/directory/model/entry.fixture';
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
  const find = (id: string) =>
    id === '12' || /^[5-7]\d\d$/.test(id) ? open : id === '11' ? closed : id === '13' ? 'removed' : null;
  const routes = messageRoutes({
    directory: { find },
    baseUrl: 'https://site.example',
    trustProxy: 0,
    now: () => clock.ms,
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
const outcome = (response: Response) => [response.status, response.headers.get('location')];
const at = (what: string) => [303, `/members/12-ada-byron/message/${what}`];

test('a message is sent to the service by member ID, with its origin and how to stop messages', async () => {
  const { mails, post } = serve();
  expect(outcome(await post(message))).toEqual(at('sent'));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    membershipId: '12',
    subject: 'Message through the directory of Guild of Bakers',
    replyTo: 'rex@reader.example',
  });
  expect(mails[0]?.text).toContain('the name Rex Reader sent you a message');
  expect(mails[0]?.text).toContain('\nAre you free?\nOn Monday.\n');
  expect(mails[0]?.text).toContain('https://site.example/members/12-ada-byron\n');
  expect(mails[0]?.text).toContain('https://site.example/account/privacy?edit=audiences\n');
});

test('a member who takes no messages, was removed or never existed gets none, and the response is the same as for others', async () => {
  const shapeOf = async (entry: string) => {
    const { mails, post } = serve();
    const response = await post({ ...message, entry });
    const shape = [response.status, [...response.headers], await response.text()];
    return { sent: mails.length, shape: JSON.stringify(shape).replaceAll(entry, 'ENTRY') };
  };
  const open = await shapeOf('12-ada-byron');
  expect(open.sent).toBe(1);
  for (const entry of ['11-ada-byron', '13-ada-byron', '14-ada-byron'])
    expect(await shapeOf(entry)).toEqual({ sent: 0, shape: open.shape });
});

test('an older name in the address still reaches the member', async () => {
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
])('a message %s is not sent', async (_what, change, response) => {
  const { mails, post } = serve();
  expect(outcome(await post({ ...message, ...change }))).toEqual(response);
  expect(mails).toEqual([]);
});

test('a request that is not from our form is not sent', async () => {
  expect((await serve().post({})).status).toBe(400);
});

test('a name of 100 characters and a text of 4000 are accepted', async () => {
  const { mails, post } = serve();
  await post({ ...message, name: 'ä'.repeat(100), message: 'ä'.repeat(4000) });
  expect(mails).toHaveLength(1);
});

test('none of the sender’s text gets into a header except the reply address', async () => {
  const { mails, post } = serve();
  await post({ ...message, name: 'Rex\r\nBcc: all@members.example' });
  const { subject, replyTo } = mails[0] ?? {};
  expect([subject, replyTo].join()).toBe(
    'Message through the directory of Guild of Bakers,rex@reader.example',
  );
});

test('a form on another site sends nothing', async () => {
  const { mails, post } = serve();
  expect((await post(message, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(mails).toEqual([]);
});

test('a network can send five messages an hour, to any members', async () => {
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

test('messages to nobody do not use up the 200 emails a day, and get the same responses', async () => {
  const { mails, network, post } = serve();
  const responses: (string | null | undefined)[] = [];
  for (let sent = 0; sent < 300; sent += 1) {
    network.address = `192.0.${sent >> 8}.${sent % 256}`;
    const response = await post({ ...message, entry: `${1000 + sent}-nobody` });
    responses.push(response.headers.get('location')?.split('/').at(-1));
  }
  expect(new Set(responses)).toEqual(new Set(['sent']));
  network.address = '198.51.100.1';
  expect(outcome(await post(message))).toEqual(at('sent'));
  expect(mails).toHaveLength(1);
  const outcomes: (string | undefined)[] = [];
  for (let sent = 0; sent < 11; sent += 1) {
    network.address = `198.51.100.${sent + 2}`;
    const response = await post({ ...message, entry: '14-nobody' });
    outcomes.push(response.headers.get('location')?.split('/').at(-1));
  }
  expect(outcomes, 'as one who exists').toEqual([...Array(10).fill('sent'), 'later']);
});

test('a member gets ten messages a day from all networks, under any name', async () => {
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

test('the site sends at most two hundred messages a day', async () => {
  const { network, post } = serve();
  const outcomes = new Map<string, number>();
  for (let tried = 0; tried < 201; tried += 1) {
    network.address = `10.0.${tried}.1`;
    const response = await post({ ...message, entry: `${tried + 500}-x` });
    const what = /\w+$/.exec(response.headers.get('location') ?? '')?.[0] ?? '';
    outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
  }
  expect(Object.fromEntries(outcomes)).toEqual({ sent: 200, later: 1 });
});

test('an email that cannot be sent is reported as failed and logged', async () => {
  const { errors, post } = serve(() => Promise.reject(new Error('no server')));
  expect(outcome(await post(message))).toEqual(at('failed'));
  expect(errors).toEqual([new Error('no server')]);
});
