import type { MembersWriter } from '@/lib/store/members-writer';
import { sampleLocation, sampleMember } from '@/lib/store/sample-members.fixture';

/** Memberships 1 and 3 to 6. Each matches a different set of the contract's filters. */
export async function putMembers(writer: MembersWriter): Promise<void> {
  const at = (id: number) => ({
    locations: [sampleLocation({ id, name: `Clinic ${id}`, state: id === 3 ? 'TAS' : 'VIC' })],
  });
  const noAddress = { address: null, suburb: '', postcode: '', state: '', country: '' };
  const tasmania = { firstName: 'Ole', lastName: 'Berg', address: { ...noAddress, state: 'TAS' } };
  const held = (addonId: number, expiryDate: string) => [{ addonId, quantity: 1, expiryDate, answers: [] }];
  const yes = [{ extraId: 11, answer: 'Yes' }];
  await writer.memberships.put(
    sampleMember(1, { ...at(1), categoryIds: [1], addons: held(1, '2026-06-15'), answers: yes }),
  );
  await writer.memberships.put(sampleMember(3, { ...at(3), expiryDate: '2026-06-14' }, tasmania));
  const { person } = sampleMember(4, {}, tasmania);
  const owing = { amountOutstandingThousandths: 1 };
  await writer.memberships.put({
    person: { ...person, address: noAddress },
    membership: sampleMember(4, owing).membership,
  });
  const firm = { kind: 'corporate', typeId: 2 } as const;
  const contact = { firstName: 'Contact', lastName: 'Berg', address: noAddress };
  await writer.memberships.put(
    sampleMember(5, { ...firm, ...at(5) }, { ...contact, organisation: 'Firm & Co' }),
  );
  await writer.memberships.put(
    sampleMember(
      6,
      { ...firm, ...at(6), addons: held(2, '2026-06-15') },
      { ...contact, organisation: 'Other' },
    ),
  );
}

/** Writes membership 2, which must be written later than the others. */
export async function putLater(writer: MembersWriter): Promise<void> {
  const address = { address: null, suburb: '', postcode: '', state: 'NSW', country: 'New Zealand' };
  const membership = {
    expiryDate: '2026-06-30',
    chapterId: 2,
    categoryIds: [2],
    addons: [{ addonId: 1, quantity: 1, expiryDate: '2026-06-14', answers: [] }],
    answers: [{ extraId: 11, answer: 'No' }],
    locations: [sampleLocation({ id: 2, name: 'Sydney', latitude: -33.87, longitude: 151.21 })],
  };
  await writer.memberships.put(sampleMember(2, membership, { firstName: 'Anna', lastName: 'Berg', address }));
}
