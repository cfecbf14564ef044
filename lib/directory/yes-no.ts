/** Questions that are answered with yes or no: pages show them as switches. */
import type { FacetOption } from './search';

export function isYes(answer: string): boolean {
  return /^yes$/i.test(answer.trim());
}

/** The "yes" option of a facet that has only "yes" and "no". null: the facet is not of this kind. */
export function yesOf({ key, options }: { key: string; options: FacetOption[] }): FacetOption | null {
  if (!key.startsWith('extra-') || !options.every(({ name }) => isYes(name) || /^no$/i.test(name.trim())))
    return null;
  return options.find(({ name }) => isYes(name)) ?? null;
}
