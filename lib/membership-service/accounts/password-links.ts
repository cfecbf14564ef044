/** Links by mail to set a password: for who forgot it, and for who is invited to have one. */
import { accountMailText } from '@/lib/messages/account-mail';
import { say } from '@/lib/messages/say';
import type { Mail, Mailer } from '../mail';
import { hashSecret, makeSecret } from '../oauth/secrets';
import type { Store } from '../store/database';
import { emailKey } from '../store/email-key';
import { findPeople, findPeopleByEmail, type Person } from './people';

/** A reset is wanted now; an invitation waits until it is read. */
const lifetimeSeconds = { reset: 3600, invite: 7 * 24 * 3600 };

interface Links {
  store: Store;
  baseUrl: string;
  mailer: Mailer;
  now: Date;
}

/** Somebody cannot be invited; the message says why. */
export class InvitationError extends Error {
  override name = 'InvitationError';
}

/**
 * Mails one person an invitation to set a password. One that could not be handed over leaves nothing behind.
 * @throws InvitationError when there is no such person or they have no e-mail address
 */
export async function invite(
  links: Links,
  { organisationId, personId }: { organisationId: number; personId: number },
): Promise<void> {
  const [person] = await findPeople(links.store, { organisationId, ids: [personId] });
  if (person === undefined)
    throw new InvitationError(`There is no person ${personId} in organisation ${organisationId}`);
  if (person.email === '') throw new InvitationError(`Person ${personId} has no e-mail address`);
  const { link, codeHash } = await makeLink(links, { organisationId, person, purpose: 'invite' });
  const organisation = await organisationName(links.store, organisationId);
  const mail = {
    to: person.email,
    subject: say(accountMailText.inviteSubject, { organisation }),
    text: say(accountMailText.invite, { name: person.name, link }),
  };
  await links.mailer(mail).catch(async (error: unknown) => {
    await links.store.auth.deleteFrom('mail_code').where('code_hash', '=', codeHash).execute();
    throw error;
  });
}

/** IDs of the people of an organisation with an e-mail address, but no password and no invitation that still works. */
export async function findUninvited(
  store: Store,
  { organisationId, now }: { organisationId: number; now: Date },
): Promise<number[]> {
  const people = await store.members
    .selectFrom('person')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('email', '!=', '')
    .orderBy('id')
    .execute();
  const accounts = await store.auth
    .selectFrom('account')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('password_hash', 'is not', null)
    .execute();
  const invitations = await store.auth
    .selectFrom('mail_code')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('purpose', '=', 'invite')
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .execute();
  const others = new Set([...accounts, ...invitations].map(({ person_id }) => person_id));
  return people.map(({ id }) => id).filter((id) => !others.has(id));
}

/**
 * The mail with a link for everyone who has this e-mail address, to be sent; null when nobody has.
 * Making it and sending it are apart, so that the answer need not wait for the mail and tell by its time who is known.
 */
export async function makeResetMail(
  links: Links,
  { organisationId, email }: { organisationId: number; email: string },
): Promise<Mail | null> {
  const people = await findPeopleByEmail(links.store, { organisationId, email });
  const [first] = people;
  if (first === undefined) return null;
  const paragraphs = [];
  for (const person of people) {
    const { link } = await makeLink(links, { organisationId, person, purpose: 'reset' });
    paragraphs.push(say(accountMailText.resetLink, { name: person.name, link }));
  }
  const organisation = await organisationName(links.store, organisationId);
  return {
    to: first.email,
    subject: say(accountMailText.resetSubject, { organisation }),
    text: say(accountMailText.reset, { links: paragraphs.join('\n\n') }),
  };
}

/** For whom a link is; null when it is unknown, used, too old, or went to an address that is no longer theirs. */
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

/** Uses a link up, and with it every other link of the person. Of two at once, one gets the person. */
export async function consumePasswordLink(
  store: Store,
  { organisationId, token, now }: { organisationId: number; token: string; now: Date },
): Promise<{ personId: number } | null> {
  const row = await store.auth
    .updateTable('mail_code')
    .set({ consumed_at: now.getTime() })
    .where('code_hash', '=', hashSecret(token))
    .where('organisation_id', '=', organisationId)
    .where('purpose', 'in', ['reset', 'invite'])
    .where('expires_at', '>', now.getTime())
    .where('consumed_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst();
  if (row === undefined || row.person_id === null) return null;
  await store.auth
    .deleteFrom('mail_code')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', row.person_id)
    .where('purpose', 'in', ['reset', 'invite'])
    .execute();
  return { personId: row.person_id };
}

async function makeLink(
  { store, baseUrl, now }: Links,
  {
    organisationId,
    person,
    purpose,
  }: { organisationId: number; person: Person; purpose: 'reset' | 'invite' },
): Promise<{ link: string; codeHash: string }> {
  const token = makeSecret();
  const codeHash = hashSecret(token);
  await store.auth
    .insertInto('mail_code')
    .values({
      code_hash: codeHash,
      organisation_id: organisationId,
      email_key: emailKey(person.email),
      purpose,
      person_id: person.id,
      request_hash: null,
      attempts: 0,
      created_at: now.getTime(),
      expires_at: now.getTime() + lifetimeSeconds[purpose] * 1000,
      consumed_at: null,
    })
    .execute();
  const link = `${baseUrl}/auth/organisation/${organisationId}/set-password?token=${token}`;
  return { link, codeHash };
}

async function organisationName(store: Store, id: number): Promise<string> {
  const row = await store.members
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.name ?? accountMailText.nameless;
}
