import { hasProvenEmail } from '@/lib/sign-in/accounts/proven-email';
import type { Scope, User } from '@/lib/contract/resources';
import { readMemberFacts, type MemberFacts } from '@/lib/sign-in/oauth/member-facts';
import type { Store } from '@/lib/store/database';
import { toUser } from '@/lib/store/documents';
import { findPerson } from '@/lib/store/member-records';

interface Known {
  personId: number;
  user: User;
  /** The person has proved that the address is theirs, and nobody else has it. */
  isEmailVerified: boolean;
  /** null: no scope needs the membership data. */
  facts: MemberFacts | null;
}

type Claims = Record<string, unknown>;

/** Returns the claims that the scopes allow. null: there is no such person. */
export async function readPersonClaims(
  store: Store,
  {
    organisationId,
    personId,
    scopes,
    now,
  }: { organisationId: number; personId: number; scopes: ReadonlySet<Scope>; now: Date },
): Promise<Claims | null> {
  const person = await findPerson(store.members, organisationId, personId);
  if (person === null) return null;
  const facts = scopes.has('membership')
    ? await readMemberFacts(store, { organisationId, personId, now })
    : null;
  const isEmailVerified =
    scopes.has('email') && (await hasProvenEmail(store, { organisationId, personId, email: person.email }));
  return toPersonClaims({ personId, user: toUser(person), isEmailVerified, facts }, scopes);
}

/** A claim without a value is left out. */
function toPersonClaims(
  { personId, user, isEmailVerified, facts }: Known,
  scopes: ReadonlySet<Scope>,
): Claims {
  return {
    sub: String(personId),
    ...(scopes.has('profile') ? profileClaims(personId, user) : {}),
    ...(scopes.has('email') && user.Email !== ''
      ? { email: user.Email, email_verified: isEmailVerified }
      : {}),
    ...(scopes.has('address') ? addressClaim(user.Address) : {}),
    ...(scopes.has('phone') ? phoneClaims(user) : {}),
    ...(scopes.has('membership') && facts !== null ? membershipClaims(facts) : {}),
  };
}

function profileClaims(personId: number, { FirstName, LastName, Organisation }: User): Claims {
  const name = `${FirstName} ${LastName}`.trim() || Organisation;
  return {
    ...withValues({ name, given_name: FirstName, family_name: LastName }),
    preferred_username: toUsername(personId, name),
  };
}

/**
 * Makes a user name such as `ada-byron-12`, because some sites need one. Some sites treat people with the same user
 * name as one person. The name therefore ends with the person's ID, which makes it unique.
 */
function toUsername(personId: number, name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const words = letters.match(/[a-z0-9]+/g) ?? [];
  return [...(words.length === 0 ? ['member'] : words), personId].join('-').slice(-60);
}

function addressClaim({ Address, Suburb, State, Postcode, Country }: User['Address']): Claims {
  const street = Address ?? '';
  const place = [Suburb, State, Postcode].filter((part) => part !== '').join(' ');
  const address = withValues({
    formatted: [street, place, Country].filter((line) => line !== '').join('\n'),
    street_address: street,
    locality: Suburb,
    region: State,
    postal_code: Postcode,
    country: Country,
  });
  return Object.keys(address).length === 0 ? {} : { address };
}

function phoneClaims({ Phone, Mobile }: User): Claims {
  const number = Mobile || Phone;
  return number === '' ? {} : { phone_number: number, phone_number_verified: false };
}

/**
 * Types and chapters come only from valid memberships. A site that checks the types or chapters therefore refuses
 * lapsed members.
 */
function membershipClaims({ standing, valid, committees }: MemberFacts): Claims {
  const days = valid.map(({ lastDay }) => lastDay);
  const hasEnd = valid.length > 0 && days.every((day) => day !== null);
  return {
    membership_status: standing.isMember ? 'valid' : (standing.memberships[0]?.state ?? 'none'),
    ...(hasEnd ? { membership_valid_until: days.toSorted().at(-1) } : {}),
    membership_types: unique(valid.map(({ membership }) => membership.MembershipType.Type)),
    chapters: unique(valid.flatMap(({ membership }) => membership.Chapter?.Name ?? [])),
    committees: unique(committees.map(({ Name }) => Name)),
  };
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}

function withValues(claims: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== ''));
}
