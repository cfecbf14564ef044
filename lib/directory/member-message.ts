import { z } from 'zod';
import { messageMailText, mailLinkText } from '@/lib/messages/mails';
import { say } from '@/lib/messages/say';
import type { MailLink } from '@/lib/base/mail-link';
import type { PublicEntry } from '@/lib/directory/model/entry';
import { publicEmail, publicText } from '@/lib/base/public-text';
import type { VisitorLetter } from './profile-form-route';
import { visitorText } from './visitor-text';

export interface MemberMessage {
  slug: string;
  name: string;
  /** For the member's reply. Nobody has checked that the address is the sender's. */
  email: string;
  message: string;
}

/**
 * An email to a member, in the format of the membership service. The service sends the email, because only the service
 * knows the member's email address.
 */
export interface MessageMail {
  membershipId: string;
  subject: string;
  text: string;
  links: MailLink[];
  replyTo: string;
}

export const messageLimits = { nameLength: 100, emailLength: 254, messageLength: 4_000, bodyBytes: 64_000 };

export const slugPattern = /^\w{1,64}-[a-z0-9-]{1,80}$/;

/** null: the form is not from our page, or a text is too long. */
export function parseMessage(fields: Record<string, unknown>): VisitorLetter<MemberMessage> | null {
  const parsed = form.safeParse(fields);
  if (!parsed.success) return null;
  const { entry: slug, message } = parsed.data;
  const [name, email] = [publicText(parsed.data.name), publicEmail(parsed.data.email)];
  if (name === null || message === '') return { slug, problem: 'empty' };
  if (email === null) return { slug, problem: 'email' };
  return { slug, letter: { slug, name, email, message } };
}

const form = z.object({
  entry: z.string().regex(slugPattern),
  name: visitorText(messageLimits.nameLength),
  email: z.string().trim().max(messageLimits.emailLength),
  message: visitorText(messageLimits.messageLength),
});

export interface MessageContext {
  entry: PublicEntry;
  url: string;
  organisation: string;
  /** The address of the page on which the member can switch messages off. */
  preferencesUrl: string;
}

/** The subject contains nothing from the sender, who could write anything into it. */
export function messageMail(
  { name, email, message }: MemberMessage,
  { entry, url, organisation, preferencesUrl }: MessageContext,
): MessageMail {
  return {
    membershipId: entry.id,
    subject: say(messageMailText.subject, { organisation }),
    text: say(messageMailText.text, { name, organisation, message, email, url, preferencesUrl }),
    links: [
      { url, label: mailLinkText.profile },
      { url: preferencesUrl, label: mailLinkText.switchOff },
    ],
    replyTo: email,
  };
}
