/** What a spreadsheet makes of a text when it opens a CSV file and saves it again. */

const monthWords = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Whether a spreadsheet may have written this in place of another text. */
export function mayBeConverted(cell: string): boolean {
  return /^[-+\d.,]+(?:E[-+]\d+)?$|\d[-/. ]|^\p{Lu}{2,11}$/iu.test(cell) && cell.length < 40;
}

/**
 * Whether a spreadsheet shows `cell` where a CSV file has `text`: `00042` becomes `42`, `1E5` becomes `1.00E+05`, and
 * `1-2` becomes `1-Feb` or `2-Jan`.
 */
export function isConverted(text: string, cell: string): boolean {
  return cell !== text && formsOf(text).has(cell.replace(/^'/, ''));
}

function formsOf(text: string): Set<string> {
  const given = text.trim();
  return new Set([...numberForms(given), ...dateForms(given), ...wordForms(given)]);
}

function numberForms(text: string): string[] {
  const bare = text.replace(/^\((.*)\)$/, '-$1').replace(/^\+/, '');
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(bare)) return [];
  // Excel stores 15 digits.
  const number = Number(Number(bare).toPrecision(15));
  const plain = String(number);
  const digits = plain.includes('e') ? [] : [plain, whole(number)];
  const english = [...digits, exponent(number, 2), exponent(number, 5), general(number)];
  return english.flatMap((form) => [form, form.replace('.', ',')]);
}

function whole(number: number): string {
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
}

/** `1.00E+05`. */
function exponent(number: number, decimals: number): string {
  return number
    .toExponential(decimals)
    .replace(/e([-+])(\d)$/, 'e$10$2')
    .replace('e', 'E');
}

/** A number of more than 11 digits has at most six digits and an exponent: `6.14123E+11`. */
function general(number: number): string {
  const [mantissa = '', power = ''] = exponent(number, 5).split('E');
  return `${mantissa.replace(/\.?0+$/, '')}E${power}`;
}

function dateForms(text: string): string[] {
  const [, first, second, year] =
    /^(\d{1,4})[-/. ](\d{1,2}|[a-z]{3,9})(?:[-/. ](\d{1,4}))?$/i.exec(text) ?? [];
  const [, word, number] = /^([a-z]{3,9})[- .](\d{1,4})$/i.exec(text) ?? [];
  if (word !== undefined && number !== undefined) return formsOfParts(number, word, undefined);
  if (first === undefined || second === undefined) return [];
  return [...formsOfParts(first, second, year), ...formsOfParts(second, first, year)];
}

function formsOfParts(day: string, monthText: string, yearText: string | undefined): string[] {
  const word = monthWords.findIndex((name) => monthText.toLowerCase().startsWith(name.toLowerCase())) + 1;
  const month = word > 0 ? word : Number(monthText);
  const name = monthWords[month - 1];
  if (name === undefined) return [];
  const two = (value: number) => String(value).padStart(2, '0');
  if (yearText === undefined) {
    const number = Number(day);
    return [
      `${number}-${name}`,
      `${two(number)}-${name}`,
      `${two(number)}. ${name}`,
      `${name}-${two(number % 100)}`,
    ];
  }
  // Of three numbers, the year is the first or the last.
  const isFirst = day.length > 2;
  const date = Number(isFirst ? yearText : day);
  const short = Number(isFirst ? day : yearText);
  const year = short >= 100 ? short : short < 30 ? 2000 + short : 1900 + short;
  const days = [String(date), two(date)];
  const months = [String(month), two(month)];
  const forms = days.flatMap((d) =>
    months.flatMap((m) => [
      `${d}/${m}/${year}`,
      `${m}/${d}/${year}`,
      `${d}.${m}.${year}`,
      `${year}-${m}-${d}`,
    ]),
  );
  return [...forms, `${date}-${name}-${two(year % 100)}`, `${two(date)}-${name}-${two(year % 100)}`];
}

const booleans = [
  ['TRUE', 'WAHR', 'VRAI', 'VERDADERO', 'VERO'],
  ['FALSE', 'FALSCH', 'FAUX', 'FALSO'],
];

function wordForms(text: string): string[] {
  const words = booleans.find((all) => all.includes(text.toUpperCase())) ?? [];
  const [time] = /^\d{1,2}:\d{2}$/.exec(text) ?? [];
  return [
    ...words,
    ...(time === undefined
      ? []
      : [time.replace(/^0(?=\d)/, ''), `${time}:00`, `${time.replace(/^0(?=\d)/, '')}:00`]),
  ];
}
