/** The number on "Today" links to exactly the emails that failed. */
import { beforeEach, expect, it } from 'vitest';
import { recordMail } from '@/lib/mail/mail-record';
import type { MailKind, MailProblem } from '@/lib/contract/office-mails';
import { officeMailsSchema } from '@/lib/contract/office-mails';
import { officeHealthSchema } from '@/lib/contract/office-health';
import { todaySchema } from '@/lib/contract/office-today';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 33_000;
const { owner, secretary, officer, reader, member } = officePeople;
const day = 24 * 3_600_000;

describeEachEngine('the mails in the office', (store) => {
  let office: TestOffice;
  const add = (
    kind: MailKind,
    { days = 0, problem = null as MailProblem | null, of = organisationId } = {},
  ) =>
    recordMail(store(), {
      about: { kind, organisationId: of, personId: member },
      email: 'person-6@example.org',
      failure: problem === null ? null : { problem, smtpCode: 550 },
      now: new Date(office.time.now.getTime() - days * day),
    });
  const read = async (path: string, personId: number = secretary) => {
    const response = await office.office('GET', path, { token: await office.ownToken({ personId }) });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('lists who got which email, and no emails of other associations', async () => {
    await add('invitation');
    await add('refusal', { days: 1, problem: 'refused' });
    await add('invitation', { of: organisationId + 500 });
    const { body } = await read('mails');
    expect(officeMailsSchema.parse(body)).toMatchObject({
      Mails: [
        { Kind: 'invitation', PersonName: 'Name6 Test', MembershipID: '6', Problem: null },
        { Kind: 'refusal', Email: 'person-6@example.org', Problem: 'refused', ReplyCode: 550 },
      ],
      Next: null,
    });
  });

  it('has pages, and refuses an invalid address', async () => {
    for (const days of [0, 1, 2]) await add('invitation', { days });
    const first = officeMailsSchema.parse((await read('mails?Limit=2')).body);
    const second = officeMailsSchema.parse((await read(`mails?Limit=2&After=${first.Next ?? ''}`)).body);
    expect([first.Mails.length, second.Mails.length, second.Next]).toEqual([2, 1, null]);
    for (const wrong of ['After=x', 'Since=x', 'Result=x', 'Other=1'])
      expect((await read(`mails?${wrong}`)).status).toBe(400);
  });

  it('wait until there is a mail server, and nothing says that they were sent', async () => {
    const as = office.asRole(secretary, { minutesAgo: 1 });
    const ask = async (operation: string, input?: unknown) =>
      (await as.do(operation, input)).json() as Promise<Record<string, unknown>>;
    const test = { To: `person-${secretary}@example.org`, Mail: 'sent' };
    expect(await ask('POST mail-settings/test')).toEqual(test);
    expect(await ask('GET mail-settings')).toMatchObject({ State: 'works', Problem: null });
    office.mail.settings.server = null;
    expect(await ask('POST mail-settings/test')).toEqual({ ...test, Mail: 'waiting' });
    expect(await ask('POST members/6/account/link')).toEqual({ Mail: 'waiting' });
    expect(await ask('GET me')).toMatchObject({ SendsMail: false });
    const problem = { Text: expect.stringContaining('cannot send email yet') as string };
    expect(await ask('GET mail-settings')).toMatchObject({ State: 'off', Server: null, Problem: problem });
    const today = todaySchema.parse(await ask('GET today'));
    expect(today.Problems).toMatchObject([problem]);
    expect([today.WaitingMails?.Count, today.FailedMails?.Count]).toEqual([2, 0]);
    const { Mails } = officeMailsSchema.parse(await ask(`GET ${today.WaitingMails?.List ?? ''}`));
    expect(Mails.map(({ Kind, Problem }) => [Kind, Problem])).toEqual(
      expect.arrayContaining([
        ['test', 'waiting'],
        ['invitation', 'waiting'],
      ]),
    );
    const { Problems } = officeHealthSchema.parse(await (await office.asRole(owner).do('GET health')).json());
    expect(Problems.join()).toContain('cannot send email yet');
  });

  it('are counted on the first page if they failed, with a link that lists exactly those', async () => {
    await add('invitation');
    await add('invitation', { problem: 'refused' });
    await add('message', { days: 29, problem: 'unreachable' });
    await add('message', { days: 32, problem: 'unreachable' });
    const today = todaySchema.parse((await read('today', owner)).body);
    expect(today.FailedMails?.Count).toBe(2);
    const { body } = await read(today.FailedMails?.List ?? '');
    expect(officeMailsSchema.parse(body).Mails).toHaveLength(2);
    for (const personId of [officer, reader])
      expect(todaySchema.parse((await read('today', personId)).body).FailedMails).toBeNull();
  });

  it('lists a mail that failed in the office, but not the link in it', async () => {
    office.mail.problem = Object.assign(new Error('550'), { code: 'EENVELOPE', responseCode: 550 });
    const token = await office.ownToken({ personId: secretary });
    await office.office('POST', `members/${member}/account/link`, { token, body: {} });
    const { Mails } = officeMailsSchema.parse((await read('mails?Result=failed')).body);
    expect(Mails).toMatchObject([{ Kind: 'invitation', PersonName: 'Name6 Test', Problem: 'refused' }]);
    expect(JSON.stringify(await store().auth.selectFrom('sent_mail').selectAll().execute())).not.toMatch(
      /token|http/,
    );
  });

  it('no longer name a person who was erased', async () => {
    await add('invitation');
    await recordMail(store(), {
      about: { kind: 'sign-in code', organisationId, personId: null },
      email: 'Person-6@example.org',
      failure: null,
      now: office.time.now,
    });
    const token = await office.ownToken({ personId: owner });
    const erased = await office.office('POST', `members/${member}/erase`, { token, body: {} });
    expect(erased.status).toBe(200);
    expect(officeMailsSchema.parse((await read('mails')).body).Mails).toEqual([]);
  });
});
