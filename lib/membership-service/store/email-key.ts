import { indexKey } from './index-key';

/**
 * The form of an e-mail address in which two addresses are the same person's post box to us: no case, no outer space.
 * The writer of people and everything that looks a person up by e-mail use this one.
 */
export function emailKey(email: string): string {
  return indexKey(email.normalize('NFC').trim().toLowerCase());
}
