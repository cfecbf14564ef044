export interface AmountOwed {
  /** The API's decimal string, such as "49.500". */
  amount: string;
  /** ISO 4217 code; '' if the site sends none. */
  currency: string;
}

/**
 * If the site sends no currency, the amount is in `usualCurrency`. Returns null if the amount is zero, a credit or an
 * invalid number.
 */
export function amountOwed(
  membership: { AmountOutstanding: string; Currency: string },
  usualCurrency = '',
): AmountOwed | null {
  const amount = membership.AmountOutstanding.trim();
  if (!/^\d+(\.\d+)?$/.test(amount) || Number(amount) === 0) return null;
  return { amount, currency: membership.Currency.trim().toUpperCase() || usualCurrency };
}

/**
 * "$49.50" in en-AU, "A$49.50" elsewhere. Decimals beyond the currency's usual number of decimals are shown only if
 * they are not zero.
 */
export function formatAmount(owed: AmountOwed, locale: string): string {
  const value = Number(owed.amount);
  if (!/^[A-Z]{3}$/.test(owed.currency)) return `${owed.amount} ${owed.currency}`.trim();
  const usual = new Intl.NumberFormat(locale, { style: 'currency', currency: owed.currency });
  const digits = usual.resolvedOptions().maximumFractionDigits ?? 2;
  if (Number(value.toFixed(digits)) === value) return usual.format(value);
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: owed.currency,
    maximumFractionDigits: Math.max(digits, 3),
  }).format(value);
}
