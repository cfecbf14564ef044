import { beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '@/lib/service/service.fixture';
import {
  noAreaCentre,
  putSampleStructure,
  sampleMember,
  samplePerson,
  testCause,
} from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { withMembersWriter } from '@/lib/store/write';

const [street, town] = ['Hauptstr. 1', 'Bonn'];
const stored = { FirstName: 'Jörg', LastName: 'Wagner', Email: 'wagner@example.org', Phone: '0228 123456' };
const address = { Address: street, Suburb: town };

describeEachEngine('a new member who may be a member already', (store) => {
  let service: TestService;
  beforeEach(async () => {
    service = startTestService(store());
    const context = { organisationId: 1, clock: () => service.time.now, areaCentre: noAreaCentre };
    await withMembersWriter(store(), { ...context, cause: testCause }, async (writer) => {
      await putSampleStructure(writer);
      const at = { address: street, suburb: town, postcode: '53111', state: '', country: 'Germany' };
      const { FirstName: firstName, LastName: lastName, Email: email, Phone: phone } = stored;
      const person = samplePerson({ id: 7, firstName, lastName, email, phone, address: at });
      await writer.memberships.put(sampleMember(1007, {}, { ...person, workPhone: '', mobile: '' }));
    });
  });
  const add = (user: object, headers: Record<string, string> = {}) =>
    service.send('POST', 'members', { body: newMember(user), headers });
  const warningOf = async (user: object) =>
    (await add(user, { 'Validate-Only': 'true' })).headers.get('Possible-Duplicates');

  it.each([
    [
      'the same email address, whatever the name',
      { FirstName: 'J.', Email: 'Wagner@Example.org' },
      '1007;email',
    ],
    ['the same phone', { FirstName: 'Georg', LastName: 'Wagner', Phone: '(0228) 12 34 56' }, '1007;phone'],
    [
      'the same name and town',
      { FirstName: 'Jorg', LastName: 'wagner', Address: { Suburb: 'BONN' } },
      '1007;name',
    ],
    ['everything', { ...stored, Address: address }, '1007;email;name;phone'],
    [
      'the same name in another town',
      { FirstName: 'Jörg', LastName: 'Wagner', Address: { Suburb: 'Köln' } },
      null,
    ],
    ['a couple at one address', { ...stored, FirstName: 'Ute', Address: address }, null],
    ['the same two letters of a phone', { FirstName: 'Eva', Phone: '0228' }, null],
  ])('%s', async (_, user, expected) => {
    expect(await warningOf({ LastName: 'Weber', ...user })).toBe(expected);
  });

  it('is added, and the body of the response stays as it was', async () => {
    const response = await add({ ...stored, FirstName: 'Joerg' });
    expect([response.status, response.headers.get('Possible-Duplicates')]).toEqual([201, '1007;email;phone']);
    expect(Object.keys(Object(await response.json()))).toEqual(['Member', 'Changes', 'AlsoChanged']);
  });

  it('in a batch is named with the index of the change, also if both are in the batch', async () => {
    const user = { FirstName: 'Ann', LastName: 'Other', Email: 'ann@example.org' };
    const member = (one: object) => ({ Operation: 'create', Member: newMember(one) });
    const body = [member(user), member({ ...user, FirstName: 'Anna' }), member({ LastName: 'Third' })];
    const warning = (await service.send('POST', 'members/batch', { body })).headers.get(
      'Possible-Duplicates',
    );
    expect(warning).toMatch(/^\d+;email, \d+;change=1;email$/);
  });
});

function newMember(user: object) {
  return { Kind: 'individual', MembershipType: { ID: '1' }, ExpiryDate: null, User: user };
}
