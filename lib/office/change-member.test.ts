/** The buttons of a member's page against an API that accepts or refuses. */
import { expect, it } from 'vitest';
import { setListed } from './change-member';
import type { OfficeResponse } from './find-office';
import type { OfficeWrite } from './office-api';

function officeThat(status: number): { office: OfficeResponse; sent: OfficeWrite[] } {
  const sent: OfficeWrite[] = [];
  const api = {
    download: () => Promise.reject(new Error('not asked for')),
    upload: () => Promise.reject(new Error('not asked for')),
    read: () => Promise.reject(new Error('not read')),
    write: async (write: OfficeWrite) => {
      sent.push(write);
      return { status, body: {}, etag: null };
    },
  };
  const me = { PersonID: '1', Role: 'officer' as const, Chapters: ['1'], SignedInAt: null };
  const office = {
    kind: 'office' as const,
    name: 'Ada',
    me: { ...me, RecentUntil: null, Endpoints: [] },
    api,
  };
  return { office, sent };
}

function formOf(id: string): FormData {
  const form = new FormData();
  form.set('id', id);
  form.set('etag', '"old"');
  return form;
}

it.each([true, false])(
  'listed %s is the only field that is sent, for the state that the page showed',
  async (isListed) => {
    const { office, sent } = officeThat(200);
    expect(await setListed(office, formOf('7'), isListed)).toEqual({ id: '7', outcome: 'done' });
    expect(sent).toEqual([
      {
        method: 'PATCH',
        path: 'members/7',
        body: { Directory: { Listed: isListed } },
        etag: '"old"',
        reason: '',
      },
    ]);
  },
);

it.each([
  [412, 'changed'],
  [403, 'failed'],
  [404, 'failed'],
])('a response with %i: %s', async (status, outcome) => {
  const { office } = officeThat(status);
  expect(await setListed(office, formOf('7'), false)).toEqual({ id: '7', outcome });
});

it('nothing is sent without a role', async () => {
  expect(await setListed({ kind: 'no-role' }, formOf('7'), false)).toEqual({ id: '7', outcome: 'failed' });
});
