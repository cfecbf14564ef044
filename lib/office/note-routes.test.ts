import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { mergePersons, planMerge } from '@/lib/changes/merge-persons';
import { undoJournal } from '@/lib/changes/journal/undo-journal';
import { officeNotesSchema, officeNoteSchema } from '@/lib/contract/office-notes';
import { officeJournalSchema } from '@/lib/contract/office-journal';
import { readPersonalData } from '@/lib/privacy/personal-data/read-personal-data';
import { readJournal } from '@/lib/store/journal-read';
import { byPerson } from '@/lib/store/journal';
import { maxNoteLength, maxNotes } from '@/lib/store/notes';
import { noAreaCentre, sampleMember, testCause } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 16_000;
const { owner, secretary, officer, reader } = officePeople;
const [own, foreign] = [20, 21];
const oneNote = z.object({ Note: officeNoteSchema });

describeUsualEngines('notes of the office', (store) => {
  let office: TestOffice;
  const ask = async (
    method: string,
    path: string,
    { as = secretary, ...rest }: { as?: number; body?: unknown; headers?: Record<string, string> } = {},
  ) => office.office(method, path, { token: await office.ownToken({ personId: as }), ...rest });
  const notes = async (id: number, as?: number) => {
    const response = await ask('GET', `members/${id}/notes`, as === undefined ? {} : { as });
    expect(response.status).toBe(200);
    return officeNotesSchema.parse(await response.json()).Notes;
  };
  const texts = async (id: number) => (await notes(id)).map(({ Text }) => Text);
  const add = async (id: number, text: string, as: number = secretary) => {
    const response = await ask('POST', `members/${id}/notes`, { as, body: { Text: text } });
    expect(response.status).toBe(201);
    return oneNote.parse(await response.json()).Note;
  };
  const newest = async () =>
    (await readJournal(store().members, organisationId, { after: 0, limit: 1000, isNewest: true })).at(-1);
  const undo = async (position = 0) =>
    undoJournal(
      store(),
      { organisationId, clock: () => office.time.now, areaCentre: noAreaCentre, cause: testCause },
      { of: { position }, isForced: false },
    );
  const stored = () =>
    store().members.selectFrom('note').selectAll().where('organisation_id', '=', organisationId).execute();
  const dataOf = (personId: number, of: 'person' | 'office') =>
    readPersonalData(store(), { organisationId, personId, reader: of, now: office.time.now });

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(own, { chapterId: 1 }));
      await writer.memberships.put(sampleMember(foreign, { chapterId: 2 }));
    });
  });

  it('are added, changed and deleted; the journal says who did it and when, and each change can be undone', async () => {
    const first = await add(own, '  Pays by cheque\nin June ');
    expect(first).toMatchObject({
      Text: 'Pays by cheque\nin June',
      WrittenBy: { ID: String(secretary), Name: 'Name2 Test' },
      WrittenAt: '2026-06-15T02:00:00.000Z',
      ChangedBy: null,
    });
    const second = await add(own, 'Second', officer);
    expect(Number(second.ID)).toBeGreaterThan(Number(first.ID));
    office.time.now = new Date('2026-06-15T02:00:30Z');
    const path = `members/${own}/notes/${first.ID}`;
    const changed = await ask('PATCH', path, {
      as: officer,
      body: { Text: 'Pays by card' },
      headers: { 'If-Match': first.Tag },
    });
    expect(oneNote.parse(await changed.json()).Note).toMatchObject({
      Text: 'Pays by card',
      WrittenBy: { ID: String(secretary) },
      ChangedBy: { ID: String(officer), Name: 'Name3 Test' },
      ChangedAt: '2026-06-15T02:00:30.000Z',
    });
    const change = await newest();
    expect(change).toMatchObject({ kind: 'note', recordId: own, actor: byPerson(officer).actor });
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await texts(own)).toEqual(['Second']);
    const removal = await newest();
    expect(await undo(removal?.position)).toMatchObject({ undone: 1, conflicts: [] });
    expect(await notes(own)).toMatchObject([
      { ID: first.ID, Text: 'Pays by card', WrittenBy: { ID: String(secretary) } },
      { ID: second.ID },
    ]);
    // The first change can be undone although another note was added later.
    await add(own, 'Third');
    expect(await undo(change?.position)).toMatchObject({ undone: 1, conflicts: [] });
    expect(await texts(own)).toEqual(['Pays by cheque\nin June', 'Second', 'Third']);
  });

  it('somebody else changed the note: nothing is lost, and the newest text is returned', async () => {
    const note = await add(own, 'First');
    const path = `members/${own}/notes/${note.ID}`;
    const headers = { 'If-Match': note.Tag };
    expect((await ask('PATCH', path, { body: { Text: 'Theirs' }, headers })).status).toBe(200);
    const refused = await ask('PATCH', path, { body: { Text: 'Mine' }, headers });
    expect(refused.status).toBe(412);
    const now = oneNote.parse(await refused.json()).Note;
    expect(now.Text).toBe('Theirs');
    const again = await ask('PATCH', path, { body: { Text: 'Mine' }, headers: { 'If-Match': now.Tag } });
    expect(again.status).toBe(200);
    expect(await texts(own)).toEqual(['Mine']);
  });

  it('refuses empty, too long and too many notes, and unknown ones', async () => {
    for (const Text of ['', ' \n ', 'a'.repeat(maxNoteLength + 1), 7])
      expect(await errorOf(await ask('POST', `members/${own}/notes`, { body: { Text } }))).toBe(
        '422 invalid_record',
      );
    await add(own, 'a'.repeat(maxNoteLength));
    const other = await add(foreign, 'About somebody else');
    const path = `members/${own}/notes/${other.ID}`;
    const headers = { 'If-Match': '*' };
    expect(await errorOf(await ask('PATCH', path, { body: { Text: 'x' }, headers }))).toBe('404 not_found');
    expect(await errorOf(await ask('DELETE', path))).toBe('404 not_found');
    expect(await texts(foreign)).toEqual(['About somebody else']);
    const of = { writtenBy: 1, writtenAt: 0, changedBy: null, changedAt: null };
    const many = Array.from({ length: maxNotes }, (_, at) => ({ id: at + 1, text: `${at}`, ...of }));
    await office.write((writer) => writer.notes.put({ id: own, notes: many }));
    expect(await errorOf(await ask('POST', `members/${own}/notes`, { body: { Text: 'x' } }))).toBe(
      '409 conflict',
    );
  });

  it('an officer sees and writes notes about their own members only, and a reader sees none', async () => {
    const [mine, other] = [await add(own, 'Mine'), await add(foreign, 'Secret of chapter 2')];
    expect((await notes(own, officer)).map(({ ID }) => ID)).toEqual([mine.ID]);
    const body = { Text: 'x' };
    const headers = { 'If-Match': '*' };
    for (const [method, path] of [
      ['GET', `members/${foreign}/notes`],
      ['POST', `members/${foreign}/notes`],
      ['PATCH', `members/${foreign}/notes/${other.ID}`],
      ['DELETE', `members/${foreign}/notes/${other.ID}`],
    ] as const) {
      const sent = method === 'GET' || method === 'DELETE' ? {} : { body, headers };
      expect([method, await errorOf(await ask(method, path, { as: officer, ...sent }))]).toEqual([
        method,
        '404 not_found',
      ]);
      const path2 = path.replace(String(foreign), String(own));
      expect([method, await errorOf(await ask(method, path2, { as: reader, ...sent }))]).toEqual([
        method,
        '403 insufficient_role',
      ]);
    }
    const seenBy = async (as: number) => (await ask('GET', 'journal?Limit=200', { as })).text();
    expect(await seenBy(reader)).not.toMatch(/Mine|Secret of chapter 2/);
    expect(await seenBy(officer)).toContain('Mine');
    expect(await seenBy(officer)).not.toContain('Secret of chapter 2');
    const history = officeJournalSchema.parse(await (await ask('GET', `journal?Member=${own}`)).json());
    expect(history.Changes[0]).toMatchObject({
      Kind: 'note',
      CannotUndo: null,
      Values: [{ Field: 'Note', Before: null, After: 'Mine' }],
    });
    for (const as of [owner, secretary, officer, reader])
      expect(await (await ask('GET', `members/${own}`, { as })).text()).not.toContain('Mine');
    expect(await (await ask('GET', 'members?Search=Mine')).json()).toMatchObject({ Count: 0 });
  });

  it('no client of the API sees them', async () => {
    await add(own, 'Secret note');
    const token = await office.token({ scopes: ['basic', 'members'] });
    const root = `http://localhost/api/v2/organisation/${organisationId}`;
    for (const path of [`members/${own}`, 'members', 'changes?After=1']) {
      const response = await office.app.request(`${root}/${path}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(await response.text()).not.toContain('Secret note');
    }
  });

  it('a merge moves them, and an undo of the merge moves them back', async () => {
    await add(own, 'Of the first');
    await add(foreign, 'Of the second');
    const run = await office.write(async (writer) =>
      mergePersons(writer, await planMerge(writer, { from: foreign, into: own, keptMembershipId: own })),
    );
    expect(await texts(own)).toEqual(['Of the first', 'Of the second']);
    const options = {
      organisationId,
      clock: () => office.time.now,
      areaCentre: noAreaCentre,
      cause: testCause,
    };
    const undone = await undoJournal(store(), options, { of: { runId: run }, isForced: false });
    expect(undone.conflicts).toEqual([]);
    expect([await texts(own), await texts(foreign)]).toEqual([['Of the first'], ['Of the second']]);
  });

  it('the export of a person has them, but not the names of their authors', async () => {
    await add(own, 'Wrote to us', secretary);
    const notes = [{ Text: 'Wrote to us', WrittenAt: '2026-06-15T02:00:00.000Z', ChangedAt: null }];
    expect(await dataOf(own, 'office')).toMatchObject({ Notes: notes });
    const shown = await dataOf(own, 'person');
    expect(shown).toMatchObject({ Notes: notes });
    expect(JSON.stringify(shown)).not.toMatch(/WrittenBy|Name2/);
    expect(JSON.stringify(shown?.History)).toContain('Wrote to us');
  });

  it('an erasure deletes them, including earlier texts and deleted notes in the journal', async () => {
    const note = await add(own, 'Erased text one');
    await ask('PATCH', `members/${own}/notes/${note.ID}`, {
      body: { Text: 'Erased text two' },
      headers: { 'If-Match': '*' },
    });
    const gone = await add(own, 'Erased text three');
    await ask('DELETE', `members/${own}/notes/${gone.ID}`);
    await add(foreign, 'Stays');
    const erased = await ask('POST', `members/${own}/erase`, { as: owner, body: {} });
    expect(erased.status).toBe(200);
    const rows = await store()
      .members.selectFrom('journal')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .execute();
    expect(JSON.stringify([await stored(), rows])).not.toContain('Erased text');
    expect((await stored()).map(({ text }) => text)).toEqual(['Stays']);
  });

  it('they are removed with the person, and come back when that is undone', async () => {
    await add(own, 'Of a removed person');
    await office.write((writer) => writer.memberships.remove([own]));
    expect(await stored()).toHaveLength(1);
    await office.write((writer) => writer.persons.remove([own]));
    expect(await stored()).toHaveLength(0);
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 10, isNewest: true });
    for (const { position } of rows.slice(-2).reverse())
      expect(await undo(position)).toMatchObject({ undone: 1, conflicts: [] });
    expect((await stored()).map(({ text }) => text)).toEqual(['Of a removed person']);
  });
});
