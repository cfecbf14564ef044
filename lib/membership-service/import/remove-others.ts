import type { MembersWriter } from '../store/members-writer';
import { ImportError } from './import-error';

/** More than this share going at once is more likely a wrong file than so many leaving. */
const maxShareUnasked = 0.2;

/**
 * Removes the memberships of `before` that are not kept; tells how many.
 * @throws ImportError when they are more than a fifth and the operator is not sure
 */
export async function removeOthers(
  writer: MembersWriter,
  { before, kept, isSure }: { before: readonly number[]; kept: ReadonlySet<number>; isSure: boolean },
): Promise<number> {
  const gone = before.filter((id) => !kept.has(id));
  if (!isSure && gone.length > before.length * maxShareUnasked) {
    const percent = Math.round((gone.length / before.length) * 100);
    throw new ImportError(
      `--replace would remove ${gone.length} of ${before.length} memberships (${percent} %), which the file does not have; add --yes if that is right`,
    );
  }
  for (const id of gone) await writer.removeMembership(id);
  return gone.length;
}
