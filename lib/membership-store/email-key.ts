import { indexKey } from '@/lib/sql/index-key';

/**
 * Two email addresses with the same form belong to the same mailbox. The form ignores case, and spaces before and after
 * the address. The writer of people and every look-up by email address use this form.
 */
export function emailKey(email: string): string {
  return indexKey(email.normalize('NFC').trim().toLowerCase());
}
