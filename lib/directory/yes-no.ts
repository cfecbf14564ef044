import type { FacetOption } from './search';

export function isYes(answer: string): boolean {
  return /^yes$/i.test(answer.trim());
}

/** For a facet that has only "yes" and "no". null: the facet has other options. */
export function yesOf({ key, options }: { key: string; options: FacetOption[] }): FacetOption | null {
  if (!key.startsWith('extra-') || !options.every(({ name }) => isYes(name) || /^no$/i.test(name.trim())))
    return null;
  return options.find(({ name }) => isYes(name)) ?? null;
}
