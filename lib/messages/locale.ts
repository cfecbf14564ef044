/**
 * The language of the catalogue, and how it writes numbers, plurals and lists. Written out here and not asked of `Intl`,
 * whose data take a browser up to 0.3 s of a first visit, in one piece; the tests hold each of them to `Intl`.
 */
export const locale = 'en-AU';

/** 11,822 or 0.5: at most three decimals. */
export function formatNumber(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 1000) / 1000).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Which case of a plural message a number takes. */
export function pluralOf(count: number): Intl.LDMLPluralRule {
  return count === 1 ? 'one' : 'other';
}

/** "Victoria, Tasmania and Queensland". */
export function formatList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
