import { indexKey } from '@/lib/sql/index-key';

/**
 * The form in which two email addresses count as the same person's mailbox: without case and outer spaces. The writer
 * of people and every look-up by email address use this form.
 */
export function emailKey(email: string): string {
  return indexKey(email.normalize('NFC').trim().toLowerCase());
}
