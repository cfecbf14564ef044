import { inflateRawSync } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import type { OfficeRole } from '@/lib/contract/fields/role';
import { memberColumns, officeMembersSchema } from '@/lib/contract/office-members';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 15_000;

describeEachEngine('the export of a list of members', (store) => {
  let office: TestOffice;
  const ask = async (role: OfficeRole, query: string, minutesAgo = 0) =>
    office.office('GET', `export?${query}`, {
      token: await office.ownToken({ personId: officePeople[role], minutesAgo }),
    });
  const lines = async (role: OfficeRole, query: string) => {
    const response = await ask(role, query);
    expect([query, response.status]).toEqual([query, 200]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)], 'a byte order mark').toEqual([0xef, 0xbb, 0xbf]);
    return bytes.subarray(3).toString('utf8').split('\r\n').slice(0, -1);
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      const person = { lastName: 'Zebra', email: 'zebra@members.example', mobile: '+61 400 111 222' };
      await writer.memberships.put(
        sampleMember(100, { chapterId: 1, categoryIds: [1, 2] }, { ...person, firstName: '=cmd|x' }),
      );
      await writer.memberships.put(
        sampleMember(101, { chapterId: 2 }, { firstName: 'Ada\u0001', lastName: 'Zoo' }),
      );
    });
  });

  it('has the list’s members in the list’s order, with the chosen columns, and no formula in a cell', async () => {
    expect(
      await lines('secretary', 'LastName=z&Sort=-name&Column=number&Column=mobile&Column=place'),
    ).toEqual([
      'ID,First name,Last name,Organisation,Number,Mobile,Suburb,State',
      expect.stringMatching(/^101,Ada\u0001,Zoo,,M-101,/),
      expect.stringMatching(/^100,'=cmd\|x,Zebra,,M-100,'\+61 400 111 222,/),
    ]);
  });

  it('has the text of every column, and a list has every field of the member', async () => {
    await office.write((writer) =>
      writer.memberships.put(
        sampleMember(
          100,
          {
            typeId: 2,
            kind: 'corporate',
            chapterId: 1,
            categoryIds: [2, 1],
            isListed: false,
            expiryDate: '2030-06-30',
            joiningDate: null,
            amountOutstandingThousandths: 49_500,
            currency: null,
            invoiceUrl: 'https://pay.example/i',
            paymentUrl: null,
          },
          {
            firstName: 'Ada',
            lastName: 'Zebra',
            organisation: 'Zoo Ltd',
            email: 'a@zoo.example',
            phone: '1',
            workPhone: '2',
            mobile: '3',
            address: { address: null, suburb: 'Geelong', postcode: '3220', state: 'VIC', country: 'Oz' },
            mailingAddress: {
              address: 'PO Box 9',
              suburb: 'Corio',
              postcode: '3214',
              state: 'VIC',
              country: 'Oz',
            },
            title: 'Dr',
          },
        ),
      ),
    );
    const columns = memberColumns.map((name) => `Column=${name}`).join('&');
    const [, line] = await lines('owner', `MembershipNumber=M-100&${columns}`);
    expect(line).toBe(
      '100,Ada,Zebra,Zoo Ltd,M-100,Firm,Victoria,Corporate,Owes money,2030-06-30,,49.50,"Fellows, Founders",No,' +
        'Geelong,VIC,,3220,Oz,PO Box 9,Corio,3214,VIC,Oz,Dr,a@zoo.example,1,3,2,2026-06-15,,,,,,,,',
    );
    const token = await office.ownToken({ personId: officePeople.owner });
    const list = await office.office('GET', 'members?MembershipNumber=M-100', { token });
    expect(await list.text()).toBe(
      '{"Members":[{"ID":"100","Kind":"corporate","PersonID":"100","ParentID":null,"MembershipNumber":"M-100",' +
        '"Title":"Dr","FirstName":"Ada","LastName":"Zebra","Organisation":"Zoo Ltd","Email":"a@zoo.example","Phone":"1",' +
        '"WorkPhone":"2","Mobile":"3","Address":"","Postcode":"3220","MailingStreet":"PO Box 9",' +
        '"MailingSuburb":"Corio","MailingPostcode":"3214","MailingState":"VIC","MailingCountry":"Oz","InvoiceURL":"https://pay.example/i",' +
        '"PaymentURL":null,"Changed":"2026-06-15","Suburb":"Geelong","State":"VIC","Country":"Oz",' +
        '"MembershipType":{"ID":"2","Name":"Firm"},"Chapter":{"ID":"1","Name":"Victoria"},' +
        '"Status":"outstanding","Checked":true,"ExpiryDate":"2030-06-30","JoiningDate":null,' +
        '"AmountOutstanding":"49.50","Currency":"AUD","Listed":false,' +
        '"Categories":[{"ID":"1","Name":"Fellows"},{"ID":"2","Name":"Founders"}],"Standing":"none","StandingWord":"",' +
        '"Introduction":"","Services":"","Areas":"","ConfirmedOn":null}],"Next":null,"Count":1}',
    );
  });

  it('has the answers and sign-ins that were asked for, with the question as the heading, and only if they may be seen', async () => {
    const answers = [11, 13].map((extraId) => ({ extraId, answer: `answer ${extraId}` }));
    await office.write((writer) =>
      writer.memberships.put(sampleMember(100, { chapterId: 1, answers }, { lastName: 'Zebra' })),
    );
    const now = office.time.now.getTime();
    await store()
      .auth.insertInto('account')
      .values({
        organisation_id: organisationId,
        person_id: 100,
        password_hash: null,
        updated_at: now,
        signed_in_at: now,
      })
      .execute();
    const columns = 'Column=answer-11&Column=answer-13&Column=answer-99&Column=signedIn&Column=invited';
    const [headings, row] = await lines('owner', `LastName=zebra&${columns}`);
    expect(headings).toMatch(
      /^ID,First name,Last name,Organisation,[^,]+,[^,]+,Answer,Last signed in,Invited$/,
    );
    expect(row).toMatch(/^100,.*,answer 11,answer 13,,2026-06-15,$/);
    const list = async (role: OfficeRole) => {
      const token = await office.ownToken({ personId: officePeople[role] });
      const response = await office.office('GET', `members?LastName=zebra&${columns}`, { token });
      return officeMembersSchema
        .parse(await response.json())
        .Members.map(({ SignedIn, Invited, Answers }) => ({
          SignedIn,
          Invited,
          Answers,
        }));
    };
    const all = { 11: ['answer 11'], 13: ['answer 13'] };
    expect(await list('secretary')).toEqual([{ SignedIn: '2026-06-15', Invited: null, Answers: all }]);
    expect(await list('reader')).toEqual([
      { SignedIn: undefined, Invited: undefined, Answers: { 11: ['answer 11'] } },
    ]);
    await office.write(async (writer) => {
      const { organisation } = writer.structure.current ?? {};
      if (organisation !== undefined)
        await writer.structure.putOrganisation({ ...organisation, officerAccess: 'question 13: hidden' });
    });
    const officer = await office.ownToken({ personId: officePeople.officer });
    expect(await errorOf(await office.office('GET', 'members?Column=answer-13', { token: officer }))).toBe(
      '400 invalid_request',
    );
  });

  it('has every member once, however many pages the list has', async () => {
    await office.write(async (writer) => {
      for (let id = 1000; id < 3100; id += 1)
        await writer.memberships.put(sampleMember(id, {}, { lastName: `Many ${id % 7}` }));
    });
    const ids = (await lines('owner', 'LastName=many&Column=email'))
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 2100 }, (_, index) => 1000 + index));
    const token = await office.ownToken({ personId: officePeople.owner });
    const counted = async (query: string) =>
      officeMembersSchema.parse(
        await (await office.office('GET', `members?LastName=many&Page[Size]=1${query}`, { token })).json(),
      ).Count;
    expect([await counted(''), await counted('&ExactCount=true')]).toEqual([null, 2100]);
  });

  it('is a workbook in which every cell is text', async () => {
    const response = await ask('owner', 'LastName=z&Column=status&Column=categories&Format=xlsx');
    expect(response.headers.get('content-type')).toContain('spreadsheetml');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="members.xlsx"');
    const files = unzip(Buffer.from(await response.arrayBuffer()));
    const all = [...files.values()].join('');
    expect(all).toContain('=cmd|x');
    expect(all).toContain('Zoo');
    expect(all, 'XML cannot have it').not.toContain('\u0001');
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
  });

  it('is in the list of changes, with the person who made it and the number of members', async () => {
    await ask('owner', 'LastName=z&Format=xlsx');
    const response = await office.office('GET', 'journal', {
      token: await office.ownToken({ personId: officePeople.owner }),
    });
    const { Changes } = await response.json();
    expect(Changes.find(({ Kind }: { Kind: string }) => Kind === 'export')).toMatchObject({
      Operation: 'made',
      By: { Kind: 'person', ID: String(officePeople.owner) },
      Values: [
        { Field: 'Members', After: 2 },
        { Field: 'Format', After: 'xlsx' },
      ],
    });
  });

  it('is made in turn, and refused with Retry-After when others wait', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => ask('owner', 'LastName=z')));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]));
    const refused = all.filter(({ status }) => status === 503);
    expect(refused.every(({ headers }) => headers.get('Retry-After') === '5')).toBe(true);
    expect((await ask('owner', 'LastName=z')).status).toBe(200);
  });

  it('has for an officer only the members of their chapters', async () => {
    expect((await lines('officer', 'LastName=z')).slice(1).map((line) => line.split(',')[0])).toEqual([
      '100',
    ]);
  });

  it('needs a recent sign-in, and is refused to readers', async () => {
    expect(await errorOf(await ask('owner', '', 11))).toBe('401 insufficient_user_authentication');
    expect(await errorOf(await ask('reader', ''))).toBe('403 insufficient_role');
    for (const query of ['Column=password', 'Format=pdf', 'Page[Size]=1', 'Type=x'])
      expect([query, await errorOf(await ask('owner', query))]).toEqual([query, '400 invalid_request']);
  });
});

/** Finds the files by the central directory of the zip. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(start, start + size);
    const text = (method === 0 ? data : inflateRawSync(data)).toString('utf8');
    files.set(zip.toString('utf8', at + 46, at + 46 + (name ?? 0)), text);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}
