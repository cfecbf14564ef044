/** A visitor's words to a member, whose address nobody on this side knows. */
import { z } from 'zod';
import { messageMailText } from '@/lib/messages/directory-mail';
import { say } from '@/lib/messages/say';
import type { PublicEntry } from './entry';
import { publicEmail, publicText } from './public-text';
import type { VisitorLetter } from './visitor-form';
import { visitorText } from './visitor-text';

export interface MemberMessage {
  /** Of the profile that the form belongs to: a membership's ID, a hyphen, and more. */
  slug: string;
  name: string;
  /** Where the member answers. Nobody has checked that it is the sender's. */
  email: string;
  message: string;
}

/** A mail as the service takes it, which knows whom it goes to. */
export interface MessageMail {
  membershipId: string;
  subject: string;
  text: string;
  replyTo: string;
}

/** What the form lets through, and the most that is taken of a body in bytes. */
export const messageLimits = { nameLength: 100, emailLength: 254, messageLength: 4_000, bodyBytes: 64_000 };

/** The segment of a profile's address, as `slugOf` makes them. */
export const slugPattern = /^\w{1,64}-[a-z0-9-]{1,80}$/;

/** The message of a submitted form, or why it is not sent; `null`: it was not filled in on our page. */
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

/** What the mail says besides the message. */
export interface MessageSurroundings {
  entry: PublicEntry;
  /** The profile's. */
  url: string;
  /** The association's name. */
  organisation: string;
  /** Where the member switches messages off. */
  preferencesUrl: string;
}

/** The mail to the member. Its subject is ours alone: the sender could write anything into it. */
export function messageMail(
  { name, email, message }: MemberMessage,
  { entry, url, organisation, preferencesUrl }: MessageSurroundings,
): MessageMail {
  return {
    membershipId: entry.id,
    subject: say(messageMailText.subject, { organisation }),
    text: say(messageMailText.text, { name, organisation, message, email, url, preferencesUrl }),
    replyTo: email,
  };
}
