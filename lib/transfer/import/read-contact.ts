import { toWebAddress } from '@/lib/contract/fields/text-kinds';
import {
  correctEmail,
  hasLookAlikes,
  isOneAddress,
  isWellFormedEmail,
} from '@/lib/contract/fields/email-address';
import { isContactPlaceholder } from './placeholders';
import { DoubtfulValue, ValueError } from '@/lib/changes/value-error';

/** @throws DoubtfulValue for several addresses, a malformed one, and one with letters that only look right */
export function readEmail(cell: string): string {
  const address = correctEmail(cell);
  if (isOneAddress.test(address)) {
    if (!isWellFormedEmail(address)) {
      throw new DoubtfulValue('not-a-contact', 'is not a working email address: the cell would be left out');
    }
    if (hasLookAlikes(address)) {
      const reason = 'mixes letters of two alphabets that look the same; it would be imported as it is';
      throw new DoubtfulValue('look-alike', reason, address);
    }
    if (/^['`\u2018\u2019]/.test(address)) {
      const reason = 'begins with a quotation mark, which would be removed';
      throw new DoubtfulValue('cleaned-value', reason, address.slice(1).replace(/['`\u2018\u2019]$/, ''));
    }
    return address;
  }
  if (/[\r\n]/.test(cell) && /:/.test(cell)) throw new ValueError('must be one email address on one line');
  if (isContactPlaceholder(cell))
    throw new DoubtfulValue('no-value-word', 'means "no address": the cell would be left out');
  const found = cell.split(/[\s,;/<>()":[\]]+/).filter((part) => isWellFormedEmail(part));
  const [first] = found;
  if (first === undefined)
    throw new DoubtfulValue('not-a-contact', 'is not an email address: the cell would be left out');
  if (found.length === 1)
    throw new DoubtfulValue(
      'cleaned-value',
      'has more than an email address: only the address would be used',
      first,
    );
  throw new DoubtfulValue(
    'several-values',
    'has several email addresses: the first would be used, the others not',
    first,
  );
}

/** @throws DoubtfulValue for a number that a spreadsheet has rounded, several numbers, and words without a number */
export function readPhone(cell: string): string {
  if (/^[-+]?\d+(?:[.,]\d+)?e[-+]?\d+$/i.test(cell)) {
    throw new DoubtfulValue(
      'rounded-number',
      'is a phone number that a spreadsheet has rounded, and would be left out; format the column as text',
    );
  }
  if (isContactPlaceholder(cell))
    throw new DoubtfulValue('no-value-word', 'means "no number": the cell would be left out');
  // Exports of Google's contacts separate several numbers like this.
  const [first = '', ...others] = cell.split(' ::: ');
  if (others.length > 0)
    throw new DoubtfulValue(
      'several-values',
      'has several phone numbers: the first would be used, the others not',
      first,
    );
  if (!/\p{N}/u.test(cell))
    throw new DoubtfulValue('not-a-contact', 'is not a phone number: the cell would be left out');
  return cell;
}

/** @throws DoubtfulValue if it is not a web address */
export function readWebAddress(cell: string): string {
  if (isContactPlaceholder(cell))
    throw new DoubtfulValue('no-value-word', 'means "no website": the cell would be left out');
  const corrected = cell.replace(/^(?:https?:?[/\\]{2})*(https?):?[/\\]{2}/i, '$1://');
  const address = toWebAddress(corrected);
  if (address === null)
    throw new DoubtfulValue('not-a-contact', 'is not a web address: the cell would be left out');
  return address;
}
