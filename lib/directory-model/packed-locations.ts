import { createPackedTexts } from '@/lib/collections/packed-texts';
import type { LocationOfMember } from './project-location';

/**
 * All members' locations, packed until their member is loaded. Without packing, each location would consist of dozens
 * of small objects.
 */
export interface PackedLocations {
  add(memberId: string, location: LocationOfMember): void;
  /** The locations of a member, in the order in which they were added. */
  of(memberId: string): LocationOfMember[];
}

export function createPackedLocations(): PackedLocations {
  const texts = createPackedTexts();
  const last = new Map<string, number>();
  // For each location: the previous location of the same member. -1: there is none.
  const before: number[] = [];
  return {
    add(memberId, location) {
      before.push(last.get(memberId) ?? -1);
      last.set(memberId, texts.add(JSON.stringify(location)));
    },
    of(memberId) {
      const found: LocationOfMember[] = [];
      for (let at = last.get(memberId) ?? -1; at !== -1; at = before[at] ?? -1) {
        // `add` has written the JSON.
        found.push(JSON.parse(texts.bytesAt(at).toString()) as LocationOfMember);
      }
      return found.reverse();
    },
  };
}
