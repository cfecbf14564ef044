import type { OfficeRole } from '@/lib/contract/fields/role';
import { accountMailText, givenRoleText, mailLinkText } from '@/lib/messages/mails';
import type { MailResult } from '@/lib/mail/mailer';
import { say } from '@/lib/messages/say';
import { readOrganisation } from '@/lib/store/structure';
import { invite, InvitationError, type Links } from './password-links';
import { findPeople } from './people';

/**
 * Emails a person who was given a role. The email says how to open the office. If the person has no password, the email
 * also contains a link to choose one.
 * @throws InvitationError if the person has no email address, and errors of the mailer
 */
export async function inviteToOffice(
  links: Links,
  { organisationId, personId, role }: { organisationId: number; personId: number; role: OfficeRole },
): Promise<MailResult> {
  const { store, baseUrl } = links;
  const values = { role: givenRoleText[role], office: `${baseUrl}/office` };
  const officeLink = { url: values.office, label: mailLinkText.openOffice };
  const account = await store.auth
    .selectFrom('account')
    .select('password_hash')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (account?.password_hash == null) {
    return invite(links, { organisationId, personId }, ({ organisation, name, link }) => ({
      subject: say(accountMailText.roleSubject, { organisation }),
      text: say(accountMailText.roleInvite, { ...values, organisation, name, link }),
      links: [{ url: link, label: mailLinkText.setPassword }, officeLink],
    }));
  }
  const [person] = await findPeople(store, { organisationId, ids: [personId] });
  if (person === undefined || person.email === '') {
    throw new InvitationError(`Person ${personId} has no email address`);
  }
  const organisation = (await readOrganisation(store.members, organisationId))?.name ?? '';
  return links.mailer({
    to: person.email,
    subject: say(accountMailText.roleSubject, { organisation }),
    text: say(accountMailText.roleGiven, { ...values, organisation, name: person.name }),
    links: [officeLink],
    about: { kind: 'invitation', organisationId, personId },
  });
}
