import { expect, it } from 'vitest';
import { checkLinkToken, readCheckLink } from './check-link';

const secret = 'the secret of the installation';
const check = { organisationId: 7, membershipId: 20, askedOn: '2026-06-15' };
const token = checkLinkToken(secret, check);
const read = (changed: string, change: { organisationId?: number; today?: string; secret?: string } = {}) =>
  readCheckLink(change.secret ?? secret, {
    organisationId: 7,
    token: changed,
    today: '2026-06-20',
    ...change,
  });

it('the link of the yearly question names its membership, and is too old after 90 days', () => {
  expect(read(token)).toEqual({ membershipId: '20', isExpired: false });
  expect(read(token, { today: '2026-09-13' })).toEqual({ membershipId: '20', isExpired: false });
  expect(read(token, { today: '2026-09-14' })).toEqual({ membershipId: '20', isExpired: true });
});

it('a link that was changed, or made for another association or with another secret, is refused', () => {
  const others = [
    token.replace('20.', '21.'),
    token.replace('06-15', '06-16'),
    `${token}a`,
    token.slice(0, -1),
    '',
  ];
  for (const other of others) expect([other, read(other)]).toEqual([other, null]);
  expect(read(token, { organisationId: 8 })).toBeNull();
  expect(read(token, { secret: 'another secret' })).toBeNull();
});
