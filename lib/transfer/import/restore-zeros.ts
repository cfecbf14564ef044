import type { GroupedProblem } from './causes';
import { findCountry } from '@/lib/map/geo/countries';
import type { RowValues } from './row-values';

/**
 * The lengths of numbers that begin with a zero. Spreadsheet programs remove the zero, because they read digits as a
 * number.
 */
interface Lengths {
  postcode?: number;
  /**
   * `digits`: the length of national phone numbers, with the leading zero. `next`: the digits that may follow the zero.
   */
  phone?: { digits: number; next: string };
}

const byCountry = new Map<string, Lengths>([
  ['AU', { postcode: 4, phone: { digits: 10, next: '23478' } }],
  ['FR', { postcode: 5, phone: { digits: 10, next: '123456789' } }],
  ['GB', { phone: { digits: 11, next: '12378' } }],
  ['NZ', { postcode: 4 }],
  ['NO', { postcode: 4 }],
  ['DE', { postcode: 5 }],
  ['IT', { postcode: 5 }],
  ['ES', { postcode: 5 }],
  ['FI', { postcode: 5 }],
  ['US', { postcode: 5 }],
]);

const postcodes = [
  ['Postcode', 'Country'],
  ['MailingPostcode', 'MailingCountry'],
  ['LocationPostcode', 'LocationCountry'],
] as const;
const phones = ['Phone', 'WorkPhone', 'Mobile'] as const;

/**
 * Restores a leading zero only if the postcode or phone number certainly had one.
 * @param country the association's country, for rows without a country
 * @returns what was changed
 */
export function restoreZeros(line: number, values: RowValues, country: string): GroupedProblem[] {
  const of = (field: 'Country' | 'MailingCountry' | 'LocationCountry') =>
    byCountry.get(findCountry(values.text(field) || values.text('Country') || country)?.code ?? '');
  // Our own exports keep the zeros.
  if (values.get('ChapterhouseID') !== null) return [];
  const restored: GroupedProblem[] = [];
  const restore = (field: (typeof postcodes)[number][0] | (typeof phones)[number], whole: string) => {
    const value = values.text(field);
    values.set(field, whole);
    restored.push({
      line,
      column: field,
      value,
      reason: `has lost its leading zero: ${whole} is imported`,
      cause: 'restored',
    });
  };
  for (const [field, countryField] of postcodes) {
    const digits = of(countryField)?.postcode;
    const code = values.text(field);
    if (digits !== undefined && code.length === digits - 1 && /^[1-9]\d+$/.test(code)) {
      restore(field, `0${code}`);
    }
  }
  const phone = of('Country')?.phone;
  for (const field of phones) {
    const number = values.text(field);
    const isShort = phone !== undefined && number.length === phone.digits - 1 && /^\d+$/.test(number);
    if (isShort && phone.next.includes(number.charAt(0))) restore(field, `0${number}`);
  }
  return restored;
}
