import { isMassRemoval } from '@/lib/mass-removal';
import type { MembersWriter } from '@/lib/membership-store/members-writer';
import { ImportError } from './import-error';

/** Named in the error; a longer list would hide the instructions. */
const maxNamed = 100;

/**
 * Removes the memberships of `before` that are not kept and returns how many. `confirmed`: the number that the operator
 * expects to be removed; null if not given.
 * @throws ImportError naming the members, when the number is not the confirmed one or needs a confirmation
 */
export async function removeOthers(
  writer: MembersWriter,
  {
    before,
    kept,
    confirmed,
  }: { before: readonly number[]; kept: ReadonlySet<number>; confirmed: number | null },
): Promise<number> {
  const gone = before.filter((id) => !kept.has(id));
  const isAllowed =
    confirmed === null ? !isMassRemoval(gone.length, before.length) : confirmed === gone.length;
  if (!isAllowed) throw new ImportError(await explain(writer, { gone, known: before.length, confirmed }));
  await writer.removeMemberships(gone);
  // Invented members were removed with the others.
  await writer.marks.setDemonstration(false);
  return gone.length;
}

async function explain(
  writer: MembersWriter,
  { gone, known, confirmed }: { gone: readonly number[]; known: number; confirmed: number | null },
): Promise<string> {
  const named = await writer.findMembers(gone.slice(0, maxNamed));
  const lines = [...named.values()].map(({ membership, person }) => {
    const name =
      membership.kind === 'corporate' ? person.organisation : `${person.firstName} ${person.lastName}`;
    return `  ${membership.membershipNumber || `ID ${membership.id}`}  ${name.trim()}`;
  });
  const more = gone.length > maxNamed ? [`  … and ${gone.length - maxNamed} more`] : [];
  const percent = Math.round((gone.length / known) * 100);
  const wrong = confirmed === null ? '' : `, not ${confirmed}`;
  return [
    `--replace would remove ${gone.length} of ${known} memberships (${percent} %)${wrong}:`,
    ...lines,
    ...more,
    `Nothing was written. To remove them, run the same command with --remove ${gone.length}.`,
  ].join('\n');
}
