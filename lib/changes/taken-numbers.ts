/** A new or changed membership number must not be the number of another membership (docs/decisions.md, S1). */
import { lookUp } from '@/lib/base/look-up';
import type { MemberRecord } from '@/lib/store/schema/records';
import type { MemberView } from '@/lib/store/member-documents';
import { numberKey } from '@/lib/store/membership-numbers';
import type { MembersWriter } from '@/lib/store/members-writer';

/** By number: the stored memberships that have it, and how an error names each of them. */
export type NumberHolders = ReadonlyMap<string, ReadonlyMap<number, string>>;

/**
 * @param bodies the JSON that was sent, not checked yet
 * @param ids the memberships that the request changes or removes
 */
export async function readNumberHolders(
  writer: MembersWriter,
  { bodies, ids }: { bodies: readonly unknown[]; ids: readonly number[] },
  { namesOthers = false, limits = null }: MemberView,
): Promise<NumberHolders> {
  const keys = bodies.flatMap((body) => {
    const number: unknown = lookUp(Object(body), 'MembershipNumber');
    if (typeof number !== 'string' || numberKey(number) === '') return [];
    // No stored number has a NUL, and PostgreSQL refuses a statement with one.
    return number.includes('\0') ? [] : numberKey(number);
  });
  const holders = await writer.numberHolders([...new Set(keys)]);
  const others = [...new Set([...holders.values()].flat())].filter((id) => !ids.includes(id));
  const names = new Map<number, string>();
  if (namesOthers && others.length > 0)
    for (const [id, member] of await writer.memberships.findMany(others)) names.set(id, describe(member));
  const unnamed = (id: number) => (limits === null ? `membership ${id}` : 'another member');
  const toNamed = (id: number): [number, string] => [id, names.get(id) ?? unnamed(id)];
  return new Map([...holders].map(([key, found]) => [key, new Map(found.map(toNamed))]));
}

function describe({ person, membership }: MemberRecord): string {
  const own = `${person.firstName} ${person.lastName}`.trim();
  const name = membership.kind === 'corporate' || own === '' ? person.organisation : own;
  return `${name.trim()} (membership ${membership.id})`;
}

interface NumberedChange {
  record: MemberRecord;
  /** null: the membership is new. */
  before: MemberRecord | null;
}

/**
 * Why changes are refused, by their index.
 * @param removed memberships that the request removes
 */
export function findTakenNumbers(
  changes: ReadonlyMap<number, NumberedChange>,
  { holders, removed }: { holders: NumberHolders; removed: ReadonlySet<number> },
): Map<number, string> {
  const keyOf = ({ membership }: MemberRecord) => numberKey(membership.membershipNumber);
  const numbered = [...changes].filter(
    ([, { record, before }]) => keyOf(record) !== '' && (before === null || keyOf(before) !== keyOf(record)),
  );
  // Two members may exchange their numbers in one request.
  const isLeft = new Set([...removed, ...numbered.flatMap(([, { before }]) => before?.membership.id ?? [])]);
  const given = new Set<string>();
  const reasons = new Map<number, string>();
  for (const [index, { record }] of numbered) {
    const key = keyOf(record);
    const holder = [...(holders.get(key) ?? [])].find(([id]) => !isLeft.has(id));
    if (holder !== undefined) reasons.set(index, `is already the number of ${holder[1]}`);
    else if (given.has(key)) reasons.set(index, 'is given to two members in this request');
    given.add(key);
  }
  return reasons;
}
