/** What people type in forms and filters is read at the lowest layer of the office, below every page. */
import { beforeEach, expect, it } from 'vitest';
import { officeMembersSchema } from '@/lib/contract/office-members';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 47_000;

describeEachEngine('typed dates and amounts', (store) => {
  let office: TestOffice;
  const ask = async (operation: string, input?: unknown) => {
    const response = await office.asRole(officePeople.secretary).do(operation, input);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it.each([
    ['31.12.26', '85,50', '2026-12-31', '85.500'],
    ['30 June 2027', '$1,234.50', '2027-06-30', '1234.500'],
    // What the date field of a browser makes out of a typed year of two digits.
    ['0026-12-31', ' 85 ', '2026-12-31', '85.000'],
    ['2026-12-31', '85.5', '2026-12-31', '85.500'],
  ])('%s and %s are %s and %s', async (date, amount, lastDay, owed) => {
    const { body } = await ask('PATCH members/6', { ExpiryDate: date, AmountOutstanding: amount });
    expect(body).toMatchObject({ Member: { ExpiryDate: lastDay, AmountOutstanding: owed } });
  });

  it.each([
    ['ExpiryDate', 'Jun-27', 'must be a real date'],
    ['JoiningDate', '31.02.2026', 'must be a real date'],
    ['AmountOutstanding', '1.234', 'can be read in two ways'],
    ['AmountOutstanding', 'much', 'must be an amount'],
  ])('%s %s has two meanings, or none, and is refused at its field', async (field, value, reason) => {
    const { status, body } = await ask('PATCH members/6', { [field]: value });
    const refused = { field, reason: expect.stringContaining(reason) as string };
    expect([status, body['fields']]).toEqual([422, [refused]]);
  });

  it('filters and changes of many members read the same', async () => {
    await ask('PATCH members/6', { ExpiryDate: '31.12.31', AmountOutstanding: '85,50' });
    const found = await ask('GET members?ExpiryFrom=31.12.31&ExpiryTo=Dec+2031&OwedFrom=85%2C50');
    expect(officeMembersSchema.parse(found.body).Members.map(({ ID }) => ID)).toEqual(['6']);
    const later = await ask('GET members?ExpiryFrom=1.1.32');
    expect(officeMembersSchema.parse(later.body).Members.map(({ ID }) => ID)).not.toContain('6');
    const refused = await ask('GET members?OwedFrom=much');
    expect([refused.status, refused.body['error_description']]).toEqual([
      400,
      '"OwedFrom" must be an amount such as 120.50',
    ]);
    for (const query of ['members?ExpiryFrom=%E0', 'journal?From=%E0']) {
      const { status, body } = await ask(`GET ${query}`);
      expect([status, body['error_description']]).toEqual([
        400,
        expect.stringMatching(/^"(ExpiryFrom|From)" must be percent-encoded UTF-8$/),
      ]);
    }
    const action = { Do: 'set', Field: 'AmountOutstanding', Value: '12,5' };
    const bulk = await ask('POST bulk', { Members: { IDs: ['7'] }, Action: action });
    expect(bulk.body).toMatchObject({ State: 'checked', Action: { Value: '12.50' }, Changed: 1 });
  });
});
