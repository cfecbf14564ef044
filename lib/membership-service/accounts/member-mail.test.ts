import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { defaultDirectoryFields } from '@/lib/membership-api/directory-fields';
import { createMailer, type Mail } from '../mail';
import type { MembershipRecord } from '../store/records';
import { noAreaCentre, putSampleStructure, sampleMember } from '../store/sample-members';
import { describeEachEngine } from '../store/test-stores';
import { withMembersWriter } from '../store/write';
import { createMemberMail } from './member-mail';

const clock = () => new Date('2026-03-01T10:00:00Z');
const address = 'ada@members.example';
const message = { subject: 'A message', text: 'Hello\n', replyTo: 'reader@example.net' };
const takesMessages = { show: [...defaultDirectoryFields.person, 'Messages'] };

describeEachEngine('mail to a member', (store) => {
  const mails: Mail[] = [];
  const mailer = async (mail: Mail) => void mails.push(mail);
  const send = (membershipId: string, organisationId = 1) =>
    createMemberMail({ store: store(), clock, mailer, organisationId })({ membershipId, ...message });
  const put = (membership: Partial<MembershipRecord>, email = address) =>
    withMembersWriter(store(), { organisationId: 1, clock, areaCentre: noAreaCentre }, async (writer) => {
      await putSampleStructure(writer);
      await writer.putMember(sampleMember(7, membership, { email }));
    });

  beforeEach(() => void (mails.length = 0));

  test('goes to the address of who takes messages, with what the sender gave', async () => {
    await put(takesMessages);
    await send('7');
    expect(mails).toEqual([{ ...message, to: address }]);
  });

  test('goes to a firm’s contact', async () => {
    await put({ kind: 'corporate', show: ['Organisation', 'Messages'] });
    await send('7');
    expect(mails).toHaveLength(1);
  });

  const others: [who: string, membership: Partial<MembershipRecord>, email?: string][] = [
    ['chose nothing', { show: null }],
    ['shows the address and takes no messages', { show: [...defaultDirectoryFields.person, 'Email'] }],
    ['is not listed', { ...takesMessages, isListed: false }],
    ['is not approved', { ...takesMessages, isApproved: false }],
    ['has a type that is not searchable', { ...takesMessages, typeId: 2 }],
    ['owes money', { ...takesMessages, amountOutstandingThousandths: 1000 }],
    ['was a member until yesterday', { ...takesMessages, expiryDate: '2026-02-28' }],
    ['has no address', takesMessages, ''],
  ];
  test.each(others)(
    'of a member who %s nothing is sent and nothing said',
    async (_who, membership, email) => {
      await put(membership, email);
      await expect(send('7')).resolves.toBeUndefined();
      expect(mails).toEqual([]);
    },
  );

  test('on the last day of a membership it still goes', async () => {
    await put({ ...takesMessages, expiryDate: '2026-03-01' });
    await send('7');
    expect(mails).toHaveLength(1);
  });

  test.each(['8', 'x', '1e400', ''])('of “%s”, who never was, nothing is said either', async (id) => {
    await put({ show: null });
    await expect(send(id)).resolves.toBeUndefined();
    await expect(send(id, 2)).resolves.toBeUndefined();
    expect(mails).toEqual([]);
  });

  test('lines in what goes into headers make no further headers', async () => {
    await put(takesMessages);
    const dataDir = mkdtempSync(join(tmpdir(), 'member-mail-'));
    const outbox = createMailer({ smtpUrl: null, from: 'Guild <guild@members.example>', dataDir });
    const hostile = {
      subject: 'A\r\nBcc: b@c.example',
      replyTo: 'r@s.example\r\nBcc: b@c.example',
      text: 'Hi',
    };
    const sending = createMemberMail({ store: store(), clock, mailer: outbox, organisationId: 1 });
    await sending({ membershipId: '7', ...hostile });
    const [name = ''] = readdirSync(join(dataDir, 'outbox'));
    const mail = readFileSync(join(dataDir, 'outbox', name), 'utf8');
    rmSync(dataDir, { recursive: true });
    expect(mail).toMatch(new RegExp(`^To: ${address}\r$`, 'm'));
    expect(mail).not.toMatch(/^b?cc:/im);
  });

  test('a mail server’s refusal is told without the address that it repeats', async () => {
    await put(takesMessages);
    const refusal = Object.assign(new Error(`550 <${address}>: no such user`), { code: 'EENVELOPE' });
    const refusing = () => Promise.reject(refusal);
    const sending = createMemberMail({ store: store(), clock, mailer: refusing, organisationId: 1 });
    const error: unknown = await sending({ membershipId: '7', ...message }).catch((thrown) => thrown);
    expect(error).toEqual(new Error('A message to membership 7 could not be handed over (EENVELOPE)'));
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('members.example');
  });
});
