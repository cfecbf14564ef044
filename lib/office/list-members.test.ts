/** Compares the office's list with a loop over all members. The tests also try to learn hidden values from the list. */
import { beforeEach, expect, it } from 'vitest';
import { findListField } from '@/lib/contract/fields/access';
import { officeListFields } from '@/lib/contract/fields/office-list';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { officeMembersSchema, officeSorts } from '@/lib/contract/office-members';
import { buildMissingWords } from '@/lib/store/build-words';
import type { MemberRecord } from '@/lib/store/schema/records';
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';
import { recordMail } from '@/lib/mail/mail-record';
import { recordSignIn } from '@/lib/sign-in/accounts/sign-in-times';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { seededRandom } from '@/lib/base/seeded-random';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

it('computes only fields whose readers this test names; all others have the access of a member record', () => {
  const computed = Object.keys(officeListFields).filter((name) => findListField(name) === null);
  // Officers and readers see these fields if the list says so (`openFields`). Both may lack `Changed`.
  expect(computed).toEqual(['PersonID', 'Changed', 'Status', 'Listed']);
});

let organisationId = 12_000;
const today = '2026-06-15';
const noticeEnd = '2026-07-15';

/** A corporate membership. Some of the others are its sub-members. */
const company = 140;

/** Members 100 to 140, some with equal names and dates. */
function manyMembers(): MemberRecord[] {
  const random = seededRandom(22);
  const pick = <T>(values: readonly T[]): T => {
    const found = values[Math.floor(random() * values.length)];
    if (found === undefined) throw new Error('the list is empty');
    return found;
  };
  return Array.from({ length: 41 }, (_, index) => {
    const id = 100 + index;
    const isFirm = random() < 0.2 || id === company;
    const isPart = !isFirm && index % 9 === 0;
    const address = {
      address: pick(['1 High Street', '22 Żelazna St', null]),
      suburb: pick(['Geelong', 'Hobart', 'Örebro']),
      postcode: pick(['3220', 'AB1 2CD']),
    };
    return sampleMember(
      id,
      {
        kind: isFirm ? 'corporate' : 'individual',
        parentId: isPart ? company : null,
        typeId: isFirm ? 2 : pick([1, 3]),
        chapterId: pick([1, 2, null]),
        categoryIds: pick([[], [1], [1, 2]]),
        expiryDate: pick([null, '2026-06-14', '2026-06-15', '2026-07-15', '2026-07-16', '2030-01-01']),
        joiningDate: pick([null, '2019-02-01', '2020-03-04']),
        isApproved: random() < 0.7,
        isListed: random() < 0.7,
        addons: random() < 0.3 ? [{ addonId: 2, quantity: 1, expiryDate: null, answers: [] }] : [],
        amountOutstandingThousandths: pick([0, 0, 5000, 12_500, -2000]),
        answers: [
          { extraId: 11, answer: pick(['Yes', 'No']) },
          ...pick([[], [{ extraId: 13, answer: pick(['Owes us a Káva', 'Paid by cheque']) }]]),
        ],
        locations: random() < 0.5 ? [sampleLocation({ id })] : [],
        // A sub-member has the last day and the debts of its company.
        ...(isPart || id === company ? { expiryDate: null, amountOutstandingThousandths: 0 } : {}),
      },
      {
        firstName: pick(['Ada', 'Zoë', 'Łukasz']),
        lastName: pick(['Smith', 'Smythe', 'O’Brien']),
        organisation: isFirm ? pick(['Äpfel GmbH', 'Zebra Ltd']) : '',
        email: pick(['', `member${id}@members.example`]),
        title: pick(['Dr', 'Drs', '']),
        phone: pick(['', '(03) 5550 0000']),
        mobile: pick(['', '+61 488 111 222', '0355 51 0000']),
        mailingAddress: {
          ...address,
          ...pick([{}, { address: 'PO Box 9', suburb: 'Gdańsk' }]),
          state: '',
          country: '',
        },
        address: { ...address, state: pick(['VIC', 'TAS']), country: pick(['Australia', 'Österreich']) },
      },
    );
  });
}

function nameOf({ person, membership }: MemberRecord): string {
  const fold = (text: string) =>
    text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace('ł', 'l');
  const isFirm = membership.kind === 'corporate' && person.organisation !== '';
  return isFirm ? fold(person.organisation) : fold(`${person.lastName} ${person.firstName}`);
}

function answerOf({ answers }: MemberRecord['membership'], extra: number): string | null {
  return answers.find(({ extraId }) => extraId === extra)?.answer ?? null;
}

function statusOf({ membership }: MemberRecord): string {
  const { amountOutstandingThousandths: owed, expiryDate } = membership;
  if (owed > 0) return 'outstanding';
  if (expiryDate === null || expiryDate > noticeEnd) return 'financial';
  return expiryDate < today ? 'expired' : 'expiring';
}

describeEachEngine('the list of members in the office', (store) => {
  let office: TestOffice;
  const all = manyMembers();
  const ask = async (role: OfficeRole, query: string) =>
    office.office('GET', `members?${query}`, {
      token: await office.ownToken({ personId: officePeople[role] }),
    });
  const list = async (role: OfficeRole, query: string) => {
    const response = await ask(role, query);
    expect([query, response.status]).toEqual([query, 200]);
    return officeMembersSchema.parse(await response.json());
  };
  const idsOf = async (role: OfficeRole, query: string) =>
    (await list(role, query)).Members.map(({ ID }) => Number(ID));
  /** The IDs of the matching members, without the seven people of the fixture. */
  const found = async (query: string) =>
    (await idsOf('secretary', `${query}&Page[Size]=200`)).filter((id) => id >= 100);

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      for (const member of all) await writer.memberships.put(member);
      const seat = { chapterId: null, startsOn: null, endsOn: null };
      await writer.committees.put(110, [{ ...seat, startsOn: today }]);
      await writer.committees.put(111, [{ ...seat, chapterId: 1, endsOn: today }]);
      await writer.committees.put(112, [
        { ...seat, chapterId: 2 },
        { ...seat, endsOn: '2026-06-14' },
      ]);
      await writer.committees.put(113, [{ ...seat, startsOn: '2026-06-16' }]);
    });
  });

  it('has every member once, in the requested order, for every page size', async () => {
    const valueOf: Record<string, (member: MemberRecord) => string> = {
      name: nameOf,
      number: ({ membership }) => membership.membershipNumber,
      expiry: ({ membership }) => membership.expiryDate ?? '9999-12-31',
      joined: ({ membership }) => membership.joiningDate ?? '',
      changed: () => '',
    };
    for (const sort of officeSorts) {
      const key = valueOf[sort.replace('-', '')] ?? (() => '');
      const expected = [...all]
        .sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.membership.id - b.membership.id))
        .map(({ membership }) => membership.id);
      if (sort.startsWith('-')) expected.reverse();
      const paged: number[] = [];
      for (let after = ''; ;) {
        const page = await list('secretary', `Sort=${sort}&Page[Size]=9${after}`);
        expect(page.Count).toBe(all.length + 7);
        paged.push(...page.Members.map(({ ID }) => Number(ID)));
        if (page.Next === null) break;
        after = `&Page[After]=${page.Next}`;
      }
      expect(paged).toHaveLength(all.length + 7);
      expect([sort, paged.filter((id) => id >= 100)]).toEqual([sort, expected]);
    }
  });

  it('gives the same results as a filter in a plain loop', async () => {
    const cases: [string, (member: MemberRecord) => boolean][] = [
      ...['financial', 'expiring', 'expired', 'outstanding'].map(
        (status): [string, (member: MemberRecord) => boolean] => [
          `Status=${status}`,
          (member) => statusOf(member) === status,
        ],
      ),
      ['Status[]=expired&Status[]=outstanding', (one) => ['expired', 'outstanding'].includes(statusOf(one))],
      ['Approved=false', ({ membership }) => !membership.isApproved],
      ['Waiting=true', ({ membership: { isApproved, standing } }) => !isApproved && standing === 'none'],
      ['Waiting=false', ({ membership: { isApproved, standing } }) => isApproved || standing !== 'none'],
      ['Kind=corporate', ({ membership }) => membership.kind === 'corporate'],
      ['Type=1&Type=2', ({ membership }) => membership.typeId !== 3],
      ['Category=2', ({ membership }) => membership.categoryIds.includes(2)],
      ['Chapter=2', ({ membership }) => membership.chapterId === 2],
      ['State=tas', ({ person }) => person.address.state === 'TAS'],
      ['HasEmail=false', ({ person }) => person.email === ''],
      ['HasLocation=true', ({ membership }) => membership.locations.length > 0],
      [
        'ExpiryFrom=2026-06-15&ExpiryTo=2026-07-15',
        ({ membership: { expiryDate } }) =>
          expiryDate !== null && expiryDate >= today && expiryDate <= noticeEnd,
      ],
      [
        'JoinedFrom=2019-02-01&JoinedTo=2019-12-31',
        ({ membership }) => membership.joiningDate === '2019-02-01',
      ],
      ['Listed=false', ({ membership }) => !membership.isListed],
      ['Addon=2', ({ membership }) => membership.addons.some(({ addonId }) => addonId === 2)],
      ['Person=112', ({ person }) => person.id === 112],
      [`Parent=${company}`, ({ membership }) => membership.parentId === company],
      ['MembershipNumber=m-10', ({ membership }) => /^M-10/.test(membership.membershipNumber)],
      ['FirstName=zo', ({ person }) => person.firstName === 'Zoë'],
      [
        'LastName=smi&FirstName=ada',
        ({ person }) => person.lastName === 'Smith' && person.firstName === 'Ada',
      ],
      ['Organisation=apf', ({ person }) => person.organisation === 'Äpfel GmbH'],
      ['Email=Member11', ({ person }) => person.email.startsWith('member11')],
      ['Suburb=gee', ({ person }) => person.address.suburb === 'Geelong'],
      ['Suburb=ORE', ({ person }) => person.address.suburb === 'Örebro'],
      ['OwedFrom=0.01', ({ membership }) => membership.amountOutstandingThousandths > 0],
      ['OwedFrom=5.01&OwedTo=12,50', ({ membership }) => membership.amountOutstandingThousandths === 12_500],
      ['OwedTo=-2', ({ membership }) => membership.amountOutstandingThousandths < 0],
      ['Title=dr', ({ person }) => person.title.startsWith('Dr')],
      ['Title=drs', ({ person }) => person.title === 'Drs'],
      ['Phone=0355', ({ person: { phone, mobile } }) => phone !== '' || mobile.startsWith('0355')],
      ['Phone=%2B61488', ({ person }) => person.mobile.startsWith('+61')],
      ['Street=high', ({ person }) => person.address.address === '1 High Street'],
      ['Street=st+zelaz', ({ person }) => person.address.address === '22 Żelazna St'],
      ['MailingAddress=gdansk+box', ({ person }) => person.mailingAddress.suburb === 'Gdańsk'],
      ['Committee=any', ({ person }) => [110, 111, 112].includes(person.id)],
      ['Committee=own', ({ person }) => person.id === 110],
      ['Committee=2', ({ person }) => person.id === 112],
      ['Answer[11]=Yes', ({ membership }) => answerOf(membership, 11) === 'Yes'],
      ['Answer[13]=kav', ({ membership }) => answerOf(membership, 13) === 'Owes us a Káva'],
      [
        'Answer[13]=cheque&Answer[11]=No&Suburb=gee',
        ({ membership, person }) =>
          answerOf(membership, 13) === 'Paid by cheque' &&
          answerOf(membership, 11) === 'No' &&
          person.address.suburb === 'Geelong',
      ],
      ['Postcode=ab', ({ person }) => person.address.postcode.startsWith('AB')],
      ['Country=aust', ({ person }) => person.address.country === 'Australia'],
      [
        'Search=smi&Type=1&Approved=true',
        ({ person, membership }) =>
          person.lastName === 'Smith' && membership.typeId === 1 && membership.isApproved,
      ],
    ];
    for (const [query, isWanted] of cases) {
      const expected = all.filter(isWanted).map(({ membership }) => membership.id);
      expect(expected.length, query).toBeGreaterThan(0);
      expect(expected.length, query).toBeLessThan(all.length);
      expect([query, (await found(query)).sort()]).toEqual([query, expected.sort()]);
    }
  });

  it('finds by the beginnings of words in all fields, without case and accents', async () => {
    await office.write((writer) =>
      writer.memberships.put(
        sampleMember(
          100,
          {
            membershipNumber: 'QX-77',
            answers: [{ extraId: 13, answer: 'Owes us a cake' }],
            locations: [sampleLocation({ id: 100, name: 'Łódź Rooms', email: 'rooms@place.example' })],
          },
          {
            firstName: 'Þóra',
            lastName: "D'Souza",
            organisation: '北京协和医院',
            email: 'Thora.D@Mail.example',
            mobile: '+61 400 111 222',
          },
        ),
      ),
    );
    const words = [
      'qx 77',
      'THORA',
      'dsouz',
      'd’souza th',
      'thora.d@mail',
      'mail',
      '0400 111',
      'lodz',
      '协和',
      '京协和医',
    ];
    for (const search of [...words, 'cak', 'rooms@place.example', '61400111222', '+61 400 111'])
      expect([search, await found(`Search=${encodeURIComponent(search)}`)]).toEqual([
        search,
        search.startsWith('0400') ? [] : [100],
      ]);
    expect(await found('Search=ora')).toEqual([]);
    expect(await found('Search=%3F')).toEqual([]);
  });

  it('finds a member by the new values after every kind of change, and no longer by the old ones', async () => {
    const put = (change: Parameters<typeof sampleMember>[2]) =>
      office.write((writer) => writer.memberships.put(sampleMember(100, {}, change)));
    await put({ lastName: 'Before' });
    expect(await found('Search=before')).toEqual([100]);
    await put({ lastName: 'After' });
    expect([await found('Search=before'), await found('Search=after')]).toEqual([[], [100]]);
    // Changes only the person, not a membership.
    await office.write(async (writer) => {
      const person = await writer.persons.find(100);
      if (person !== null) await writer.persons.put({ ...person, lastName: 'Later' });
    });
    expect([await found('Search=after'), await found('Search=later')]).toEqual([[], [100]]);
    await office.write((writer) => writer.memberships.remove([100]));
    expect(await found('Search=later')).toEqual([]);
    const left = await store()
      .members.selectFrom('member_word')
      .select('word')
      .where('organisation_id', '=', organisationId)
      .where('membership_id', '=', 100)
      .execute();
    expect(left).toEqual([]);
  });

  it('finds the same words if the members were stored by an earlier release', async () => {
    const words = () =>
      store()
        .members.selectFrom('member_word')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .orderBy('membership_id')
        .orderBy('word')
        .execute();
    const before = await words();
    expect(before.length).toBeGreaterThan(400);
    await store().members.deleteFrom('member_word').where('organisation_id', '=', organisationId).execute();
    await store()
      .members.updateTable('membership')
      .set({ words_hash: '' })
      .where('organisation_id', '=', organisationId)
      .execute();
    await buildMissingWords(store().members);
    expect(await words()).toEqual(before);
    await buildMissingWords(store().members);
    expect(await words()).toEqual(before);
  });

  it('shows what each membership owes, with its links, but shows a reader no links', async () => {
    const invoiceUrl = 'https://pay.example/invoice';
    await office.write((writer) =>
      writer.memberships.put(
        sampleMember(100, { amountOutstandingThousandths: 49_500, currency: 'NZD', invoiceUrl }),
      ),
    );
    const owed = { PersonID: '100', ParentID: null, AmountOutstanding: '49.50', Currency: 'NZD' };
    const [row] = (await list('secretary', 'Person=100')).Members;
    expect(row).toMatchObject({ ...owed, InvoiceURL: invoiceUrl, PaymentURL: null });
    const [shown] = (await list('reader', 'Person=100')).Members;
    expect(shown).toMatchObject(owed);
    expect(JSON.stringify(shown)).not.toContain('pay.example');
    expect((await list('reader', 'Person=101')).Members[0]?.Currency).toBe('AUD');
  });

  it('shows an officer only people all of whose memberships are in their chapters', async () => {
    await office.write(async (writer) => {
      const firm = { kind: 'corporate', typeId: 2, chapterId: 2 } as const;
      await writer.memberships.put(sampleMember(200, { chapterId: 1 }, { lastName: 'Onlyhere' }));
      await writer.memberships.put(sampleMember(201, { chapterId: 1 }, { lastName: 'Elsewheretoo' }));
      await writer.memberships.put({
        ...sampleMember(202, firm),
        person: sampleMember(201, {}, { lastName: 'Elsewheretoo' }).person,
      });
    });
    const seen = await idsOf('officer', 'Page[Size]=200');
    const expected = all
      .filter(({ membership }) => membership.chapterId === 1)
      .map((one) => one.membership.id);
    expect(seen.filter((id) => id >= 100).sort()).toEqual([...expected, 200].sort());
    const { Count } = await list('officer', 'Page[Size]=1');
    expect(Count).toBe(seen.length);
    for (const query of ['Search=elsewheretoo', 'Chapter=2', 'Search=member201%40members.example']) {
      expect(await list('officer', query)).toEqual({ Members: [], Next: null, Count: 0 });
    }
    expect(await idsOf('officer', 'Search=onlyhere')).toEqual([200]);
  });

  it('shows a reader no address, and finds nothing by hidden fields', async () => {
    await office.write((writer) =>
      writer.memberships.put(
        sampleMember(
          100,
          { answers: [{ extraId: 13, answer: 'hiddenanswer' }] },
          { lastName: 'Openname', email: 'secretmail@example.org', phone: '03 9999 1234' },
        ),
      ),
    );
    const { Members } = await list('reader', 'Search=openname');
    expect(Members.map(({ ID }) => ID)).toEqual(['100']);
    expect(JSON.stringify(Members)).not.toContain('@');
    for (const search of ['secretmail', 'hiddenanswer', '0399991234', '9999', '3220', 'ryrie'])
      expect([search, await idsOf('reader', `Search=${search}`)]).toEqual([search, []]);
    expect(await found('Search=secretmail')).toEqual([100]);
    for (const query of [
      ...['HasEmail=true', 'Email=secret', 'Postcode=3', 'Sort=changed', 'Sort=-changed', 'Phone=03'],
      ...['Street=high', 'MailingAddress=high', 'Committee=any'],
    ])
      expect([query, await errorOf(await ask('reader', query))]).toEqual([query, '400 invalid_request']);
  });

  it('lets a reader learn no private field by any filter, order or search', async () => {
    const secrets = {
      phone: '0711 222 333',
      workPhone: '0722 333 444',
      mobile: '0733 444 555',
      email: 'zzsecret@hidden.example',
    };
    const address = { address: '77 Zzstreet', suburb: 'Geelong', postcode: 'ZZ9', state: 'VIC', country: '' };
    const mailingAddress = { ...address, address: 'PO Zzbox', suburb: 'Zzmail', state: 'Zzstate' };
    await office.write(async (writer) => {
      const answers = [{ extraId: 13, answer: 'Zzadmin remark' }];
      await writer.memberships.put(sampleMember(100, { answers }, { ...secrets, address, mailingAddress }));
    });
    const asked = [
      ...[
        'Phone=0711',
        'Phone=0722',
        'Phone=0733',
        'Street=zzstreet',
        'MailingAddress=zzbox',
        'Postcode=zz9',
      ],
      ...['MailingAddress=zzmail', 'MailingAddress=zzstate', 'Email=zzsecret', 'Answer[13]=zzadmin'],
    ];
    for (const query of asked) expect([query, await found(query)]).toEqual([query, [100]]);
    // Tries the value of each filter in every other filter and in the search, with and without the name of the field.
    const values = asked.map((query) => query.replace(/.*=/, ''));
    const open = ['Search', 'Title', 'Suburb', 'MembershipNumber', 'Answer[11]', 'Answer[12]', 'FirstName'];
    const stored = [':phone 0711', ':street zz', ':mail zz', ':answer13 zz', ':postcode zz', ':phone@0711'];
    for (const query of [
      ...asked,
      ...open.flatMap((name) =>
        [...values, ...stored].map((value) => `${name}=${encodeURIComponent(value)}`),
      ),
    ]) {
      const response = await ask('reader', query);
      if (response.status === 400) continue;
      expect([query, await response.json()]).toEqual([query, { Members: [], Next: null, Count: 0 }]);
    }
    // For a reader, a question of the office looks like an unknown question.
    const [hidden, unknown] = [await ask('reader', 'Answer[13]=x'), await ask('reader', 'Answer[999]=x')];
    expect([hidden.status, await hidden.text()]).toEqual([unknown.status, await unknown.text()]);
  });

  it('finds who has never signed in, and who was invited and has not confirmed', async () => {
    const about = { organisationId, personId: 102, kind: 'invitation' as const };
    const failure = { problem: 'waiting' as const, smtpCode: null };
    await recordMail(store(), { about, email: 'x@example.org', failure, now: office.time.now });
    expect(await found('SignIn=invited')).toEqual([102]);
    const never = await found('SignIn=never');
    expect(never).toContain(102);
    await recordSignIn(store().auth, { organisationId, personId: 102 }, office.time.now.getTime());
    expect(await found('SignIn=invited')).toEqual([]);
    expect((await found('SignIn=never')).includes(102)).toBe(false);
    expect(await errorOf(await ask('reader', 'SignIn=never'))).toBe('400 invalid_request');
  });

  it('refuses parameters that it does not know or cannot read', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify([value, 1])).toString('base64url');
    for (const query of [
      ...[`Sort=changed&Page[After]=${cursor('x')}`, `Sort=name&Page[After]=${cursor('a\0')}`],
      `Sort=name&Page[After]=${cursor(1)}`,
      ...[
        'Sort=email',
        'Status=paid',
        'Type=x',
        'ExpiryTo=31.6.2027',
        'ExpiryTo=2027-13-01',
        'JoinedFrom=2026-02-31',
        'Serch=a',
      ],
      ...['OwedFrom=1.234', 'OwedTo=x', 'Committee=all', 'Answer[11]=', 'Answer[x]=1', 'Answer=1'],
      ...['Page[Size]=201', 'Page[Size]=0', 'Page[After]=x', `Search=${'a'.repeat(201)}`, 'Kind=firm'],
    ])
      expect([query, await errorOf(await ask('owner', query))]).toEqual([query, '400 invalid_request']);
  });
});
