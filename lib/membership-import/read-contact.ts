import { textKey } from '@/lib/text-key';
import { DoubtfulValue, ValueError } from './value-error';

/** Words that people enter for "no value", as `textKey` returns them. */
const nothing = new Set(
  'n/a,na,n.a.,none,nil,null,no,no email,-,--,?,x,unknown,tba,tbc,keine,kein,k.a.,unbekannt,nein,aucun,aucune,inconnu,neant,non,#n/a'.split(
    ',',
  ),
);

/** The cell must contain exactly one address. A mailer reads a list or a line break as several recipients. */
const oneAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u;

/** @throws DoubtfulValue for several addresses, and for an invalid one */
export function readEmail(cell: string): string {
  const address = cell.replace(/^mailto:/i, '');
  if (oneAddress.test(address)) return address;
  if (/[\r\n]/.test(cell) && /:/.test(cell)) throw new ValueError('must be one email address on one line');
  if (nothing.has(textKey(cell))) throw new DoubtfulValue('means "no address": the cell would be left out');
  const found = cell.split(/[\s,;/<>()"]+/).filter((part) => oneAddress.test(part));
  const [first] = found;
  if (first === undefined) throw new DoubtfulValue('is not an email address: the cell would be left out');
  if (found.length === 1)
    throw new DoubtfulValue(`has more than an email address: ${first} would be used`, first);
  throw new DoubtfulValue(
    `has ${found.length} email addresses: ${first} would be used, the others not`,
    first,
  );
}

/** @throws DoubtfulValue for a number that a spreadsheet has rounded, and for words that mean "none" */
export function readPhone(cell: string): string {
  if (/^[-+]?\d+(?:[.,]\d+)?e[-+]?\d+$/i.test(cell)) {
    throw new DoubtfulValue(
      'is a phone number that a spreadsheet has rounded, and would be left out; format the column as text',
    );
  }
  if (nothing.has(textKey(cell))) throw new DoubtfulValue('means "no number": the cell would be left out');
  return cell;
}
