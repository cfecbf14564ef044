/** One check of email addresses, for the import, the office, the write API and the set-up. */
import { invisible } from '@/lib/base/text-key';

/**
 * The address without what people and programs put around it: `Ann Lee <ann@example.org>`,
 * `mailto:ann@example.org?subject=Hi`, a full stop at the end, and invisible characters. A text that contains no single
 * address is returned without its invisible characters.
 */
export function correctEmail(given: string): string {
  const text = given.replace(invisible, '').trim();
  const [, inBrackets] = /^(?:"[^"<>]*"|[^"<>@]*)\s*<\s*([^<>\s]+)\s*>$/.exec(text) ?? [];
  const [, inLink] = /^\[[^[\]]*\]\(mailto:([^()\s]+)\)$/i.exec(text) ?? [];
  const address = (inBrackets ?? inLink ?? text)
    .replace(/^mailto:/i, '')
    .replace(/(@[^?\s]*)\?.*$/, '$1')
    .replace(/\.$/, '');
  return isOneAddress.test(address) ? address : text;
}

/** A mailer reads a list or a line break as several recipients. */
export const isOneAddress = /^[^\s\p{Cc}@<>"(),:;\\[\]]+@[^\s\p{Cc}@<>"(),:;\\[\]]+$/u;

export const malformedEmail = 'must be a working email address, such as ann@example.org';

/**
 * Whether mail can be sent to the address: dots only between other characters, and a domain with a top level. A domain
 * may have letters of any language (RFC 6531).
 */
export function isWellFormedEmail(address: string): boolean {
  const [local = '', domain = ''] = address.split('@');
  if (!isOneAddress.test(address) || address.length > 254 || local.length > 64) return false;
  if (/^\.|\.\.|\.$/.test(local)) return false;
  const labels = domain.split('.');
  const isLabel = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u;
  return (
    labels.length > 1 && labels.every((label) => isLabel.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/**
 * Whether a part of the address mixes Latin letters with Cyrillic or Greek ones, which look the same. The address is
 * then probably not the one that was meant.
 */
export function hasLookAlikes(address: string): boolean {
  return address
    .split(/[@.]/)
    .some((part) => /\p{Script=Latin}/u.test(part) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(part));
}
