import { textKey } from '@/lib/base/text-key';
import { ValueError } from '@/lib/changes/value-error';

const yesWords = new Set(['true', 'yes', 'y', '1', 'ja', 'j', 'oui', 'o', 'si', 'x', 'wahr', 'vrai']);
const noWords = new Set(['false', 'no', 'n', '0', 'nein', 'non', 'falsch', 'faux', '-']);

export function readBoolean(cell: string): boolean {
  const word = textKey(cell);
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  throw new ValueError('must be yes or no', 'unknown-word', ['Yes', 'No']);
}

/** A date counts as yes: the property applies from this date on. */
export function readFlag(cell: string): boolean {
  const word = textKey(cell);
  if (yesWords.has(word)) return true;
  if (noWords.has(word)) return false;
  // A cell with a year is a date. The order of its day and month does not matter here.
  if (/\d{4}/.test(cell)) return !/^0000-00-00/.test(cell);
  throw new ValueError('must be yes, no or a date', 'unknown-word', ['Yes', 'No']);
}
