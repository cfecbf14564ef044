import { expect, it } from 'vitest';
import { recordPayment, setExpiry, setListed } from './change-member';
import type { OfficeLookup } from './find-office';
import { lastDayAfterPayment } from './next-year';
import type { OfficeWrite } from './office-api';
import { type SentForm } from './short-form';
import { emptyShortForm } from './short-form-state';

function officeThat(status: number): { office: OfficeLookup; sent: OfficeWrite[] } {
  const sent: OfficeWrite[] = [];
  const api = {
    download: () => Promise.reject(new Error('not asked for')),
    upload: () => Promise.reject(new Error('not asked for')),
    read: () => Promise.reject(new Error('not read')),
    write: async (write: OfficeWrite) => {
      sent.push(write);
      return { status, body: {}, etag: status === 412 ? '"new"' : null };
    },
  };
  const me = { PersonID: '1', Role: 'officer' as const, Chapters: ['1'], SignedInAt: null };
  const office = {
    kind: 'office' as const,
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
  };
  return { office, sent };
}

function formOf(id: string, more: Record<string, string> = {}, labels: SentForm['labels'] = {}): SentForm {
  const form = new FormData();
  for (const [name, value] of Object.entries({ id, etag: '"old"', ...more })) form.set(name, value);
  return { form, previous: emptyShortForm, labels };
}

it.each([true, false])(
  'only who sees the entry is sent for listed %s, with the tag of the state that the page showed',
  async (isListed) => {
    const { office, sent } = officeThat(200);
    expect(await setListed(office, formOf('7'), isListed)).toMatchObject({ isDone: true });
    expect(sent).toEqual([
      {
        method: 'PATCH',
        path: 'members/7',
        body: { Directory: isListed ? { Listed: true } : { Listed: false, MembersListed: false } },
        etag: '"old"',
        reason: '',
      },
    ]);
  },
);

const typed = { date: '2027-06-30', reason: 'resigned' };
const labels = { date: 'Last day', reason: 'Reason' };

it('somebody else changed the member: what was typed stays, and the next press applies to the new state', async () => {
  const { office } = officeThat(412);
  const outcome = await setExpiry(office, formOf('7', typed, labels));
  expect(outcome).toMatchObject({
    isDone: false,
    status: 412,
    state: { turn: 1, values: typed, etag: '"new"', kept: null, refusal: { needsSignIn: 'no' } },
  });
});

it.each([403, 404, 422, 500])('a response with %i: what was typed stays', async (status) => {
  const { office } = officeThat(status);
  const outcome = await setExpiry(office, formOf('7', typed, labels));
  expect(outcome).toMatchObject({ isDone: false, state: { values: typed, etag: null, kept: null } });
});

it.each([
  ['signed-out', 'signed-out'],
  ['expired', 'signed-out'],
  ['unavailable', 'unavailable'],
] as const)('%s: nothing is sent, and the whole form is kept', async (kind, why) => {
  const outcome = await setExpiry({ kind }, formOf('7', typed, labels));
  expect(outcome).toMatchObject({
    isDone: false,
    state: {
      kept: {
        why,
        entries: Object.entries({ id: '7', etag: '"old"', ...typed }),
        typed: [
          ['Last day', '2027-06-30'],
          ['Reason', 'resigned'],
        ],
      },
    },
  });
});

it('nothing is sent without a role', async () => {
  const outcome = await setListed({ kind: 'no-role' }, formOf('7'), false);
  expect(outcome).toMatchObject({ isDone: false, state: { kept: null } });
});

it('a payment clears what is owed and moves the last day, in one change with its reason', async () => {
  const { office, sent } = officeThat(200);
  await recordPayment(office, formOf('7', { date: '2027-06-30' }));
  expect(sent).toMatchObject([
    {
      path: 'members/7',
      body: { AmountOutstanding: '0', ExpiryDate: '2027-06-30' },
      etag: '"old"',
      reason: 'Payment received',
    },
  ]);
});

it.each([
  ['2026-06-30', '2027-06-30'],
  ['2024-02-29', '2027-02-28'],
  ['2027-06-30', '2028-06-30'],
  [null, null],
])('a payment on 1 March 2026 extends %s to %s', (last, next) => {
  expect(lastDayAfterPayment(last, '2026-03-01')).toBe(next);
});
