import { expect, it } from 'vitest';
import type { Today } from '@/lib/contract/office-today';
import { todayText } from '@/lib/messages/office-pages';
import { todayNumbers } from './today-numbers';

const none = { Count: 0, List: 'members' };
const hidden = { Count: null, List: null };
const nothing: Today = {
  Date: '2026-06-15',
  Waiting: none,
  Proposed: none,
  Ending: none,
  Ended: none,
  Leaving: none,
  Owed: none,
  Types: null,
  WithoutEmail: none,
  WithoutLocation: none,
  FailedMails: null,
  WaitingMails: null,
  LastImport: null,
  DirectoryClosed: false,
  Problems: [],
};

it('a number that is hidden from the person is not shown, and the page does not say that nothing is left to do', () => {
  expect(todayNumbers(nothing)).toEqual({ shown: [], nothing: todayText.nothing });
  const unknown = todayNumbers({ ...nothing, Ending: hidden, Ended: hidden, WithoutEmail: hidden });
  expect(unknown).toEqual({ shown: [], nothing: todayText.nothingSeen });
  const some = { Count: 2, List: 'applications' };
  expect(todayNumbers({ ...nothing, Waiting: some, Ending: hidden })).toEqual({
    shown: [{ name: 'Waiting', list: 'applications', text: '2 members are waiting for approval' }],
    nothing: null,
  });
});
