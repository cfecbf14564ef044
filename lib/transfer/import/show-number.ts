/** What a cell of an Excel file shows for a number. */

const dayMs = 86_400_000;

/** Excel's own formats for dates and times (ECMA-376, 18.8.30), with those of its East Asian versions. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

export interface NumberFormat {
  isDate: boolean;
  /** Digits and the text around them, such as `0000 000 000`. null: the number is shown as a number. */
  mask: string[] | null;
}

export const plainFormat: NumberFormat = { isDate: false, mask: null };

/** @param code null: one of Excel's own formats */
export function toNumberFormat(id: number, code: string | null): NumberFormat {
  if (code === null) return { isDate: isBuiltInDate(id), mask: null };
  const bare = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/general|standard/gi, '');
  if (/[ymdhs]/i.test(bare)) return { isDate: true, mask: null };
  return { isDate: false, mask: toMask(code) };
}

/**
 * A format such as `00000` or `"M-"0000` shows more than the number: a membership number, a postcode or a phone number.
 * Formats with decimals, thousands or percentages, and formats that depend on the value, only show the number in
 * another way.
 */
function toMask(code: string): string[] | null {
  const mask: string[] = [];
  const parts = /"([^"]*)"|\\(.)|[_*].|\[(?:\$-)?[^<>=\]]*\]|(.)/gs;
  for (const [whole, quoted, escaped, plain] of code.matchAll(parts)) {
    const literal = quoted ?? escaped;
    if (literal !== undefined) mask.push(...[...literal].map((mark) => `'${mark}`));
    else if (plain === undefined) {
      if (whole.startsWith('[$') && !whole.startsWith('[$-')) return null;
    } else if (plain === ';') break;
    else if ('0#?'.includes(plain)) mask.push(plain);
    else if (' -()/+'.includes(plain)) mask.push(`'${plain}`);
    else return null;
  }
  const digits = mask.filter((mark) => !mark.startsWith("'"));
  const isNumber = digits.length === mask.length && digits.filter((mark) => mark === '0').length < 2;
  return digits.length === 0 || isNumber ? null : mask;
}

/** @param is1904 the file counts its days from 1904, as Excel for the Mac did */
export function showNumber(value: number, format: NumberFormat, is1904: boolean): string {
  if (format.isDate) return showDate(value, is1904);
  if (format.mask !== null && Number.isSafeInteger(value) && value >= 0) return fill(format.mask, value);
  return showPlain(value);
}

/**
 * Excel calculates in binary fractions and shows at most 15 digits, so 0.30000000000000004 is 0.3. Without an exponent:
 * no cell of a list of members has one.
 */
function showPlain(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.round(value)).toString();
}

function fill(mask: readonly string[], value: number): string {
  const digits = [...String(value)];
  const shown: string[] = [];
  const first = mask.findIndex((mark) => !mark.startsWith("'"));
  for (let at = mask.length - 1; at >= 0; at -= 1) {
    const mark = mask[at] ?? '';
    if (mark.startsWith("'")) shown.unshift(mark.slice(1));
    else shown.unshift(digits.pop() ?? (mark === '0' ? '0' : ''));
    if (at === first) shown.unshift(...digits.splice(0));
  }
  return shown.join('').trim();
}

/** `2027-06-30`, `2027-06-30 14:05:00`, `14:05:00`, or `0/01/1900` for a zero, as Excel shows it. */
function showDate(value: number, is1904: boolean): string {
  if (value === 0 && !is1904) return '0/01/1900';
  // 9999-12-31 is the last day that Excel shows.
  if (value < 0 || value >= 2_958_466) return showPlain(value);
  // Excel counts a 29 February 1900, which never was.
  const days = is1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const time = new Date(Date.UTC(1899, 11, 30) + Math.round((days * dayMs) / 1000) * 1000).toISOString();
  if (value < 1 && !is1904) return time.slice(11, 19);
  return time.endsWith('T00:00:00.000Z') ? time.slice(0, 10) : time.slice(0, 19).replace('T', ' ');
}
