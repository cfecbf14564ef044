import { DoubtfulValue, ValueError } from './value-error';

/** What is known about the amounts of a column. */
export interface AmountColumn {
  /** The mark before the decimals in the column's other amounts. null: they do not say. */
  decimalMark: '.' | ',' | null;
  /** Whether the file is our own export, where amounts may have three decimals. */
  isOwn: boolean;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
const currencyMark = /^(?:(?:au?|us|nz|ca?|sg?|hk|nt|r)?\$|[€£¥₹₩₽₺₪₫₱฿]|s?fr\.?|kr\.?|zł|kč|ft|r)$/iu;
const creditMarks = /^(?:-|\u2212|cr\.?|credit|guthaben|haben|crédit|avoir|crédito|credito)$/iu;
const debitMarks = /^(?:dr\.?|debit|soll|débit|débito|debito)$/iu;

const form = 'must be an amount such as 1234.50; a credit is negative';

/**
 * In thousandths: `$1,234.50` and `1.234,50 €` are 1234500. `-5`, `(5)` and `5 CR` are a credit of 5000 thousandths.
 * @throws ValueError if there is anything else than a currency and one sign of credit or debit, DoubtfulValue if the
 * amount can be read in two ways
 */
export function readAmount(cell: string, column: AmountColumn): number {
  const inBrackets = /^\((.*)\)$/.exec(cell)?.[1];
  const text = (inBrackets ?? cell).replace(/\s+/g, ' ').trim();
  const [, before = '', number = '', after = ''] =
    /^([^\d.,]*(?:\b[a-z]+\. ?)?)([.,]?\d(?:[\d.,'’ ]*\d)?)([^\d,]*)$/iu.exec(text) ?? [];
  if (number === '') throw new ValueError(form);
  const signs = [...marksOf(before), ...marksOf(after, { isAfter: true })];
  if (signs.length + (inBrackets === undefined ? 0 : 1) > 1) throw new ValueError(form);
  const isCredit = inBrackets !== undefined || signs.includes('credit');
  try {
    return signed(readSize(number, column), isCredit);
  } catch (error) {
    if (!(error instanceof DoubtfulValue)) throw error;
    throw new DoubtfulValue(error.cause, error.message, signed(Number(error.accepted), isCredit));
  }
}

function signed(size: number, isCredit: boolean): number {
  return isCredit && size !== 0 ? -size : size;
}

/** The signs beside a number. @throws ValueError for anything else than signs and a currency */
function marksOf(text: string, { isAfter = false } = {}): ('credit' | 'debit')[] {
  const words = text.match(/[-\u2212+]|[^\s+\u2212-]+/gu) ?? [];
  return words.flatMap((word) => {
    if (creditMarks.test(word)) return 'credit';
    if (debitMarks.test(word) || (word === '+' && !isAfter)) return 'debit';
    if (currencyMark.test(word) || currencies.has(word.toUpperCase())) return [];
    throw new ValueError(form);
  });
}

/** Marks that can only be thousands, and the mark of the decimals. */
const shapes = {
  whole: /^\d+$/,
  spaced: /^\d{1,3}(?:(?:[ '’]\d{3})+|(?:[ '’]\d{3})*)([.,]\d{1,2})?$/,
  english: /^\d{1,3}(?:,\d{3})+\.\d{1,3}$|^\d{1,3}(?:,\d{3}){2,}$/,
  continental: /^\d{1,3}(?:\.\d{3})+,\d{1,3}$|^\d{1,3}(?:\.\d{3}){2,}$/,
  decimals: /^\d*[.,]\d{1,2}$/,
  /** A spreadsheet has calculated the amount. */
  calculated: /^\d*[.,]\d{7,}$/,
  three: /^(?:0|\d{4,})?[.,]\d{3}$/,
  ambiguous: /^[1-9]\d{0,2}([.,])\d{3}$/,
};

function readSize(number: string, { decimalMark, isOwn }: AmountColumn): number {
  const mark = shapes.ambiguous.exec(number)?.[1];
  if (mark !== undefined) {
    if (mark === decimalMark || (isOwn && mark === '.')) return toThousandths(number, mark);
    const thousands = Number(number.replace(/\D/g, '')) * 1000;
    // Prices with three decimals are rare. Commas are nearly always thousands, but full stops are both.
    if (decimalMark !== null || mark === ',') return thousands;
    const reason = 'may be thousands or three decimals: it would be read as thousands';
    throw new DoubtfulValue('thousands-or-decimals', reason, thousands);
  }
  if (shapes.whole.test(number)) return Number(number) * 1000;
  if (shapes.english.test(number)) return toThousandths(number, '.');
  if (shapes.continental.test(number)) return toThousandths(number, ',');
  if (shapes.calculated.test(number)) return Math.round(Number(number.replace(',', '.')) * 100) * 10;
  if ([shapes.spaced, shapes.decimals, shapes.three].some((shape) => shape.test(number))) {
    return toThousandths(number, number.includes(',') ? ',' : '.');
  }
  throw new ValueError(form);
}

function toThousandths(number: string, mark: string): number {
  const at = number.lastIndexOf(mark);
  const [units, decimals] = at === -1 ? [number, ''] : [number.slice(0, at), number.slice(at + 1)];
  return Number(units.replace(/\D/g, '')) * 1000 + Number(decimals.padEnd(3, '0'));
}

/** The mark that must be before the decimals of this amount. null: the amount does not say. */
export function decimalMarkOf(cell: string): '.' | ',' | null {
  const [number] = /\d[\d.,]*\d/.exec(cell) ?? [''];
  if (shapes.english.test(number)) return '.';
  if (shapes.continental.test(number)) return ',';
  if (!shapes.decimals.test(number) && !shapes.calculated.test(number)) return null;
  return number.includes(',') ? ',' : '.';
}
