import type { Kysely } from 'kysely';
import { accountMailText, mailLinkText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import { decoyAddress, type Mail, type Mailer, type MailResult } from '@/lib/mail/mailer';
import { hashSecret, makeSecret } from './secrets';
import type { AuthDatabase } from '@/lib/store/schema/auth-schema';
import { belongs, readPassedOver } from '@/lib/store/belongs';
import type { Store } from '@/lib/store/database';
import { emailKey } from '@/lib/store/email-key';
import { readDay } from '@/lib/store/day';
import { findPeople, findPeopleByEmail, type Person } from './people';
import { recordProvenEmail } from './proven-email';
import { isRemovedPerson } from './person-standing';

/** A person who resets a password is waiting for the link, but an invitation may be read days later. */
const lifetimeSeconds = { reset: 3600, invite: 7 * 24 * 3600 };

export interface Links {
  store: Store;
  baseUrl: string;
  mailer: Mailer;
  now: Date;
}

export class InvitationError extends Error {
  override name = 'InvitationError';
}

/**
 * If the email cannot be sent, the link is deleted again.
 * @throws InvitationError if there is no such person, or they have no email address, membership or role
 */
export async function invite(
  links: Links,
  { organisationId, personId }: { organisationId: number; personId: number },
  write: (values: Invitation) => Pick<Mail, 'subject' | 'text' | 'links'> = writeInvitation,
): Promise<MailResult> {
  const [person] = await findPeople(links.store, { organisationId, ids: [personId] });
  if (person === undefined)
    throw new InvitationError(`There is no person ${personId} in organisation ${organisationId}`);
  if (person.email === '') throw new InvitationError(`Person ${personId} has no email address`);
  if (await isRemovedPerson(links.store, { organisationId, personId: person.id, now: links.now }))
    throw new InvitationError(
      `Person ${personId} has no membership, committee seat or role in the office. Without an invitation they can still get a code by ` +
        'email and see what is held about them',
    );
  const standing = (await readPassedOver(links.store.members, organisationId, [person.id])).get(person.id);
  if (standing !== undefined)
    throw new InvitationError(`Person ${personId} is marked as ${standing}, so gets no invitation`);
  const [made] = await makeLinks(links, { organisationId, people: [person], purpose: 'invite' });
  if (made === undefined) throw new Error('no link was made for the person');
  const { link, codeHash } = made;
  const organisation = await organisationName(links.store, organisationId);
  const mail = {
    to: person.email,
    ...write({ organisation, name: person.name, link }),
    about: { kind: 'invitation' as const, organisationId, personId },
  };
  return links.mailer(mail).catch(async (error: unknown) => {
    await links.store.auth.deleteFrom('mail_code').where('code_hash', '=', codeHash).execute();
    throw error;
  });
}

interface Invitation {
  organisation: string;
  name: string;
  link: string;
}

function writeInvitation({ organisation, name, link }: Invitation): Pick<Mail, 'subject' | 'text' | 'links'> {
  return {
    subject: say(accountMailText.inviteSubject, { organisation }),
    text: say(accountMailText.invite, { name, link }),
    links: [{ url: link, label: mailLinkText.setPassword }],
  };
}

/**
 * Finds people who have no password and no valid invitation. Only people with an email address are included. They must
 * also have a membership, a committee seat or a role in the office.
 */
export async function findUninvited(
  store: Store,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<number[]> {
  const day = await readDay(store.members, organisationId, now);
  if (day === null) return [];
  const people = await store.members
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('email', '!=', '')
    .where((is) => belongs(is, day.today))
    .orderBy('id')
    .execute();
  const others = await findInvited(store, { organisationId, now });
  const passedOver = await readPassedOver(store.members, organisationId, null);
  return people.map(({ id }) => id).filter((id) => !others.has(id) && !passedOver.has(id));
}

/**
 * The people with a password or a valid invitation.
 * @param personIds the people to check. If absent, all people are checked
 */
export async function findInvited(
  { auth }: Store,
  { organisationId, personIds, now }: { organisationId: number; personIds?: readonly number[]; now: Date },
): Promise<Set<number | null>> {
  let accounts = auth
    .selectFrom('account')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('password_hash', 'is not', null);
  let invitations = auth
    .selectFrom('mail_code')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'invite')
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null);
  if (personIds !== undefined) {
    if (personIds.length === 0) return new Set();
    accounts = accounts.where('person_id', 'in', personIds);
    invitations = invitations.where('person_id', 'in', personIds);
  }
  const found = [...(await accounts.execute()), ...(await invitations.execute())];
  return new Set(found.map(({ person_id }) => person_id));
}

/**
 * The email has a link for each person with this address. For an unknown address, the email is a decoy whose link
 * belongs to nobody. The server then runs the same statements and creates an email too.
 */
export async function makeResetMail(
  links: Links,
  { organisationId, email }: { organisationId: number; email: string },
): Promise<Mail> {
  const people = await findPeopleByEmail(links.store, { organisationId, email });
  const [first] = people;
  const receivers = first === undefined ? [{ id: null, email, name: email }] : people;
  const made = await makeLinks(links, { organisationId, people: receivers, purpose: 'reset' });
  const paragraphs = made.map(({ link }, at) =>
    say(accountMailText.resetLink, { name: receivers[at]?.name ?? '', link }),
  );
  const organisation = await organisationName(links.store, organisationId);
  return {
    to: first?.email ?? decoyAddress,
    isDecoy: first === undefined,
    subject: say(accountMailText.resetSubject, { organisation }),
    text: say(accountMailText.reset, { links: paragraphs.join('\n\n') }),
    links: made.map(({ link }) => ({ url: link, label: mailLinkText.resetPassword })),
    about: {
      kind: 'password link',
      organisationId,
      personId: people.length === 1 ? (first?.id ?? null) : null,
    },
  };
}

/** null: the link is unknown, used or expired, or was sent to an address that the person no longer has. */
export async function findPasswordLink(
  store: Store,
  { organisationId, token, now }: { organisationId: number; token: string; now: Date },
): Promise<Person | null> {
  const row = await store.auth
    .selectFrom('mail_code')
    .select(['person_id', 'email_key'])
    .where('code_hash', '=', hashSecret(token))
    .where('organisation_id', '=', organisationId)
    .where('purpose', 'in', ['reset', 'invite'])
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined || row.person_id === null) return null;
  const [person] = await findPeople(store, { organisationId, ids: [row.person_id] });
  return person !== undefined && emailKey(person.email) === row.email_key ? person : null;
}

/**
 * The person has then proved that the email address is theirs. The account must exist. Returns false if the link is
 * unknown, used or expired. If two calls come at the same time, only one gets true.
 */
export async function consumePasswordLink(
  transaction: Kysely<AuthDatabase>,
  { organisationId, token, now }: { organisationId: number; token: string; now: Date },
): Promise<boolean> {
  const used = await transaction
    .updateTable('mail_code')
    .set({ consumed_at: now.getTime() })
    .where('code_hash', '=', hashSecret(token))
    .where('organisation_id', '=', organisationId)
    .where('purpose', 'in', ['reset', 'invite'])
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .returning(['person_id', 'email_key'])
    .executeTakeFirst();
  if (used === undefined) return false;
  const { person_id: personId, email_key: key } = used;
  if (personId !== null)
    await recordProvenEmail(transaction, { organisationId, personId, emailKey: key }, now);
  return true;
}

async function makeLinks(
  { store, baseUrl, now }: Links,
  {
    organisationId,
    people,
    purpose,
  }: {
    organisationId: number;
    people: readonly { id: number | null; email: string }[];
    purpose: 'reset' | 'invite';
  },
): Promise<{ link: string; codeHash: string }[]> {
  const made = people.map((person) => ({ person, token: makeSecret() }));
  const rows = made.map(({ person, token }) => ({
    code_hash: hashSecret(token),
    organisation_id: organisationId,
    email_key: emailKey(person.email),
    new_email: null,
    purpose,
    person_id: person.id,
    request_hash: null,
    attempts: 0,
    created_at: now.getTime(),
    expires_at: now.getTime() + lifetimeSeconds[purpose] * 1000,
    consumed_at: null,
  }));
  await store.auth.insertInto('mail_code').values(rows).execute();
  const page = `${baseUrl}/auth/organisation/${organisationId}/set-password`;
  return made.map(({ token }) => ({ link: `${page}?token=${token}`, codeHash: hashSecret(token) }));
}

async function organisationName(store: Store, id: number): Promise<string> {
  const row = await store.members
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? accountMailText.nameless;
}
