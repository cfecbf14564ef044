import { expect, test } from 'vitest';
import { sampleCorporateMembership } from '@/lib/contract/sample-user.fixture';
import { toMembershipStanding } from '@/lib/contract/standing';
import { whyHidden } from './why-hidden';

const standing = toMembershipStanding(sampleCorporateMembership(), '2026-03-15');
const open = { isChosen: true, isDirectoryClosed: false, isForMembers: false };

test.each([
  ['the directory is closed', {}, { ...open, isDirectoryClosed: true }, 'closed'],
  ['the member chose it', {}, { ...open, isChosen: false }, 'hidden, by your choice'],
  ['only members see it', {}, { ...open, isChosen: false, isForMembers: true }, 'Only members'],
  [
    'the directory is closed, but not for members',
    {},
    { ...open, isDirectoryClosed: true, isForMembers: true },
    'closed for now. Members see it',
  ],
  ['it waits', { state: 'awaiting-approval' }, open, 'not approved'],
  [
    'it has expired, and is hidden too',
    { state: 'expired' },
    { ...open, isChosen: false },
    'It has ended. It is hidden, by your choice',
  ],
  ['money is owed', { state: 'owing' }, open, 'payment'],
  ['it is suspended', { state: 'suspended' }, open, 'suspended'],
  ['its type is not listed', {}, open, 'type'],
  ['another site has the members', {}, { ...open, isChosen: null }, 'Perhaps'],
] as const)('a hidden entry says why: %s', (_, change, known, word) => {
  expect(whyHidden({ ...standing, state: 'current', ...change }, known)).toContain(word);
});
