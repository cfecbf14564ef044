import { beforeEach, expect, it } from 'vitest';
import { ownEntriesSchema } from '@/lib/contract/own-entries';
import { officeProposalsSchema } from '@/lib/contract/office-proposals';
import { readJournal } from '@/lib/store/journal-read';
import { sampleMember } from '@/lib/store/sample-members.fixture';
import { describeEachEngine } from '@/lib/store/stores.fixture';
import { officePeople, startTestOffice, type TestOffice } from '@/lib/office/office.fixture';
import { errorOf } from './sign-in-service.fixture';
import { testBaseUrl } from './service.fixture';

let organisationId = 24_000;
const { owner, secretary, officer, reader, member } = officePeople;

describeEachEngine('what members change in their own entry', (store) => {
  let office: TestOffice;
  const ask = async (
    method: string,
    path: string,
    { as = member, body, etag = '*' }: { as?: number; body?: unknown; etag?: string } = {},
  ) =>
    office.app.request(`${testBaseUrl}/api/v2/organisation/${organisationId}/user/members${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await office.ownToken({ personId: as, scopes: ['user'] })}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'If-Match': etag }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const entries = async (as?: number) =>
    ownEntriesSchema.parse(await (await ask('GET', '', as === undefined ? {} : { as })).json());
  const entry = async () => {
    const [first] = (await entries()).Members;
    if (first === undefined) throw new Error('the member has no membership');
    return first;
  };
  const change = (body: unknown, etag?: string) =>
    ask('PATCH', `/${member}`, { body, ...(etag === undefined ? {} : { etag }) });
  const rules = (OwnEntry: string) =>
    office
      .asRole(owner)
      .do('PATCH settings', { OwnEntry })
      .then(({ status }) => expect(status).toBe(200));
  const waiting = async (as: number = secretary) =>
    officeProposalsSchema.parse(await (await office.asRole(as).do('GET proposals')).json()).Proposals;
  const decide = async (what: 'accept' | 'decline', as: number = secretary, more: object = {}) => {
    const [proposal] = await waiting(secretary);
    return office.asRole(as).do(`POST proposals/${member}/${what}`, {
      Tag: proposal?.Tag ?? 'none',
      ...(what === 'decline' ? { Answer: 'Please send proof' } : {}),
      ...more,
    });
  };
  const fieldsOf = async (response: Response) => {
    const { fields } = Object(await response.json()) as { fields?: { field: string }[] };
    return [response.status, (fields ?? []).map(({ field }) => field)];
  };

  beforeEach(async () => {
    organisationId += 1;
    office = await startTestOffice(store(), organisationId);
  });

  it('are made at once if they are free, by the member', async () => {
    const { ETag } = await entry();
    const response = await change({ User: { Mobile: '0400 111 222' } }, ETag);
    expect([response.status, Object(await response.json()).Proposed]).toEqual([200, []]);
    expect((await entry()).Member.User.Mobile).toBe('0400 111 222');
    const rows = await readJournal(store().members, organisationId, {
      after: 0,
      limit: 1000,
      isNewest: true,
    });
    const last = rows.at(-1);
    expect(last?.actor).toEqual({ kind: 'person', id: String(member) });
    expect(Object.keys(last?.changes ?? {})).toEqual(['Mobile']);
  });

  it('wait for the office if they need an approval, and nothing is shown before', async () => {
    expect((await change({ User: { LastName: 'Renamed', Phone: '03 9999 0000' } })).status).toBe(200);
    const { Member, Proposal } = await entry();
    expect([Member.User.LastName, Member.User.Phone]).toEqual(['Test', '03 9999 0000']);
    expect(Proposal?.Changes).toEqual([{ Field: 'User.LastName', Before: 'Test', After: 'Renamed' }]);
    expect((await waiting()).map(({ Changes }) => Changes)).toEqual([
      [{ Field: 'User.LastName', Before: 'Test', After: 'Renamed', Now: 'Test' }],
    ]);
    expect((await decide('accept')).status).toBe(200);
    const after = await entry();
    expect([after.Member.User.LastName, after.Proposal]).toEqual(['Renamed', null]);
    expect(await waiting()).toEqual([]);
  });

  it('are refused as a whole if one field is locked, unknown or wrong', async () => {
    await rules('User.Phone: locked');
    const bodies: [body: object, fields: string[]][] = [
      [{ User: { Phone: '1', Mobile: '0400 000 000' } }, ['User.Phone']],
      [{ User: { Email: 'thief@example.org' } }, ['User.Email']],
      [{ MembershipType: { ID: '2' } }, ['MembershipType']],
      [{ ExpiryDate: '2099-01-01' }, ['ExpiryDate']],
      [{ Checked: true, Standing: 'none' }, ['Checked', 'Standing']],
      [{ Directory: { Listed: true } }, ['Directory']],
      [{ AmountOutstanding: '0.00' }, ['AmountOutstanding']],
      [
        { Locations: [{ Suburb: 'Carlton', Geolocation: { Lat: 99, Lng: 0 } }] },
        ['Locations[0].Geolocation.Lat', 'Locations[0].Geolocation.Lng', 'Locations[0].Precision'],
      ],
      [{ User: { Mobile: '0400 000 000' }, Categories: [77] }, ['Categories[0]']],
    ];
    const before = await entry();
    for (const [body, fields] of bodies)
      expect([body, await fieldsOf(await change(body))]).toEqual([body, [422, fields]]);
    expect(await entry()).toEqual(before);
  });

  it('belong to the membership of the caller only', async () => {
    for (const id of [String(reader), '999', 'x'])
      expect(await errorOf(await ask('PATCH', `/${id}`, { body: { User: { Phone: '1' } } }))).toBe(
        '404 not_found',
      );
    expect((await ask('DELETE', `/${reader}/proposal`)).status).toBe(404);
    const others = await office.token({ scopes: ['user'], personId: member });
    const response = await office.app.request(
      `${testBaseUrl}/api/v2/organisation/${organisationId}/user/members`,
      { headers: { Authorization: `Bearer ${others}` } },
    );
    expect(await errorOf(response)).toBe('403 insufficient_scope');
    expect((await entries(reader)).Members.map(({ Member }) => Member.ID)).toEqual([String(reader)]);
  });

  it('need the entity tag of the record that was read', async () => {
    const { ETag } = await entry();
    await change({ User: { Phone: '1234 5678' } });
    expect(await errorOf(await change({ User: { Mobile: '1' } }, ETag))).toBe('412 precondition_failed');
    expect((await entry()).Member.User.Mobile).not.toBe('1');
  });

  it('leave answers that only the office sees, and hide them', async () => {
    const answers = [
      { extraId: 11, answer: 'Public' },
      { extraId: 13, answer: 'Only for the office' },
    ];
    await office.write((writer) => writer.memberships.put(sampleMember(member, { answers }, { id: member })));
    const { Member, ETag } = await entry();
    expect(JSON.stringify(Member)).not.toContain('Only for the office');
    expect((await entries()).Questions.map(({ ID }) => ID)).not.toContain('13');
    expect((await change({ Extras: [{ ID: '11', Answer: 'Changed' }] }, ETag)).status).toBe(200);
    expect((await fieldsOf(await change({ Extras: [{ ID: '13', Answer: 'Mine' }] })))[0]).toBe(422);
    const office13 = await office.asRole(secretary).do(`GET members/${member}`);
    const text = await office13.text();
    expect(text).toContain('Only for the office');
    expect(text).not.toContain('Mine');
  });

  it('have their own rule for each question', async () => {
    await rules('question 11: approval\nquestion 12: locked');
    const locked = { ID: '12', Answer: 'Locked' };
    expect(await fieldsOf(await change({ Extras: [locked] }))).toEqual([422, ['Extras']]);
    expect((await change({ Extras: [{ ID: '11', Answer: 'Asked' }] })).status).toBe(200);
    const { Proposal, Member } = await entry();
    expect(Proposal?.Changes).toEqual([
      { Field: 'question 11', Before: expect.anything(), After: ['Asked'] },
    ]);
    expect(JSON.stringify(Member)).not.toContain('Asked');
    expect((await decide('accept')).status).toBe(200);
    expect(JSON.stringify((await entry()).Member)).toContain('Asked');
  });

  it('replace an earlier proposal for the same field, and can be taken back', async () => {
    await change({ User: { LastName: 'First', FirstName: 'Kept' } });
    await change({ User: { LastName: 'Second' } });
    const after = (await entry()).Proposal?.Changes.map(({ Field, After }) => [Field, After]);
    expect(after).toEqual([
      ['User.FirstName', 'Kept'],
      ['User.LastName', 'Second'],
    ]);
    await change({ User: { LastName: 'Test' } });
    expect((await entry()).Proposal?.Changes.map(({ Field }) => Field)).toEqual(['User.FirstName']);
    expect((await ask('DELETE', `/${member}/proposal`)).status).toBe(204);
    expect([(await entry()).Proposal, await waiting()]).toEqual([null, []]);
  });

  it('are declined with a sentence, which the member reads and gets by email', async () => {
    await change({ User: { LastName: 'Renamed' } });
    expect(await (await decide('decline')).json()).toEqual({ ID: String(member), Mail: 'sent' });
    const { Proposal, Member } = await entry();
    expect([Proposal?.Answer, Member.User.LastName]).toEqual(['Please send proof', 'Test']);
    expect(office.mail.sent.map(({ to, text }) => [to, text.includes('Please send proof')])).toEqual([
      [`person-${member}@example.org`, true],
    ]);
    expect(await waiting()).toEqual([]);
    await change({ User: { FirstName: 'New' } });
    expect((await entry()).Proposal?.Changes.map(({ Field }) => Field)).toEqual(['User.FirstName']);
  });

  it('show what the office changed meanwhile, and are decided only as they were read', async () => {
    await change({ User: { LastName: 'Renamed' } });
    const [read] = await waiting();
    await office.asRole(secretary).do(`PATCH members/${member}`, { User: { LastName: 'Corrected' } });
    expect((await waiting())[0]?.Changes).toEqual([
      { Field: 'User.LastName', Before: 'Test', After: 'Renamed', Now: 'Corrected' },
    ]);
    await change({ User: { LastName: 'Again' } });
    const stale = await office.asRole(secretary).do(`POST proposals/${member}/accept`, { Tag: read?.Tag });
    expect(await errorOf(stale)).toBe('409 conflict');
    expect((await entry()).Member.User.LastName).toBe('Corrected');
  });

  it('are decided by chapter officers for their own members, within what they may change', async () => {
    await change({ User: { LastName: 'Renamed' } });
    expect((await waiting(officer)).length).toBe(1);
    await office.asRole(owner).do('PATCH settings', { OfficerAccess: 'names: see' });
    expect(await fieldsOf(await decide('accept', officer))).toEqual([422, ['User.LastName']]);
    await office.write((writer) =>
      writer.memberships.put(sampleMember(member, { chapterId: 2 }, { id: member })),
    );
    expect(await waiting(officer)).toEqual([]);
    expect((await decide('accept', officer)).status).toBe(404);
  });

  it('are stored if the membership ends while the form is open, and the public does not see them', async () => {
    const put = (expiryDate: string) =>
      office.write((writer) => writer.memberships.put(sampleMember(member, { expiryDate }, { id: member })));
    const today = office.time.now.toISOString().slice(0, 10);
    await put(today);
    const { ETag, Member } = await entry();
    expect(Member.PublicEntry?.Listed).toBe(true);
    office.time.now = new Date(office.time.now.getTime() + 2 * 24 * 3600_000);
    const body = { User: { Mobile: '0400 111 222', LastName: 'Renamed' } };
    // The form sends once more, because nobody has changed what it changes (`save-member.ts`).
    const refused = await change(body, ETag);
    expect(refused.status).toBe(412);
    expect((await change(body, refused.headers.get('ETag') ?? '')).status).toBe(200);
    const after = await entry();
    expect([after.Member.User.Mobile, after.Member.PublicEntry?.Listed]).toEqual(['0400 111 222', false]);
    expect(after.Proposal?.Changes.map(({ Field }) => Field)).toEqual(['User.LastName']);
    // The office may still decide.
    expect((await decide('accept')).status).toBe(200);
  });

  it('go with the membership', async () => {
    await change({ User: { LastName: 'Renamed' } });
    await office.write((writer) => writer.memberships.remove([member]));
    expect(
      await store()
        .members.selectFrom('proposal')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .execute(),
    ).toEqual([]);
  });
});
