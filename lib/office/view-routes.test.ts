import { beforeEach, expect, it } from 'vitest';
import { viewsSchema, viewSchema, type OfficeView } from '@/lib/contract/office-views';
import { PersonTraces } from '@/lib/store/person-traces';
import { readSavedViews, SavedViewsWriter } from '@/lib/store/lists/saved-views';
import { readJournal } from '@/lib/store/journal-read';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9800;
type Role = 'owner' | 'secretary' | 'officer' | 'reader';

describeEachEngine('saved views', (store) => {
  let office: TestOffice;
  const ask = async (role: Role, method: string, path: string, body?: unknown) => {
    const token = await office.ownToken({ personId: officePeople[role] });
    return office.office(method, path, { token, ...(body === undefined ? {} : { body }) });
  };
  const save = async (role: Role, body: object): Promise<OfficeView> =>
    viewSchema.parse(await (await ask(role, 'POST', 'views', body)).json());
  const seenBy = async (role: Role) =>
    viewsSchema.parse(await (await ask(role, 'GET', 'views')).json()).Views.map(({ Name }) => Name);
  const rows = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 1000 })).filter(
      ({ kind }) => kind === 'view',
    );

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('are seen by the person who saved them, and by everybody in the office if they are shared', async () => {
    await save('secretary', { Name: 'My list', List: 'Status=expired' });
    await save('secretary', {
      Name: 'For all',
      List: 'Status=expired&Sort=-expiry&Column=email',
      Shared: true,
    });
    await save('officer', { Name: 'Officer’s own', List: '' });
    expect(await seenBy('secretary')).toEqual(['For all', 'My list']);
    expect(await seenBy('owner')).toEqual(['For all']);
    expect(await seenBy('officer')).toEqual(['For all', 'Officer’s own']);
    expect(await seenBy('reader')).toEqual(['For all']);
  });

  it('a reader does not see a shared view whose filters reveal what is hidden from readers', async () => {
    await save('owner', { Name: 'One address', List: 'Email=zoe@example.org', Shared: true });
    await save('owner', { Name: 'Lately', List: 'Sort=-changed', Shared: true });
    expect(await seenBy('reader')).toEqual([]);
    expect(await seenBy('officer')).toEqual(['Lately', 'One address']);
  });

  it('are renamed, shared and deleted by the person who saved them; owners and secretaries also change shared ones', async () => {
    const own = await save('officer', { Name: 'Mine', List: '' });
    expect(await errorOf(await ask('owner', 'PATCH', `views/${own.ID}`, { Name: 'x' }))).toBe(
      '404 not_found',
    );
    expect(await errorOf(await ask('owner', 'DELETE', `views/${own.ID}`))).toBe('404 not_found');
    expect(await errorOf(await ask('officer', 'PATCH', `views/${own.ID}`, { Shared: true }))).toBe(
      '403 insufficient_role',
    );
    expect((await ask('officer', 'PATCH', `views/${own.ID}`, { Name: 'Renamed' })).status).toBe(200);
    expect(await seenBy('officer')).toEqual(['Renamed']);
    const shared = await save('secretary', { Name: 'For all', List: '', Shared: true });
    expect(await errorOf(await ask('officer', 'DELETE', `views/${shared.ID}`))).toBe('403 insufficient_role');
    expect((await ask('owner', 'DELETE', `views/${shared.ID}`)).status).toBe(204);
    expect(await seenBy('secretary')).toEqual([]);
  });

  it('are refused if the list does not exist, or the role may not share', async () => {
    expect(await errorOf(await ask('secretary', 'POST', 'views', { Name: 'x', List: 'Nonsense=1' }))).toBe(
      '400 invalid_request',
    );
    expect(await errorOf(await ask('secretary', 'POST', 'views', { Name: ' ', List: '' }))).toBe(
      '422 invalid_record',
    );
    const shared = { Name: 'x', List: '', Shared: true };
    for (const role of ['officer', 'reader'] as const)
      expect(await errorOf(await ask(role, 'POST', 'views', shared))).toBe('403 insufficient_role');
  });

  it('leave rows in the journal, and an undo restores a deleted one', async () => {
    const { ID } = await save('owner', { Name: 'First', List: 'Status=expired' });
    await ask('owner', 'PATCH', `views/${ID}`, { Name: 'Second' });
    await ask('owner', 'DELETE', `views/${ID}`);
    const found = await rows();
    expect(found.map(({ operation, changes }) => [operation, changes])).toEqual([
      ['created', null],
      ['updated', { Name: ['First', 'Second'] }],
      ['removed', { PersonID: '1', Name: 'Second', List: 'Status=expired', Shared: false }],
    ]);
    const undo = (position: number) => ask('owner', 'POST', 'journal/undo', { Position: String(position) });
    expect((await undo(found[2]?.position ?? 0)).status).toBe(200);
    expect(await seenBy('owner')).toEqual(['Second']);
    expect((await undo(found[1]?.position ?? 0)).status).toBe(200);
    expect(await seenBy('owner')).toEqual(['First']);
    expect((await undo(found[0]?.position ?? 0)).status).toBe(200);
    expect(await seenBy('owner')).toEqual([]);
    expect((await save('owner', { Name: 'New', List: '' })).ID).toBe(String(Number(ID) + 1));
  });

  it('move with a merged person, and are deleted with an erased person, including views of others that name the erased person', async () => {
    const zoe = {
      emails: ['zoe@example.org'],
      names: [],
      persons: [],
      identifiers: [{ kind: 'name' as const, personId: 9, firstName: 'Zoe', lastName: '' }],
    };
    await save('secretary', { Name: 'Of the secretary', List: '' });
    await save('owner', { Name: 'Looks for zoe', List: 'Search=Zoe%40Example.org' });
    await office.write((writer) =>
      writer.part(SavedViewsWriter).move(officePeople.secretary, officePeople.officer),
    );
    expect(await seenBy('officer')).toEqual(['Of the secretary']);
    await office.write((writer) =>
      writer.part(SavedViewsWriter).erase([officePeople.officer], new PersonTraces(zoe)),
    );
    expect(await readSavedViews(store().members, organisationId)).toEqual([]);
    expect(JSON.stringify(await rows())).not.toMatch(/zoe/i);
  });
});
