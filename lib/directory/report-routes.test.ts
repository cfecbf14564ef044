import { expect, test } from 'vitest';
import { entryOf } from '@/lib/directory/model/entry.fixture';
import type { ReportMail } from './mistake-report';
import { reportRoutes } from './report-routes';

function serve(send?: (mail: ReportMail) => Promise<void>) {
  const mails: ReportMail[] = [];
  const errors: unknown[] = [];
  const entry = entryOf('12', { name: 'Ada Byron', slug: '12-ada-byron' });
  const clock = { ms: 0 };
  const routes = reportRoutes({
    directory: { find: (id) => (id === '12' ? entry : id === '13' ? 'removed' : null) },
    baseUrl: 'https://site.example',
    to: () => 'office@example.org',
    trustProxy: 0,
    now: () => clock.ms,
    send: send ?? (async (mail) => void mails.push(mail)),
    logError: (error) => errors.push(error),
  });
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    routes.request('/report', { method: 'POST', body: new URLSearchParams(fields), headers });
  return { mails, errors, clock, post };
}

const report = { entry: '12', mistake: ' The phone is wrong.\r\nIt is 5550 1234.\u202e ', email: '' };
const outcome = (response: Response) => [response.status, response.headers.get('location')];

test('a report is emailed only to the association, with the profile’s address', async () => {
  const { mails, post } = serve();
  expect(outcome(await post(report))).toEqual([303, '/members/12-ada-byron/report/sent']);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    to: 'office@example.org',
    subject: 'Mistake in the directory: Ada Byron',
  });
  expect(mails[0]?.replyTo).toBeUndefined();
  expect(mails[0]?.text).toContain('https://site.example/members/12-ada-byron\n');
  expect(mails[0]?.text).toContain('\nThe phone is wrong.\nIt is 5550 1234.\n');
});

test('a reply address is passed on and marked as unchecked', async () => {
  const { mails, post } = serve();
  await post({ ...report, email: 'reader@example.net' });
  expect(mails[0]?.replyTo).toBe('reader@example.net');
  expect(mails[0]?.text).toContain('We have not checked whose address it is.');
});

test.each([
  ['nothing written', { ...report, mistake: ' \r\n' }, 303, '/members/12-ada-byron/report/empty'],
  [
    'an unreadable address',
    { ...report, email: 'a@b\r\nBcc: c@d.example' },
    303,
    '/members/12-ada-byron/report/email',
  ],
  ['a text of 2001 characters', { ...report, mistake: 'a'.repeat(2001) }, 400, null],
  ['an entry that was removed', { ...report, entry: '13' }, 400, null],
  ['an entry that never was', { ...report, entry: '14' }, 400, null],
  ['no field at all', {}, 400, null],
  ['a body of 40 kB', { ...report, more: 'a'.repeat(40_000) }, 413, null],
])('%s is not sent', async (_what, fields, status, location) => {
  const { mails, post } = serve();
  expect(outcome(await post(fields as Record<string, string>))).toEqual([status, location]);
  expect(mails).toEqual([]);
});

test('2000 characters are accepted', async () => {
  const { mails, post } = serve();
  await post({ ...report, mistake: 'ä'.repeat(2000) });
  expect(mails).toHaveLength(1);
});

test('a form on another site sends nothing', async () => {
  const { mails, post } = serve();
  expect((await post(report, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await post(report, { origin: 'https://evil.example' })).status).toBe(403);
  expect(mails).toEqual([]);
});

test('a network can send five reports an hour', async () => {
  const { mails, clock, post } = serve();
  for (let sent = 0; sent < 5; sent += 1) await post(report);
  expect(outcome(await post(report))).toEqual([303, '/members/12-ada-byron/report/later']);
  expect(mails).toHaveLength(5);
  clock.ms = 3_600_000;
  expect((await post(report)).headers.get('location')).toMatch(/sent$/);
});

test('an email that cannot be sent is reported as failed and logged', async () => {
  const { errors, post } = serve(() => Promise.reject(new Error('no server')));
  expect((await post(report)).headers.get('location')).toMatch(/failed$/);
  expect(errors).toEqual([new Error('no server')]);
});
