import { amountOwed, formatAmount } from '@/lib/base/amount';
import type { MailLink } from '@/lib/base/mail-link';
import type { NoticePlaceholder } from '@/lib/contract/notice-settings';
import type { MemberResource } from '@/lib/contract/resources';
import { formatDay } from '@/lib/messages/format';
import { locale } from '@/lib/messages/locale';
import { mailLinkText, noticeMailText } from '@/lib/messages/mails';

export interface NoticeText {
  subject: string;
  text: string;
}

/** A reminder with the values of one member. */
export interface RenderedNotice extends NoticeText {
  links: MailLink[];
}

export interface NoticeFacts {
  member: MemberResource;
  organisation: string;
  /** Where a member renews if the membership has no payment address. */
  accountUrl: string;
  /** Where a member looks at their entry. */
  entryUrl: string;
}

export function renderNotice({ subject, text }: NoticeText, facts: NoticeFacts): RenderedNotice {
  const values = valuesOf(facts);
  const whole = `${fill(text, values).trimEnd()}\n`;
  return {
    subject: fill(subject, values),
    text: whole,
    links: [
      { url: values.renewalLink, label: mailLinkText.renew },
      { url: values.entryLink, label: mailLinkText.entry },
    ].filter(({ url }) => whole.includes(url)),
  };
}

/** Replaces all placeholders in one pass, so that a value that looks like a placeholder is not replaced. */
function fill(template: string, values: Readonly<Record<NoticePlaceholder, string>>): string {
  return template.replace(/\{(\w+)\}/g, (part, name: string) =>
    // The settings allow no other names.
    Object.hasOwn(values, name) ? values[name as NoticePlaceholder] : part,
  );
}

function valuesOf({
  member,
  organisation,
  accountUrl,
  entryUrl,
}: NoticeFacts): Readonly<Record<NoticePlaceholder, string>> {
  const { User: user, ExpiryDate: lastDay } = member;
  const owed = amountOwed(member);
  const values = {
    name: `${user.FirstName} ${user.LastName}`.trim() || user.Organisation,
    organisation,
    type: member.MembershipType.Type,
    number: member.MembershipNumber,
    lastDay: lastDay === null ? '' : formatDay(lastDay),
    amount: owed === null ? noticeMailText.nothingOwed : formatAmount(owed, locale),
    renewalLink: webAddressOf(member.PaymentURL) ?? accountUrl,
    entryLink: entryUrl,
  };
  return {
    ...values,
    name: oneLine(values.name),
    organisation: oneLine(organisation),
    type: oneLine(values.type),
    number: oneLine(values.number),
  };
}

/** A line break in a name would start a new line of the text, or a new header. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** null: not an http or https address. */
function webAddressOf(text: string | null | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}
