import type { Place } from './place';
import type { Places } from './places';

export function placesFrom(
  search: (text: string, options: Parameters<Places['search']>[1]) => Place[],
): Places {
  return {
    search,
    suggest: (text, options) =>
      search(text, options).map((place) => ({ ...place, match: 'exact', regionId: null })),
    locate: () => null,
  };
}
