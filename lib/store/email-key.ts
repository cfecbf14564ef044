import { indexKey } from '@/lib/store/sql/index-key';

/**
 * Two addresses with the same key belong to the same mailbox. Case, and spaces before and after, do not matter. The
 * writer of people and every look-up by email address use this key.
 */
export function emailKey(email: string): string {
  return indexKey(email.normalize('NFC').trim().toLowerCase());
}
