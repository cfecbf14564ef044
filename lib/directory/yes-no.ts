import type { FacetOption } from './search';

export function isYes(answer: string): boolean {
  return /^yes$/i.test(answer.trim());
}

export function isNo(answer: string): boolean {
  return /^no$/i.test(answer.trim());
}

/**
 * Returns the option "yes" of an extra's facet that has no options except "yes" and "no". null: the facet is another
 * one, or has no option "yes".
 */
export function yesOf({ key, options }: { key: string; options: FacetOption[] }): FacetOption | null {
  if (!key.startsWith('extra-') || !options.every(({ name }) => isYes(name) || isNo(name))) return null;
  return options.find(({ name }) => isYes(name)) ?? null;
}
