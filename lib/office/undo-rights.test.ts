import { beforeEach, expect, it } from 'vitest';
import { officeJournalSchema, type OfficeChange } from '@/lib/contract/office-journal';
import { putSampleStructure, sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import type { MembersWriter } from '@/lib/store/members-writer';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 23_000;
const { owner, secretary, member } = officePeople;

describeEachEngine('who may undo a change', (store) => {
  let office: TestOffice;
  const as = (personId: number, minutesAgo = 1) => office.asRole(personId, { minutesAgo });
  const changes = async (query = '') => {
    const response = await as(owner).do(`GET journal?Limit=200${query}`);
    return officeJournalSchema.parse(await response.json()).Changes;
  };
  const newest = async () => (await changes()).find(({ Position }) => Position !== null);
  const undo = (change: OfficeChange | undefined, personId: number, body: object = {}) =>
    as(personId).do('POST journal/undo', { Position: change?.Position, ...body });
  const later = () => (office.time.now = new Date(office.time.now.getTime() + 60_000));
  /** @returns the newest change that has a position */
  const made = async (personId: number, operation: string, input?: unknown) => {
    later();
    const response = await as(personId).do(operation, input);
    expect([operation, response.ok]).toEqual([operation, true]);
    return newest();
  };
  const importing = (work: (writer: MembersWriter) => Promise<void>) =>
    office.write(async (writer) => {
      const actor = { kind: 'person', id: String(secretary) } as const;
      const run = await writer.runs.start({ actor, source: 'x.csv', fileHash: null, mapping: null });
      await work(writer);
      return run;
    });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write((writer) =>
      writer.structure.putCategories([{ id: 71, name: 'Unused', description: '' }]),
    );
  });

  it.each([
    ['closed a question', 'PATCH settings/extras/11', { AdminOnly: true }],
    ['changed a price', 'PATCH settings/types/1', { Cost: '250' }],
    ['changed a setting', 'PATCH settings', { Name: 'Another name' }],
    ['added a category', 'POST settings/categories', { Name: 'New' }],
    ['removed a category', 'DELETE settings/categories/71', undefined],
    ['gave a role', `PUT roles/${member}`, { Role: 'reader' }],
  ])('only an owner undoes that an owner %s, even with Force', async (_, operation, input) => {
    const change = await made(owner, operation, input);
    for (const Force of [false, true])
      expect(await errorOf(await undo(change, secretary, { Force }))).toBe('409 conflict');
    const seen = await as(secretary).do('GET journal?Limit=1');
    const [shown] = officeJournalSchema.parse(await seen.json()).Changes;
    if (shown?.Position === change?.Position) expect(shown?.CannotUndo).toBe('only an owner may undo it');
    expect(await newest()).toEqual(change);
    later();
    expect((await undo(change, owner)).status).toBe(200);
  });

  it.each([
    ['changed a member', `PATCH members/${member}`, { MembershipNumber: '77' }],
    ['removed a member', `DELETE members/${member}`, undefined],
    ['excluded a member from reminders', `PUT members/${member}/notices`, { Excluded: true }],
    ['wrote a note', `POST members/${member}/notes`, { Text: 'A note' }],
  ])('a secretary undoes that somebody %s', async (_, operation, input) => {
    const change = await made(owner, operation, input);
    expect(change?.CannotUndo).toBeNull();
    later();
    expect((await undo(change, secretary)).status).toBe(200);
  });

  it('undoes what needs a recent sign-in only after one', async () => {
    const change = await made(owner, `PUT roles/${member}`, { Role: 'reader' });
    const body = { Position: change?.Position };
    expect(await errorOf(await as(owner, 10).do('POST journal/undo', body))).toBe(
      '401 insufficient_user_authentication',
    );
    expect(await newest()).toEqual(change);
    expect((await as(owner, 9).do('POST journal/undo', body)).status).toBe(200);
  });

  it('a secretary undoes an import with what it added, unless somebody has changed that since', async () => {
    const Run = String(
      await importing(async (writer) => {
        const question = writer.structure.current?.extras.get(12);
        if (question === undefined) throw new Error('the sample has question 12');
        await writer.structure.putCategories([{ id: 90, name: 'New', description: '' }]);
        await writer.structure.putExtras([{ ...question, options: [...question.options, 'New'] }]);
        await writer.memberships.put(sampleMember(40, { categoryIds: [90] }, samplePerson({ id: 40 })));
      }),
    );
    const undoRun = async (Force: boolean) => {
      const response = await as(secretary).do('POST journal/undo', { Run, Force });
      return [response.status, await response.json()];
    };
    const renamed = await made(owner, 'PATCH settings/categories/90', { Name: 'Kept' });
    const conflict = { Kind: 'category', ID: '90', Field: 'Name', Reason: 'it has changed since' };
    expect(await undoRun(false)).toMatchObject([409, { Conflicts: [conflict] }]);
    // The member is removed. The category is kept, because only an owner may remove it.
    expect(await undoRun(true)).toMatchObject([200, { Conflicts: [conflict] }]);
    expect((await as(owner).do('GET members/40')).status).toBe(404);
    later();
    expect((await undo(renamed, owner)).status).toBe(200);
    later();
    const added = (await changes(`&Run=${Run}`)).find(({ Kind }) => Kind === 'category');
    expect([added?.CannotUndo, (await undo(added, secretary)).status]).toEqual([null, 200]);
  });

  it('a secretary does not undo what an import changed in the settings', async () => {
    await office.write((writer) => putSampleStructure(writer, { id: organisationId }));
    const Run = String(
      await importing(async (writer) => {
        const question = writer.structure.current?.extras.get(12);
        if (question === undefined) throw new Error('the sample has question 12');
        await writer.structure.putExtras([
          { ...question, isAdminOnly: !question.isAdminOnly, isMembersOnly: false },
        ]);
      }),
    );
    const body = { Run, Force: true };
    expect(await errorOf(await as(secretary).do('POST journal/undo', body))).toBe('409 conflict');
    expect((await as(owner).do('POST journal/undo', body)).status).toBe(200);
  });
});
