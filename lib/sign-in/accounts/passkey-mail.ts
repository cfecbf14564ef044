import { formatList } from '@/lib/messages/locale';
import { mailLinkText, accountMailText } from '@/lib/messages/mails';
import { passkeyMailText as text } from '@/lib/messages/sign-in';
import { say } from '@/lib/messages/say';
import type { Mail } from '@/lib/mail/mailer';
import type { Store } from '@/lib/store/database';
import type { Owner } from './owner';
import { findPeople } from './people';

export interface PasskeyChange {
  kind: 'added' | 'removed' | 'refused';
  names: readonly string[];
}

/** Tells the person about the change, because somebody else may have made it. null: the person has no email address. */
export async function makePasskeyMail(
  { store, baseUrl }: { store: Store; baseUrl: string },
  { organisationId, personId }: Owner,
  { kind, names }: PasskeyChange,
): Promise<Mail | null> {
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined || person.email === '') return null;
  const row = await store.members
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const organisation = row?.name ?? accountMailText.nameless;
  const passkey = formatList(names);
  const { name, email } = person;
  const url = `${baseUrl}/auth/organisation/${organisationId}/passkeys`;
  const values = { organisation, name, passkey, passkeys: passkey, count: names.length, url };
  const texts = {
    added: [text.addedSubject, text.added],
    removed: [text.removedSubject, text.removed],
    refused: [text.refusedSubject, text.refused],
  } as const;
  const [subject, body] = texts[kind];
  return {
    about: { kind: 'passkey', organisationId, personId },
    to: email,
    subject: say(subject, values),
    text: say(body, values),
    links: [{ url, label: mailLinkText.passkeys }],
  };
}
