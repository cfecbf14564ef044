/** Decisions of docs/decisions.md that no other test covers. Each test's name begins with their numbers. */
import { beforeAll, expect, it } from 'vitest';
import { financialStatuses } from '@/lib/contract/words';
import type { MembersWriter } from '@/lib/store/members-writer';
import type { MembershipRecord, PersonRecord } from '@/lib/store/schema/records';
import {
  noAreaCentre,
  putSampleStructure,
  sampleLocation,
  sampleMember,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';
import { startTestService, type TestService } from './service.fixture';

type Json = Record<string, unknown>;
/** Today is 15 June 2026 in Melbourne, and the notice period is 60 days. */
const standings = [
  ['financial', null],
  ['expired', '2026-06-14'],
  ['expiring', '2026-06-15'],
  ['expiring', '2026-08-14'],
  ['financial', '2026-08-15'],
] as const;
const firm = { kind: 'corporate', typeId: 2 } as const;

describeEachEngine('docs/decisions.md', (store) => {
  let service: TestService;
  const write = <T>(work: (writer: MembersWriter) => Promise<T>) =>
    withMembersWriter(
      store(),
      { organisationId: 1, clock: () => service.time.now, areaCentre: noAreaCentre, cause: testCause },
      work,
    );
  const put = (id: number, membership: Partial<MembershipRecord>, person: Partial<PersonRecord> = {}) =>
    write((writer) => writer.memberships.put(sampleMember(id, membership, person)));
  const list = async (path: string, options: Parameters<TestService['get']>[1] = {}): Promise<Json[]> =>
    (await service.get(path, options)).json();
  const userOf = async (personId: number, seesAdminExtras = false): Promise<Json> => {
    const token = await service.token({ scopes: ['user'], personId, seesAdminExtras });
    return (await service.get('user', { token })).json();
  };

  beforeAll(async () => {
    service = startTestService(store());
    const invoiceUrlTemplate = 'https://pay.example/{MembershipNumber}';
    await write(async (writer) => {
      await putSampleStructure(writer, { noticeDays: 60, invoiceUrlTemplate, paymentUrlTemplate: null });
      for (const [at, [, expiryDate]] of standings.entries()) {
        const locations = [sampleLocation({ id: at + 1 })];
        await writer.memberships.put(sampleMember(at + 1, { expiryDate, locations }));
        await writer.memberships.put(
          sampleMember(at + 11, { expiryDate, amountOutstandingThousandths: 110_500 }),
        );
      }
    });
  });

  it('1, 21: a person may be the contact of several companies; without memberships there are null and []', async () => {
    const person = { id: 30, email: 'contact@members.example', organisation: 'Firm & Co' };
    await put(30, firm, person);
    await put(31, { ...firm, expiryDate: '2026-06-14' }, person);
    const contact = await userOf(30);
    expect(contact).toMatchObject({
      ID: '30',
      Membership: null,
      CorporateMemberships: [
        { ID: '30', Expired: false, MembershipName: 'Firm & Co' },
        { ID: '31', Expired: true, MembershipName: 'Firm & Co' },
      ],
    });
    const member = { Membership: { ID: '1', Parent: null, Checked: true }, CorporateMemberships: [] };
    expect(await userOf(1)).toMatchObject(member);
  });

  it('4: extras have one entry per answer, and most clients do not see admin-only extras, of addons too', async () => {
    const responses = [
      { extraId: 12, answer: 'Łódź' },
      { extraId: 11, answer: 'Yes' },
      { extraId: 12, answer: 'English' },
    ];
    const ofAddon = [
      { extraId: 13, answer: 'admin eyes' },
      { extraId: 12, answer: 'x' },
    ];
    const addons = [{ addonId: 1, quantity: 1, expiryDate: null, answers: ofAddon }];
    await put(40, { answers: responses, addons, locations: [sampleLocation({ id: 40 })] });
    expect(await list('members?CurrentAddons[]=1')).toMatchObject([
      {
        MembershipType: { Extras: [{ ID: '11', Answer: 'Yes' }] },
        Addons: [{ ExpiryDate: null, Extras: [{ ID: '12', Answer: 'x' }] }],
        Extras: [
          { ID: '12', Question: 'Languages', Answer: 'Łódź' },
          { ID: '12', Question: 'Languages', Answer: 'English' },
        ],
      },
    ]);
    const token = await service.token({ seesAdminExtras: true });
    for (const path of ['members?CurrentAddons[]=1', 'locations?CurrentAddons[]=1']) {
      expect(JSON.stringify(await list(path))).not.toContain('admin eyes');
      expect(JSON.stringify(await list(path, { token }))).toContain('admin eyes');
    }
    const v1 = JSON.stringify(await list('members', { version: 'v1' }));
    expect([v1.includes('English'), v1.includes('admin eyes')]).toEqual([true, false]);
    expect(JSON.stringify(await userOf(40))).not.toContain('admin eyes');
    expect(JSON.stringify(await userOf(40, true))).toContain('admin eyes');
  });

  it.each([
    ['on its first and last day', 1, '2026-06-15', '2026-06-15', 'Victoria'],
    ['yesterday', 1, null, '2026-06-14', null],
    ['tomorrow', 1, '2026-06-16', null, null],
    ['of the organisation itself', null, null, null, null],
    ['without beginning or end', 2, null, null, 'Tasmania'],
  ] as const)(
    '6. Chapter: “on whose committee the person serves today (null if none …)”: a seat %s',
    async (_when, chapterId, startsOn, endsOn, name) => {
      await write((writer) => writer.committees.put(1, [{ chapterId, startsOn, endsOn }]));
      const { CommitteeMemberships: v2 } = await userOf(1);
      const [first] = await list('members?Searchable=true', { version: 'v1' });
      const Chapter = name === null ? null : { ID: String(chapterId), Name: name };
      expect([v2, first?.Committee]).toEqual(Array(2).fill({ Chapter, Financial: true }));
    },
  );

  it('6: Financial says whether the person holds a membership that is financial or expiring', async () => {
    await put(50, { expiryDate: '2026-06-14' });
    await put(51, { ...firm, expiryDate: '2026-06-15' }, { id: 50, email: 'member50@members.example' });
    await put(52, { isApproved: false });
    const isFinancial = async (personId: number) =>
      ((await userOf(personId)).CommitteeMemberships as Json).Financial;
    const people = [1, 2, 3, 4, 5, 11, 50, 52];
    const expected = [true, false, true, true, true, false, true, false];
    expect(await Promise.all(people.map(isFinancial))).toEqual(expected);
    const every = financialStatuses.map((status) => `FinancialStatus[]=${status}`).join('&');
    const v1 = await list(`members?${every}`, { version: 'v1' });
    const inV1 = new Map(v1.map((one) => [Number((one.Membership as Json).ID), one.Committee as Json]));
    // No list has unapproved members.
    expect(people.map((id) => inV1.get(id)?.Financial)).toEqual([...expected.slice(0, -1), undefined]);
  });

  it('7: a status is outstanding before it is expired, and FinancialStatus[] matches it', async () => {
    const statusIn = async (path: string, id: string) => {
      const found = await Promise.all(
        financialStatuses.map(async (status) => {
          const records = await list(`${path}?FinancialStatus[]=${status}`);
          const memberships = path === 'members' ? records : records.map((one) => one.Membership as Json);
          return memberships.filter((one) => one.ID === id).map(({ Status }) => [status, Status]);
        }),
      );
      return found.flat();
    };
    for (const [at, [status]] of standings.entries()) {
      expect(await statusIn('members', `${at + 1}`)).toEqual([[status, status]]);
      expect(await statusIn('locations', `${at + 1}`)).toEqual([[status, status]]);
      expect(await statusIn('members', `${at + 11}`)).toEqual([['outstanding', 'outstanding']]);
      expect(await userOf(at + 1)).toMatchObject({ Membership: { Status: status } });
      expect(await userOf(at + 11)).toMatchObject({ Membership: { Status: 'outstanding' } });
    }
    // Decision 18 says: “`AmountOutstanding` has three decimals.”
    expect(await userOf(11)).toMatchObject({ Membership: { AmountOutstanding: '110.500' } });
  });

  it('9: invoice addresses are imported, made from templates, or null, and only https and http are allowed', async () => {
    const addresses = async () => {
      const { Membership: own } = (await userOf(60)) as { Membership: Json };
      return [own.InvoiceURL, own.PaymentURL];
    };
    await put(60, { membershipNumber: 'A/1 ü' });
    expect(await addresses()).toEqual(['https://pay.example/A%2F1%20%C3%BC', null]);
    await put(60, { invoiceUrl: 'http://invoice.example/60', paymentUrl: 'https://pay.example/60' });
    expect(await addresses()).toEqual(['http://invoice.example/60', 'https://pay.example/60']);
    for (const paymentUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://pay.example/60',
      '//pay.example',
      'https://',
    ])
      expect([await put(60, { paymentUrl }), await addresses()]).toEqual([
        expect.any(String),
        [expect.any(String), null],
      ]);
  });
});
