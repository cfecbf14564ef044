import { expect, it } from 'vitest';
import type { OfficeLookup } from './find-office';
import { toPatch, valuesOfRecord } from './member-form';
import type { OfficeApiResponse, OfficeWrite } from './office-api';
import { saveMember, type MemberFormState } from './save-member';

const record = {
  ID: '7',
  Kind: 'individual',
  ParentID: null,
  MembershipNumber: 'M-7',
  Status: 'financial',
  Checked: true,
  Standing: 'none',
  StandingWord: '',
  JoiningDate: null,
  ExpiryDate: '2027-06-30',
  Chapter: { ID: '1', Name: 'Victoria' },
  MembershipType: { ID: '1', Type: 'Full', Cost: '1', Description: '', Student: 0, Extras: [] },
  AmountOutstanding: '0.000',
  Addons: [],
  Extras: [],
  Currency: 'AUD',
  InvoiceURL: null,
  PaymentURL: null,
  Categories: [1],
  Directory: { Listed: true, Show: null },
  Locations: [],
  User: {
    ID: '7',
    Title: '',
    FirstName: 'Ada',
    LastName: 'Byron',
    Organisation: '',
    Email: 'ada@example.org',
    Phone: '1',
    WorkPhone: '',
    Mobile: '',
    Address: { Address: null, Suburb: 'Geelong', Postcode: '3220', State: 'VIC', Country: 'Australia' },
    MailingAddress: { Address: null, Suburb: '', Postcode: '', State: '', Country: '' },
  },
};

/** What the browser sends for the record after the person has changed some values. */
function formWith(changed: Record<string, string | string[]>, of: object = record): FormData {
  const form = new FormData();
  const values = valuesOfRecord(of);
  for (const [name, value] of Object.entries(values)) {
    form.set(`was.${name}`, value);
    const typed = changed[name] ?? (name === 'Categories' ? value.split(',') : value);
    const isTick = name === 'Checked' || name === 'Directory.Listed';
    for (const one of Array.isArray(typed) ? typed : [typed])
      if (!(isTick && one === 'false')) form.append(name, one);
  }
  form.set('id', '7');
  form.set('etag', '"old"');
  return form;
}

function officeThat(answers: OfficeApiResponse[]): { office: OfficeLookup; sent: OfficeWrite[] } {
  const sent: OfficeWrite[] = [];
  const api = {
    download: () => Promise.reject(new Error('not asked for')),
    upload: () => Promise.reject(new Error('not asked for')),
    read: async () => ({ status: 404, body: {}, etag: null }),
    write: async (write: OfficeWrite) => {
      sent.push(write);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('one request too many');
      return answer;
    },
  };
  const me = { PersonID: '1', Role: 'owner' as const, Chapters: [], SignedInAt: null };
  return {
    office: {
      kind: 'office',
      name: 'Ada',
      me: {
        ...me,
        RecentUntil: null,
        OfficerAccess: null,
        ReadersSeeContact: null,
        SendsMail: true,
        Endpoints: [],
      },
      api,
    },
    sent,
  };
}
const done = { status: 200, body: {}, etag: '"new"' };
const stale = (member: object) => ({
  status: 412,
  body: { error: 'precondition_failed', error_description: '', Member: member },
  etag: '"newer"',
});
const stateOf = (outcome: Awaited<ReturnType<typeof saveMember>>): MemberFormState => {
  if (outcome.kind === 'saved') throw new Error('it was saved');
  return outcome.state;
};

it('a change that needs a recent sign-in keeps the form, and says that the sign-in is too old', async () => {
  const body = { error: 'insufficient_user_authentication', error_description: 'Sign in again' };
  const { office } = officeThat([{ status: 401, body, etag: null }]);
  const state = stateOf(await saveMember(office, formWith({ PaymentURL: 'https://pay.example/1' }), 0));
  expect([state.notice, state.values['PaymentURL']]).toEqual(['sign-in-again', 'https://pay.example/1']);
});

it('only what the person changed is sent', async () => {
  const { office, sent } = officeThat([done]);
  const form = formWith({
    'User.Email': ' new@example.org ',
    'Chapter.ID': '',
    ExpiryDate: '',
    Checked: 'false',
    Categories: ['2', '1'],
  });
  expect(await saveMember(office, form, 0)).toEqual({ kind: 'saved', id: '7' });
  expect(sent).toMatchObject([{ method: 'PATCH', path: 'members/7', etag: '"old"' }]);
  expect(sent[0]?.body).toEqual({
    User: { Email: 'new@example.org' },
    Chapter: null,
    ExpiryDate: null,
    Checked: false,
    Categories: [1, 2],
  });
});

it('nothing is sent if nothing was changed', async () => {
  const { office, sent } = officeThat([]);
  expect(await saveMember(office, formWith({}), 0)).toEqual({ kind: 'saved', id: '7' });
  expect(sent).toEqual([]);
});

it('changes of two people to different fields are both kept', async () => {
  const theirs = { ...record, User: { ...record.User, Phone: '2' } };
  const { office, sent } = officeThat([stale(theirs), done]);
  expect(await saveMember(office, formWith({ 'User.Email': 'x@example.org' }), 0)).toMatchObject({
    kind: 'saved',
  });
  expect(sent.map(({ etag, body }) => [etag, body])).toEqual([
    ['"old"', { User: { Email: 'x@example.org' } }],
    ['"newer"', { User: { Email: 'x@example.org' } }],
  ]);
});

it('changes of two people to one field show both values, and the chosen one is saved', async () => {
  const theirs = { ...record, User: { ...record.User, Email: 'theirs@example.org', Phone: '2' } };
  const { office, sent } = officeThat([stale(theirs), done]);
  const form = formWith({ 'User.Email': 'mine@example.org', 'User.Mobile': '0400' });
  const state = stateOf(await saveMember(office, form, 0));
  expect(state).toMatchObject({
    notice: 'conflict',
    etag: '"newer"',
    conflicts: { 'User.Email': 'theirs@example.org' },
    values: { 'User.Email': 'mine@example.org', 'User.Mobile': '0400', 'User.Phone': '2' },
  });
  const again = formWith(
    { 'User.Email': 'mine@example.org', 'User.Mobile': '0400' },
    { ...theirs, User: { ...theirs.User } },
  );
  again.set('etag', state.etag);
  await saveMember(office, again, state.turn);
  expect(sent[1]?.body).toEqual({ User: { Email: 'mine@example.org', Mobile: '0400' } });
});

it('refused fields are named, and the form shows again everything that was typed', async () => {
  const fields = [
    { field: 'User.Email', reason: 'must be an email address' },
    { field: 'Locations[0].Name', reason: 'is too long' },
  ];
  const refused = {
    status: 422,
    body: { error: 'invalid_record', error_description: '', fields },
    etag: null,
  };
  const { office } = officeThat([refused]);
  const form = formWith({ 'User.Email': 'x', 'User.LastName': 'Typed' });
  expect(stateOf(await saveMember(office, form, 4))).toMatchObject({
    turn: 5,
    notice: 'problems',
    values: { 'User.Email': 'x', 'User.LastName': 'Typed' },
    was: { 'User.Email': 'ada@example.org' },
    problems: { 'User.Email': 'must be an email address' },
    others: ['Locations[0] name is too long'],
  });
});

it('a choice that was not made is named without the API’s words, and no reason asks for quotation marks', async () => {
  const fields = [
    { field: 'MembershipType.ID', reason: 'must be a positive whole number, in quotation marks' },
    { field: 'User.FirstName', reason: 'must be text in quotation marks' },
  ];
  const body = { error: 'invalid_record', error_description: '', fields };
  const { office } = officeThat([{ status: 422, body, etag: null }]);
  const form = formWith({ 'User.LastName': 'Typed' });
  form.set('MembershipType.ID', '');
  expect(stateOf(await saveMember(office, form, 0)).problems).toEqual({
    'MembershipType.ID': 'must be chosen from the list',
    'User.FirstName': 'must be text',
  });
});

it.each([
  ['signed-out', 'signed-out'],
  ['expired', 'signed-out'],
  ['no-role', 'not-allowed'],
  ['unavailable', 'unavailable'],
] as const)('a form of somebody who is %s is shown again with its content', async (kind, notice) => {
  const state = stateOf(await saveMember({ kind }, formWith({ 'User.LastName': 'Typed' }), 0));
  expect(state).toMatchObject({ notice, etag: '"old"', values: { 'User.LastName': 'Typed' } });
});

it('shows an amount as people write it, and keeps a third decimal', () => {
  const shown = (AmountOutstanding: string) => valuesOfRecord({ AmountOutstanding })['AmountOutstanding'];
  expect(['545.000', '0.000', '-1.250', '1.125', '7'].map(shown)).toEqual([
    '545.00',
    '0.00',
    '-1.25',
    '1.125',
    '7',
  ]);
});

it('a new member who may be a member already is added only after a confirmation, which is asked again for others', async () => {
  const trial = (...ids: number[]) => ({
    ...done,
    duplicates: ids.map((membershipId) => ({ membershipId, change: 0, by: ['email' as const] })),
  });
  const added = {
    status: 201,
    body: { Member: { ...record, ID: '9' }, Changes: {}, AlsoChanged: [] },
    etag: null,
  };
  const { office, sent } = officeThat([trial(3), trial(3, 4), trial(3, 4), added]);
  const send = (confirmed: string) => {
    const form = formWith({ 'User.Email': 'x@example.org' });
    form.set('id', '');
    form.set('confirmed', confirmed);
    return saveMember(office, form, 0);
  };
  const idsOf = async (confirmed: string) => stateOf(await send(confirmed)).duplicates.map(({ id }) => id);
  expect(await idsOf('')).toEqual(['3']);
  expect(await idsOf('3')).toEqual(['4']);
  expect(await send('3 4')).toEqual({ kind: 'saved', id: '9' });
  expect(sent.map(({ isTrial = false }) => isTrial)).toEqual([true, true, true, false]);
});

it('shows a credit, and ends it when somebody types that nothing is owed', () => {
  const { AmountOutstanding } = valuesOfRecord({ AmountOutstanding: '0.000', Balance: '-20.000' });
  expect(AmountOutstanding).toBe('-20.00');
  expect(toPatch({ AmountOutstanding: '0.000' }, ['AmountOutstanding'])).toEqual({ AmountOutstanding: '0' });
});
