import { undelivered } from '@/lib/mail/mailer';
import type { RefusedMember } from '@/lib/contract/office-approvals';
import type { PersonRecord } from '@/lib/store/schema/records';
import { readOrganisation } from '@/lib/store/structure';
import type { officeMailText, proposalMailText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import type { OfficeAccess, OfficeRouteServices } from './office-check';

/** Emails a member what the office has decided about them, and why. */
export async function mailDecision(
  { store, mailer, contactEmail: usualEmail, logError }: OfficeRouteServices,
  { organisationId }: OfficeAccess,
  {
    person,
    membershipId,
    answer,
    kind,
    texts,
  }: {
    person: PersonRecord | null;
    membershipId: number;
    /** What the office wrote. */
    answer: string;
    kind: 'refusal' | 'proposal';
    texts: typeof officeMailText | typeof proposalMailText;
  },
): Promise<RefusedMember['Mail']> {
  if (person === null || person.email === '') return 'no address';
  const stored = await readOrganisation(store.members, organisationId);
  const organisation = stored?.name ?? '';
  const contactEmail = stored?.contactEmail ?? usualEmail;
  const name = `${person.firstName} ${person.lastName}`.trim() || person.organisation;
  const text = contactEmail === null ? texts.refused : texts.refusedWithReply;
  try {
    return await mailer({
      to: person.email,
      subject: say(texts.refusedSubject, { organisation }),
      text: say(text, { organisation, name, reason: answer }),
      about: { kind, organisationId, personId: person.id, membershipId },
      ...(contactEmail === null ? {} : { replyTo: contactEmail }),
    });
  } catch (error) {
    logError(undelivered('What the office decided', error));
    return 'failed';
  }
}
