import { expect, it } from 'vitest';
import { sampleCorporateMembership, sampleMembership, sampleUser } from '@/lib/contract/sample-user.fixture';
import { identityKey, isOfIssuer, toIdentity } from './identity';

const at = { issuer: 'https://members.example/api/v2/organisation/100', organisationId: 100 };
const subjectOf = (user: Parameters<typeof toIdentity>[0]) => toIdentity(user, at)?.subject ?? null;

it('an empty ID identifies nobody: everybody without an ID would be the same person', () => {
  expect(subjectOf(sampleUser({ ID: '12' }))).toBe('person-12');
  expect(subjectOf(sampleUser({ ID: '' }))).toBe('membership-41');
  const unnamed = sampleMembership({ ID: '' });
  const CorporateMemberships = [sampleCorporateMembership()];
  expect(subjectOf(sampleUser({ ID: '', Membership: unnamed, CorporateMemberships }))).toBe('membership-77');
  expect(subjectOf(sampleUser({ ID: '', Membership: unnamed, CorporateMemberships: [] }))).toBe(null);
});

it('a key belongs to its issuer, and to no other whose address begins or ends like it', () => {
  const key = identityKey({ ...at, subject: 'person-12' });
  expect(isOfIssuer(key, at.issuer)).toBe(true);
  for (const other of ['https://members.example/api/v2/organisation/10', `${at.issuer}0`, 'person-12', '']) {
    expect(isOfIssuer(key, other)).toBe(false);
  }
});
