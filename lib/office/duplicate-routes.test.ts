import { beforeEach, expect, it } from 'vitest';
import { duplicatesSchema } from '@/lib/contract/office-duplicates';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { readJournal } from '@/lib/store/journal-read';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { PersonRecord } from '@/lib/store/schema/records';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9760;

describeEachEngine('the office’s list of possible duplicates', (store) => {
  let office: TestOffice;
  const add = (people: readonly (Partial<PersonRecord> & { id: number })[]) =>
    office.write(async (writer) => {
      const blank = { email: '', phone: '', workPhone: '', mobile: '', organisation: '' };
      const address = { address: null, suburb: '', state: '', postcode: '', country: '' };
      for (const person of people)
        await writer.memberships.put(
          sampleMember(person.id, {}, samplePerson({ ...blank, address, ...person })),
        );
    });
  const as = (person: number) => office.asRole(person);
  const list = async () => {
    const { Pairs, Count } = duplicatesSchema.parse(
      await (await as(officePeople.secretary).do('GET duplicates')).json(),
    );
    expect(Count).toBe(Pairs.length);
    // The people of the sample office share a phone.
    const own = Pairs.filter(({ Members: [one] }) => Number(one.ID) > 100);
    return own.map(({ By, Members: [one, other] }) => `${one.ID} ${other.ID} ${By.join(' ')}`);
  };
  const separate = (...ids: number[]) =>
    as(officePeople.secretary).do('POST duplicates/separate', { Members: ids.map(String) });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('has pairs with a common email address, phone, or name and town, but not a couple at one address', async () => {
    const home = { address: 'Hauptstr. 1', suburb: 'Bonn', state: '', postcode: '', country: '' };
    const couple = { lastName: 'Wagner', email: 'wagner@example.org', phone: '0228 123456', address: home };
    await add([
      { ...couple, id: 101, firstName: 'Ute' },
      { ...couple, id: 102, firstName: 'Jörg' },
      { id: 103, firstName: 'J.', lastName: 'Wagner', email: 'Wagner@example.org' },
      { id: 104, firstName: 'Ann', lastName: 'Lee', address: home },
      { id: 105, firstName: 'ann', lastName: 'LÉE', address: { ...home, address: 'Other 2' } },
      { id: 106, firstName: 'Ann', lastName: 'Lee', address: { ...home, suburb: 'Köln' } },
      { id: 107, firstName: 'Max', lastName: 'Low', mobile: '0228/12 34 56' },
    ]);
    expect(await list()).toEqual([
      '101 103 email',
      '101 107 phone',
      '102 103 email',
      '102 107 phone',
      '104 105 name',
    ]);
  });

  it('leaves out who was separated, with a row in the journal and until the undo; a merge keeps the decision', async () => {
    const same = { lastName: 'Lee', email: 'lee@example.org' };
    await add([101, 102, 103].map((id) => ({ ...same, id, firstName: `A${id}` })));
    expect((await separate(102, 101)).status).toBe(200);
    expect((await separate(101, 102)).status).toBe(200);
    expect(await list()).toEqual(['101 103 email', '102 103 email']);
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    const own = rows.filter(({ kind }) => kind === 'distinct');
    expect(own.map(({ recordId, actor }) => [recordId, actor.id])).toEqual([
      [101, String(officePeople.secretary)],
    ]);

    const position = String(own[0]?.position);
    expect((await as(officePeople.secretary).do('POST journal/undo', { Position: position })).status).toBe(
      200,
    );
    expect(await list()).toHaveLength(3);

    await separate(101, 103);
    await office.write(async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: 101, into: 102, keptMembershipId: 102 })),
    );
    expect(await list()).toEqual([]);
  });

  it('compares only people with the same name if many share an address, so that the pairs do not grow with the square', async () => {
    await add(
      Array.from({ length: 120 }, (_, at) => {
        const firstName = at < 3 ? 'Same' : `Name${at}`;
        return { id: 1000 + at, firstName, lastName: 'Staff', email: 'office@example.org' };
      }),
    );
    expect(await list()).toEqual(['1000 1001 email', '1001 1002 email']);
  });

  it('is for those who may merge', async () => {
    for (const person of [officePeople.officer, officePeople.reader])
      expect((await as(person).do('GET duplicates')).status).toBe(403);
  });
});
