/** Distances in what a visitor typed: "within walking distance of Subiaco", "10 km from Geelong", "near me". */
import { kilometresInUnit, type DistanceUnit } from './filter';
import type { NearFilter } from './search';

export interface TypedDistance {
  /** The visitor's text without the distance. */
  text: string;
  distance: Pick<NearFilter, 'radiusKm' | 'unit'>;
}

/** About half an hour on foot. */
const walk: Record<DistanceUnit, number> = { km: 2, mi: 1.5 };

const relation = '(?:of|from|to|around|near)?';
const onFoot = new RegExp(
  `\\b(?:(?:with)?in )?(?:an? )?(?:easy )?walking distance ?${relation}(?= |$)`,
  'iu',
);
const number = new RegExp(
  `(?:\\bwithin )?(?<![\\p{L}\\p{N}.,-])(\\d{1,3}) ?(km|kms|kilometres?|kilometers?|mi|miles?) (?:of|from|around)(?= |$)`,
  'iu',
);

/**
 * null: the text names no distance.
 * @param unit for a walking distance
 */
export function readDistance(text: string, unit: DistanceUnit): TypedDistance | null {
  if (onFoot.test(text)) {
    const distance = { radiusKm: walk[unit] * kilometresInUnit[unit], unit };
    return { text: without(text, onFoot), distance };
  }
  const [, digits = '', name = ''] = number.exec(text) ?? [];
  if (Number(digits) === 0) return null;
  const typedUnit = /^mi/i.test(name) ? 'mi' : 'km';
  const distance = { radiusKm: Number(digits) * kilometresInUnit[typedUnit], unit: typedUnit } as const;
  return { text: without(text, number), distance };
}

/**
 * Replaces the distance with "near". For example, "yoga 10 km from Geelong" becomes "yoga near Geelong". The word
 * "near" keeps "yoga" apart from the place.
 */
function without(text: string, pattern: RegExp): string {
  return text.replace(pattern, ' near ').replace(/\s+/g, ' ').trim();
}

const here =
  /(?<!\p{L})(?:(?:the )?(?:nearest|closest)(?: to)?(?: me| us| here)?|(?:near|close|next) ?(?:to )?(?:me|us|here|by|my (?:home|house|place|location))|nearby|close by|around (?:me|here)|in my (?:area|suburb|town)|(?:my|current) location|local to me)(?!\p{L})/giu;

/** Whether the visitor means the place where they are. Only their browser knows it, and only after they allow it. */
export function asksForLocation(text: string): boolean {
  return text.search(here) !== -1;
}

/** "The closest physio to the station" becomes "physio near the station". */
const closestTo = /(?<!\p{L})(?:nearest|closest) (?!to )(.+?) to (?=\p{L}|\p{N})/iu;

export function withoutLocation(text: string): string {
  return text.replace(closestTo, '$1 near ').replace(here, ' ').replace(/\s+/g, ' ').trim();
}
