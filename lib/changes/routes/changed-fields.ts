import { isDeepStrictEqual } from 'node:util';
import { lookUp } from '@/lib/base/look-up';
import type { MemberDocument } from '@/lib/store/member-documents';

/**
 * The old and the new value of each changed field, as the client sees them, under names such as `User.Address.Suburb`.
 */
export function changedFields(
  before: MemberDocument | null,
  after: MemberDocument | null,
): Record<string, [unknown, unknown]> {
  if (before === null || after === null) return {};
  const changes: Record<string, [unknown, unknown]> = {};
  compare('', [before.record, after.record], changes);
  return changes;
}

type Json = Readonly<Record<string, unknown>>;

function compare(prefix: string, [before, after]: [Json, Json], changes: Record<string, unknown>): void {
  for (const name of Object.keys(after)) {
    const [old, value] = [lookUp(before, name), lookUp(after, name)];
    if (isPart(old) && isPart(value)) compare(`${prefix}${name}.`, [old, value], changes);
    else if (!isDeepStrictEqual(old, value)) changes[prefix + name] = [old, value];
  }
}

function isPart(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
