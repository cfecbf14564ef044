import { LRUCache } from 'lru-cache';
import type { Lapsed } from './match';
import type { Model } from '@/lib/directory-model/model';
import { understandWords, type UnderstoodWords, type Understanding } from './understand-words';

/** The remembered meanings are valid only while these values stay the same. */
interface World {
  model: Model;
  lapsed: Lapsed;
  places: Understanding['places'];
}

const maxTexts = 1_000;
// Longer texts are not remembered, because they are rarely typed twice.
const maxTextLength = 200;

/**
 * `understandWords` takes longer than the search itself, and one search needs it up to four times: for a redirect, for
 * the results, for the count of searches that found nobody, and for the next page. The meanings are cached while the
 * members and the date stay the same.
 */
export function rememberUnderstood() {
  const meanings = new LRUCache<string, { found: UnderstoodWords | null }>({ max: maxTexts });
  let world: World | null = null;
  return (
    { model, lapsed }: Pick<World, 'model' | 'lapsed'>,
    text: string,
    known: Understanding,
  ): UnderstoodWords | null => {
    const { places, country, hasPlace } = known;
    if (text.length > maxTextLength) return understandWords(model, text, known, lapsed);
    if (world?.model !== model || world.lapsed !== lapsed || world.places !== places) {
      meanings.clear();
      world = { model, lapsed, places };
    }
    const key = JSON.stringify([text, country, hasPlace]);
    const remembered = meanings.get(key);
    if (remembered !== undefined) return remembered.found;
    const found = understandWords(model, text, known, lapsed);
    meanings.set(key, { found });
    return found;
  };
}
