/**
 * The header `Possible-Duplicates`: the memberships of people who may be the same as new ones, and why. An example is
 * `101;email;phone, 205;change=3;name`. It is a header, because the body of a response is the documented one.
 * @see RFC 9651 §3.1
 */
export const likenesses = ['email', 'name', 'phone'] as const;
export type Likeness = (typeof likenesses)[number];

export interface PossibleDuplicate {
  membershipId: number;
  /** The index of the change that adds the person. */
  change: number;
  by: Likeness[];
}

/** A batch may have many duplicates, but proxies refuse long headers. */
const maxDuplicates = 50;

/** '': there are no duplicates. */
export function writeDuplicates(duplicates: readonly PossibleDuplicate[]): string {
  const items = duplicates.slice(0, maxDuplicates).map(({ membershipId, change, by }) => {
    const of = change === 0 ? [] : [`change=${change}`];
    return [membershipId, ...of, ...by].join(';');
  });
  return items.join(', ');
}

export function readDuplicates(header: string): PossibleDuplicate[] {
  return header.split(', ').flatMap((item) => {
    const [id = '', ...rest] = item.split(';');
    if (!/^[1-9]\d{0,14}$/.test(id)) return [];
    const change = rest.find((one) => one.startsWith('change='))?.slice('change='.length) ?? 0;
    return [
      {
        membershipId: Number(id),
        change: Number(change),
        by: likenesses.filter((one) => rest.includes(one)),
      },
    ];
  });
}
