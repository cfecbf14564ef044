/** Differences between another site's responses and the contract are counted, so that the operator gets one report. */

export interface DriftNote {
  /** Such as `members[].User.Phone`. */
  where: string;
  what: string;
  count: number;
}

export interface Drift {
  note(where: string, what: string): void;
  report(): DriftNote[];
}

// This number of differences is enough to show the operator how the site deviates. Without a limit, the differences
// could fill the memory.
const maxNotes = 200;

export function createDrift(): Drift {
  const notes = new Map<string, DriftNote>();
  return {
    note(where, what) {
      const key = `${where} ${what}`;
      const known = notes.get(key);
      if (known !== undefined) known.count += 1;
      else if (notes.size < maxNotes) notes.set(key, { where, what, count: 1 });
    },
    report: () => [...notes.values()].sort((a, b) => b.count - a.count),
  };
}
