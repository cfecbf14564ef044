import { isMassRemoval } from '@/lib/base/mass-removal';
import type { MembersWriter } from '@/lib/store/members-writer';
import { ImportError } from './import-error';

/** The maximum number of members that the error names. A longer list would hide the instructions. */
const maxNamed = 100;

/**
 * Removes the memberships in `before` that are not in `kept`. `confirmed`: how many the operator expects to be removed;
 * null: not given.
 * @returns how many were removed
 * @throws ImportError naming the members, if the number is not the confirmed one or needs a confirmation
 */
export async function removeOthers(
  writer: MembersWriter,
  {
    before,
    kept,
    confirmed,
  }: { before: readonly number[]; kept: ReadonlySet<number>; confirmed: number | null },
): Promise<number> {
  const removed = before.filter((id) => !kept.has(id));
  const isAllowed =
    confirmed === null ? !isMassRemoval(removed.length, before.length) : confirmed === removed.length;
  if (!isAllowed)
    throw new ImportError(
      await explain(writer, { removed, known: before.length, confirmed }),
      'mass-removal',
    );
  await writer.memberships.remove(removed);
  // An invented person may have a role, and an imported person may get the ID of that person. The imported person would
  // then have the role. The file `demo-credentials.json` also contains the password of the demonstration's owner. So
  // all roles are removed.
  if ((await writer.marks.read()).isDemonstration) {
    for (const { id } of await writer.roles.all()) await writer.roles.put({ id, role: null, chapterIds: [] });
  }
  // The invented members were removed.
  await writer.marks.setDemonstration(false);
  return removed.length;
}

async function explain(
  writer: MembersWriter,
  { removed, known, confirmed }: { removed: readonly number[]; known: number; confirmed: number | null },
): Promise<string> {
  const named = await writer.memberships.findMany(removed.slice(0, maxNamed));
  const lines = [...named.values()].map(({ membership, person }) => {
    const name =
      membership.kind === 'corporate' ? person.organisation : `${person.firstName} ${person.lastName}`;
    return `  ${membership.membershipNumber || `ID ${membership.id}`}  ${name.trim()}`;
  });
  const more = removed.length > maxNamed ? [`  … and ${removed.length - maxNamed} more`] : [];
  const percent = Math.round((removed.length / known) * 100);
  const wrong = confirmed === null ? '' : `, not ${confirmed}`;
  return [
    `--replace would remove ${removed.length} of ${known} memberships (${percent} %)${wrong}:`,
    ...lines,
    ...more,
    `Nothing was written. To remove them, run the same command with --remove ${removed.length}.`,
  ].join('\n');
}
