import type { SharedNumber } from '@/lib/store/membership-numbers';

/** The maximum number of numbers that a terminal shows. */
const maxShown = 20;

/** Lines that name the memberships with the same number. Empty if there are none. */
export function describeSharedNumbers(shared: readonly SharedNumber[]): string[] {
  if (shared.length === 0) return [];
  const more = shared.length - maxShown;
  return [
    'Several memberships have the same number. Give each of them a number of its own:',
    ...shared
      .slice(0, maxShown)
      .map(({ number, membershipIds }) => `  ${number}: memberships ${membershipIds.join(', ')}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}
