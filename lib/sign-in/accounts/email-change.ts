/**
 * People change their own email address: a link is sent to the new address, and the person opens it while signed in.
 * The person learns nothing about others who have that address (docs/decisions.md, A8).
 */
import type { Mail } from '@/lib/mail/mailer';
import type { AreaCentre } from '@/lib/store/location-document';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { byPerson } from '@/lib/store/journal';
import { withMembersWriter } from '@/lib/store/write';
import { accountMailText as text, mailLinkText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import type { Owner } from './owner';
import { findPeople, findPeopleByEmail, PeopleOfWrite, type Person } from './people';
import { hashSecret, makeSecret } from './secrets';

const emailChangeHours = 24;

interface Requested {
  baseUrl: string;
  organisation: string;
  person: Person;
  /** A well-formed address. */
  email: string;
  now: Date;
}

/**
 * Replaces an earlier request of the person. The same statements run whether or not somebody else has the address.
 * Somebody who has it learns that another person entered it, and gets no link.
 */
export async function requestEmailChange(
  store: Store,
  organisationId: number,
  { baseUrl, organisation, person, email, now }: Requested,
): Promise<Mail> {
  const token = makeSecret();
  await dropEmailChanges(store, { organisationId, personId: person.id });
  await store.auth
    .insertInto('mail_code')
    .values({
      code_hash: hashSecret(token),
      organisation_id: organisationId,
      // The link ends when the person gets another address.
      email_key: emailKey(person.email),
      new_email: email,
      purpose: 'email',
      person_id: person.id,
      request_hash: null,
      attempts: 0,
      created_at: now.getTime(),
      expires_at: now.getTime() + emailChangeHours * 3_600_000,
      consumed_at: null,
    })
    .execute();
  const others = await findPeopleByEmail(store, { organisationId, email });
  const [other] = others.filter(({ id }) => id !== person.id);
  if (other !== undefined) {
    return {
      to: email,
      subject: say(text.takenSubject, { organisation }),
      text: say(text.taken, { organisation }),
      about: { kind: 'account change', organisationId, personId: others.length === 1 ? other.id : null },
    };
  }
  const link = `${baseUrl}/auth/organisation/${organisationId}/confirm-email?token=${token}`;
  return {
    to: email,
    subject: say(text.confirmSubject, { organisation }),
    text: say(text.confirm, { name: person.name, organisation, link, hours: emailChangeHours }),
    links: [{ url: link, label: mailLinkText.confirmEmail }],
    about: { kind: 'account change', organisationId, personId: person.id },
  };
}

export async function dropEmailChanges({ auth }: Store, { organisationId, personId }: Owner): Promise<void> {
  await auth
    .deleteFrom('mail_code')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .where('purpose', '=', 'email')
    .execute();
}

/** The address that waits for its confirmation, and until when. */
export async function findWaitingEmail(
  { auth }: Store,
  { organisationId, personId, now }: Owner & { now: Date },
): Promise<{ email: string; until: Date } | null> {
  const row = await openChanges(auth, organisationId, now)
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.new_email == null ? null : { email: row.new_email, until: new Date(row.expires_at) };
}

interface Link extends Owner {
  token: string;
  now: Date;
}

/** null: the link is unknown, used, expired or of another person, or the person's address has changed since. */
export async function findEmailChange(store: Store, link: Link): Promise<{ email: string } | null> {
  const row = await openChanges(store.auth, link.organisationId, link.now)
    .where('code_hash', '=', hashSecret(link.token))
    .where('person_id', '=', link.personId)
    .executeTakeFirst();
  const [person] = await findPeople(store, { organisationId: link.organisationId, ids: [link.personId] });
  if (row?.new_email == null || person === undefined || emailKey(person.email) !== row.email_key) return null;
  return { email: row.new_email };
}

function openChanges(auth: Store['auth'], organisationId: number, now: Date) {
  return auth
    .selectFrom('mail_code')
    .select(['new_email', 'email_key', 'expires_at'])
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'email')
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null);
}

/**
 * Uses up the link, changes the address, and ends all sign-ins of the person. The old address gets an email.
 * @returns the new address. null: `findEmailChange` would not find the link, or somebody else has the address now
 * @throws RefusedWrite if the person has a role and has not signed in recently (S2)
 */
export async function confirmEmailChange(
  { store, areaCentre, clock }: { store: Store; areaCentre: AreaCentre; clock: () => Date },
  { signedInAt, ...link }: Omit<Link, 'now'> & { signedInAt: Date },
): Promise<string | null> {
  const { organisationId, personId, token } = link;
  const now = clock();
  if ((await findEmailChange(store, { ...link, now })) === null) return null;
  // If two requests use the link at the same time, only one gets the row.
  const used = await store.auth
    .updateTable('mail_code')
    .set({ consumed_at: now.getTime() })
    .where('code_hash', '=', hashSecret(token))
    .where('consumed_at', 'is', null)
    .returning(['new_email', 'email_key'])
    .executeTakeFirst();
  if (used?.new_email == null) return null;
  const { new_email: email, email_key: before } = used;
  const cause = { ...byPerson(personId), signedInAt, endsOwnSignIns: true };
  return withMembersWriter(store, { organisationId, clock, areaCentre, cause }, async (writer) => {
    const person = await writer.persons.find(personId);
    const others = await writer.part(PeopleOfWrite).withEmail(email);
    if (person === null || emailKey(person.email) !== before) return null;
    if (others.some(({ id }) => id !== personId)) return null;
    await writer.persons.put({ ...person, email });
    return email;
  });
}
