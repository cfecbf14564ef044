import { describe, expect, it } from 'vitest';
import { sampleMembership, sampleUser } from '@/lib/contract/sample-user.fixture';
import { toStanding, type MembershipStanding } from '@/lib/contract/standing';
import type { OwnMembership } from '@/lib/contract/resources';
import { formatDay } from '@/lib/messages/format';
import { kindLabel, nextStepSentence, paymentLabel, stateSentence } from './words';

const today = '2026-03-15';

function standingOf(changes: Partial<OwnMembership>): MembershipStanding {
  const [first] = toStanding(sampleUser({ Membership: sampleMembership(changes) }), today).memberships;
  if (first === undefined) throw new Error('a user with a membership has one standing');
  return first;
}

describe('a standing in words', () => {
  it.each<[Partial<OwnMembership>, string, string]>([
    [{}, 'It is valid until the end of 30 June 2027.', 'You do not need to do anything.'],
    [{ ExpiryDate: null }, 'It is valid and has no end date.', 'You do not need to do anything.'],
    [
      { ExpiryDate: today, Status: 'expiring' },
      'It is valid until the end of today.',
      'Renew it to keep it.',
    ],
    [{ ExpiryDate: '2025-06-30', Status: 'expired' }, 'It ended on 30 June 2025.', 'Renew it to restore it.'],
    [{ ExpiryDate: null, Status: 'expired' }, 'It has ended.', 'Renew it to restore it.'],
    [
      { Status: 'outstanding', AmountOutstanding: '49.500' },
      'It is valid until the end of 30 June 2027. A payment is outstanding.',
      'Pay what is owed.',
    ],
    [
      { Status: 'outstanding', AmountOutstanding: '49.500', ExpiryDate: '2025-06-30' },
      'It ended on 30 June 2025, and a payment is outstanding.',
      'Pay what is owed to restore it.',
    ],
    [{ Status: 'outstanding', ExpiryDate: null }, 'A payment is outstanding.', 'Pay what is owed.'],
    [
      { Checked: false },
      'The association has not approved it yet.',
      'You do not need to do anything until the association has decided.',
    ],
    [
      { Checked: false, Standing: 'suspended' },
      'The association has suspended it.',
      'Ask the association what this means for you.',
    ],
    [
      { Checked: false, Standing: 'cancelled', ExpiryDate: '2026-03-14', Status: 'expired' },
      'It was cancelled, and its last day is 14 March 2026.',
      'Ask the association what this means for you.',
    ],
    [{ Status: 'incomplete' }, 'The application is not complete.', 'Ask the association what is missing.'],
    [
      { Status: 'suspended' },
      'The association has recorded its status as “suspended”.',
      'Ask the association what this means for you.',
    ],
    [
      { Status: '' },
      'The association has recorded no status for it.',
      'Ask the association what this means for you.',
    ],
    [
      { Status: 'expired', ExpiryDate: '2025-06-30', PaymentURL: 'javascript:alert(1)' },
      'It ended on 30 June 2025.',
      'Renew it to restore it. Ask the association how to pay.',
    ],
  ])('%j', (changes, state, step) => {
    expect(stateSentence(standingOf(changes), today)).toBe(state);
    expect(nextStepSentence(standingOf(changes))).toBe(step);
  });

  it('a sub-member sees who manages the membership', () => {
    const Parent = {
      ID: '9',
      MembershipName: 'Harbour Physio',
      ExpiryDate: '2025-06-30',
      Status: 'expired',
      Checked: true,
      Expired: true,
    };
    expect(kindLabel(standingOf({ Parent }))).toBe('Managed by Harbour Physio');
    expect(nextStepSentence(standingOf({ Parent }))).toBe('Harbour Physio manages it. Ask them what to do.');
  });

  it('a payment link says whether it pays or renews', () => {
    expect(paymentLabel(standingOf({ AmountOutstanding: '1.000' }))).toBe('Pay now');
    expect(paymentLabel(standingOf({ Status: 'expired', ExpiryDate: '2025-06-30' }))).toBe('Renew');
  });

  it('an invalid date is shown as sent', () => expect(formatDay('soon')).toBe('soon'));
});
