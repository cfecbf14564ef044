import { createPackedTexts } from '@/lib/base/collections/packed-texts';
import type { LocationOfMember } from './project-location';

/** Locations are packed until their member is loaded. Unpacked, each would consist of dozens of small objects. */
export interface PackedLocations {
  add(memberId: string, location: LocationOfMember): void;
  /** In the order in which they were added. */
  of(memberId: string): LocationOfMember[];
}

export function createPackedLocations(): PackedLocations {
  const texts = createPackedTexts();
  const last = new Map<string, number>();
  // The previous location of the same member, for each location. -1: there is none.
  const before: number[] = [];
  return {
    add(memberId, location) {
      before.push(last.get(memberId) ?? -1);
      last.set(memberId, texts.add(JSON.stringify(location)));
    },
    of(memberId) {
      const found: LocationOfMember[] = [];
      for (let at = last.get(memberId) ?? -1; at !== -1; at = before[at] ?? -1) {
        // `add` wrote this JSON.
        found.push(JSON.parse(texts.bytesAt(at).toString()) as LocationOfMember);
      }
      return found.reverse();
    },
  };
}
