import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { defaultDirectoryFields } from '@/lib/contract/directory-fields';
import { mailIdentity } from '@/lib/mail/mail-identity.fixture';
import { createMailer, type Mail } from '@/lib/mail/mailer';
import type { MembershipRecord } from '@/lib/store/schema/records';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { createMemberMail } from './member-mail';

const clock = () => new Date('2026-03-01T10:00:00Z');
const address = 'ada@members.example';
const message = { subject: 'A message', text: 'Hello\n', replyTo: 'reader@example.net' };
const takesMessages = { show: [...defaultDirectoryFields.person, 'Messages'] };

describeEachEngine('email to a member', (store) => {
  const mails: Mail[] = [];
  const mailer = async (mail: Mail) => {
    mails.push(mail);
    return 'sent' as const;
  };
  const send = (membershipId: string, organisationId = 1) =>
    createMemberMail({ store: store(), clock, mailer, organisationId })({ membershipId, ...message });
  const put = (membership: Partial<MembershipRecord>, email = address) =>
    withMembersWriter(
      store(),
      { organisationId: 1, clock, areaCentre: noAreaCentre, cause: testCause },
      async (writer) => {
        await putSampleStructure(writer);
        await writer.memberships.put(sampleMember(7, membership, { email }));
      },
    );

  beforeEach(() => void (mails.length = 0));

  test('goes to the address of the member who accepts messages, with what the sender wrote', async () => {
    await put(takesMessages);
    await send('7');
    const about = { kind: 'message', organisationId: 1, membershipId: 7 };
    expect(mails).toMatchObject([{ ...message, to: address, about }]);
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
  test.each(others)('sends and reports nothing for a member who %s', async (_who, membership, email) => {
    await put(membership, email);
    await expect(send('7')).resolves.toBeUndefined();
    expect(mails).toEqual([]);
  });

  test('is still sent on the last day of a membership', async () => {
    await put({ ...takesMessages, expiryDate: '2026-03-01' });
    await send('7');
    expect(mails).toHaveLength(1);
  });

  test.each(['8', 'x', '1e400', ''])('sends and reports nothing for the unknown ID “%s”', async (id) => {
    await put({ show: null });
    await expect(send(id)).resolves.toBeUndefined();
    await expect(send(id, 2)).resolves.toBeUndefined();
    expect(mails).toEqual([]);
  });

  test('line breaks in header values add no headers', async () => {
    await put(takesMessages);
    const dataDir = mkdtempSync(join(tmpdir(), 'member-mail-'));
    const outbox = createMailer({
      smtpUrl: null,
      from: 'Guild <guild@members.example>',
      dataDir,
      identityOf: mailIdentity,
    });
    const hostile = {
      subject: 'A\r\nBcc: b@c.example',
      replyTo: 'r@s.example',
      text: 'Hi',
    };
    const sending = createMemberMail({ store: store(), clock, mailer: outbox, organisationId: 1 });
    const twoAddresses = { ...hostile, replyTo: 'r@s.example\r\nBcc: b@c.example' };
    await expect(sending({ membershipId: '7', ...twoAddresses })).rejects.toThrow('(EENVELOPE)');
    await sending({ membershipId: '7', ...hostile });
    const [name = ''] = readdirSync(join(dataDir, 'outbox'));
    const mail = readFileSync(join(dataDir, 'outbox', name), 'utf8');
    rmSync(dataDir, { recursive: true });
    expect(mail).toMatch(new RegExp(`^To: ${address}\r$`, 'm'));
    expect(mail).not.toMatch(/^b?cc:/im);
  });

  test('a mail server’s refusal is reported without the address that it repeats', async () => {
    await put(takesMessages);
    const refusal = Object.assign(new Error(`550 <${address}>: no such user`), { code: 'EENVELOPE' });
    const refusing = () => Promise.reject(refusal);
    const sending = createMemberMail({ store: store(), clock, mailer: refusing, organisationId: 1 });
    const error: unknown = await sending({ membershipId: '7', ...message }).catch((thrown) => thrown);
    expect(error).toEqual(new Error('A message to membership 7 could not be sent (EENVELOPE)'));
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('members.example');
  });
});
