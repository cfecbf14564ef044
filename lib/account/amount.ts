import type { OwnMembership } from '@/lib/membership-api/resources';

export interface AmountOwed {
  /** As the API sent it: a decimal string, "49.500". */
  amount: string;
  /** ISO 4217 code; '' where the site sends none. */
  currency: string;
}

/** What is owed; null when nothing is, when there is a credit, and when the text is no number. */
export function amountOwed(
  membership: Pick<OwnMembership, 'AmountOutstanding' | 'Currency'>,
): AmountOwed | null {
  const amount = membership.AmountOutstanding.trim();
  if (!/^\d+(\.\d+)?$/.test(amount) || Number(amount) === 0) return null;
  return { amount, currency: membership.Currency.trim().toUpperCase() };
}

/** "$49.50" in en-AU, "A$49.50" elsewhere; digits beyond the currency's own are shown only when they are not zero. */
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
