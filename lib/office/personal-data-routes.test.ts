import { beforeEach, expect, it } from 'vitest';
import { errorOf } from '@/lib/service/sign-in-service.fixture';
import { readJournal } from '@/lib/store/journal-read';
import { sampleMember, samplePerson } from '@/lib/store/sample-members.fixture';
import { describeUsualEngines } from '@/lib/store/stores.fixture';
import { findTombstone } from '@/lib/store/tombstone';
import { officePeople, startTestOffice, type TestOffice } from './office.fixture';

let organisationId = 9600;

describeUsualEngines('a person in the office', (store) => {
  let office: TestOffice;
  let token = '';
  const { owner, secretary, reader, secondOwner, member } = officePeople;
  const erase = (
    id: number,
    options: { body?: object; as?: string; headers?: Record<string, string> } = {},
  ) =>
    office.office('POST', `members/${id}/erase`, {
      token: options.as ?? token,
      body: options.body ?? {},
      ...(options.headers === undefined ? {} : { headers: options.headers }),
    });
  const asSecretary = () => office.ownToken({ personId: secretary });
  const isStored = async (id: number) =>
    (await office.office('GET', `members/${id}`, { token })).status === 200;

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
    token = await office.ownToken({ personId: owner });
  });

  it('is exported with all stored data, as JSON and as a page', async () => {
    const json = await office.office('GET', `members/${member}/personal-data`, { token });
    expect(json.headers.get('Content-Disposition')).toBe('attachment; filename="person-6.json"');
    expect(await json.json()).toMatchObject({ Person: { ID: '6', State: 'stored' } });
    const page = await office.office('GET', `members/${member}/personal-data?Format=html`, { token });
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('person-6@example.org');
    const wrong = await office.office('GET', `members/${member}/personal-data?Format=pdf`, { token });
    expect(await errorOf(wrong)).toBe('400 invalid_request');
    const unknown = await office.office('GET', 'members/999/personal-data', { token });
    expect(await errorOf(unknown)).toBe('404 not_found');
  });

  it('is exported with a row in the list of changes, in which the office sees who made the file', async () => {
    await office.office('GET', `members/${member}/personal-data?Format=html`, { token });
    await office.office('GET', 'members/999/personal-data', { token });
    for (const reading of [token, await asSecretary()]) {
      const response = await office.office('GET', `journal?Member=${member}`, { token: reading });
      const { Changes } = await response.json();
      expect(Changes.filter(({ Kind }: { Kind: string }) => Kind === 'personal_data')).toMatchObject([
        {
          Operation: 'made',
          By: { Kind: 'person', ID: String(owner) },
          Values: [{ Field: 'Format', After: 'html' }],
          CannotUndo: 'it changed no data',
        },
      ]);
    }
  });

  it('is erased for good, and the journal names who did it without naming the person', async () => {
    const trial = await erase(member, { headers: { 'Validate-Only': 'true' } });
    expect(await trial.json()).toEqual({
      PersonID: '6',
      ErasedAt: null,
      Memberships: ['6'],
      Kept: [],
      Detached: [],
      Complete: false,
    });
    expect(await isStored(member)).toBe(true);
    const response = await erase(member, { headers: { 'Change-Reason': 'Asked for it' } });
    expect(await response.json()).toMatchObject({ PersonID: '6', ErasedAt: '2026-06-15T02:00:00.000Z' });
    expect(await isStored(member)).toBe(false);
    expect(await findTombstone(store().members, organisationId, member)).not.toBeNull();
    const rows = await readJournal(store().members, organisationId, { after: 0, limit: 1000 });
    expect(JSON.stringify(rows)).not.toContain('person-6@example.org');
    expect(rows.filter(({ operation }) => operation === 'erased').map(({ actor }) => actor)).toContainEqual(
      expect.objectContaining({ kind: 'person', id: String(owner) }),
    );
    expect(await errorOf(await erase(member))).toBe('404 not_found');
  });

  it('cannot erase themselves, and only an owner erases somebody who has a role', async () => {
    expect(await errorOf(await erase(owner))).toBe('409 conflict');
    const as = await asSecretary();
    expect(await errorOf(await erase(secretary, { as }))).toBe('409 conflict');
    for (const id of [reader, secondOwner])
      expect(await errorOf(await erase(id, { as }))).toBe('403 insufficient_role');
    expect(await isStored(secondOwner)).toBe(true);
    expect((await erase(secondOwner)).status).toBe(200);
  });

  it('the contact of a company is erased with the company, or somebody else becomes the contact', async () => {
    const company = samplePerson({ id: 60, organisation: 'Example Physio' });
    await office.write(async (writer) => {
      await writer.memberships.put(sampleMember(60, { kind: 'corporate' }, company));
      await writer.memberships.put(
        sampleMember(61, { parentId: 60 }, samplePerson({ id: 61, organisation: '' })),
      );
    });
    const refused = await erase(60);
    expect(refused.status).toBe(409);
    expect((await refused.json()).error_description).toContain('the contact of Example Physio');
    const both = await erase(60, { body: { NewContact: '61', WithCompany: true } });
    expect(await errorOf(both)).toBe('400 invalid_request');
    expect(await errorOf(await erase(60, { body: { NewContact: '999' } }))).toBe('404 not_found');
    expect((await erase(60, { body: { NewContact: 'x' } })).status).toBe(422);
    const kept = await erase(60, { body: { NewContact: '61' }, headers: { 'Validate-Only': 'true' } });
    expect(await kept.json()).toMatchObject({ Kept: ['60'], Detached: [] });
    const gone = await erase(60, { body: { WithCompany: true } });
    expect(await gone.json()).toMatchObject({ Memberships: ['60'], Kept: [], Detached: ['61'] });
    expect([await isStored(60), await isStored(61)]).toEqual([false, true]);
  });
});
