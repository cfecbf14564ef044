import { readOrganisation } from '@/lib/store/structure';
import { findUnfinishedImport } from '@/lib/sign-in/accounts/unfinished-import';
import { isFullArchive, type ArchiveHead } from './archive';
import { putSeats, putStructure, type ArchiveRequest } from './put-archive';
import { restoreFullArchive } from './restore-archive';
import { createArchiveCheck } from './check-archive';
import { ErasedRows, namedByMember } from './erased-rows';
import { ImportError, type BadValue } from './import-error';
import type { ImportContext } from './import-context';
import type { ImportResult } from './import-file';
import { readArchivedMembers, readHead } from './read-archive';
import type { ReadHead } from './read-archive-head';
import type { SharedNumber } from '@/lib/store/membership-numbers';
import { fileRun, writeRun } from './import-run';
import { removeOthers } from './remove-others';

/**
 * Imports a file of our own export. The members keep the IDs in the file. The file is first read and checked, and then
 * written in one transaction. An existing organisation keeps its settings. A full archive also has accounts, clients
 * and a journal. These are restored only into the same organisation, and only if that organisation does not exist here
 * yet. In all other cases, only the members of the archive are imported.
 * @throws ImportError if the file is not such an export
 */
export async function importArchive(request: ArchiveRequest, context: ImportContext): Promise<ImportResult> {
  const { path } = request;
  const found = await readHead(path);
  const { head: fullHead } = found;
  const leftOut = fullHead === null ? null : await findLeftOut(request, fullHead, context);
  if (fullHead !== null && isFullArchive(fullHead) && leftOut === null) {
    return restoreFullArchive(request, { found, head: fullHead }, context);
  }
  const result = await importMembers(request, found, context);
  return leftOut === null ? result : { ...result, leftOut };
}

/**
 * Why only the members of a full archive are imported. null: everything is imported, or the archive is not a full
 * archive.
 */
async function findLeftOut(
  { organisationId }: ArchiveRequest,
  head: ArchiveHead,
  { store }: ImportContext,
): Promise<string | null> {
  if (!isFullArchive(head)) return null;
  const { id } = head.organisation;
  if (id !== organisationId) return `the archive is from organisation ${id}`;
  const isNew = (await readOrganisation(store.members, organisationId)) === null;
  const isUnfinished = (await findUnfinishedImport(store, organisationId)) !== null;
  return isNew || isUnfinished ? null : `organisation ${organisationId} exists already`;
}

async function importMembers(
  request: ArchiveRequest,
  found: ReadHead,
  context: ImportContext,
): Promise<ImportResult> {
  const { path, organisationId } = request;
  const erased = await ErasedRows.open(context.store, {
    organisationId,
    restores: request.restoresErased ?? false,
    listedErasures: context.listedErasures,
  });
  const { read, bad, problems, seats } = await survey(request, found, { ...context, erased });
  const result = { read, created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  let sharedNumbers: readonly SharedNumber[] = [];
  const { head } = found;
  if (head === null || problems.length > 0) return { ...result, bad, isWritten: false, problems };
  const run = await fileRun(path, null);
  // The addresses in an archive were changed elsewhere, so nobody is told.
  const quiet = { ...context, cause: { ...context.cause, isQuiet: true } };
  await writeRun(quiet, { organisationId, run }, async (writer) => {
    writer.memberships.allowSharedNumbers('all');
    const before = request.replaces ? await writer.membershipIds() : [];
    await putStructure(writer, head, organisationId);
    const kept = new Set<number>();
    const written = new Set<number>();
    erased.beginSecondReading(await writer.erasures.all());
    for await (const members of readArchivedMembers(path, head)) {
      for (const { line, member } of members) {
        if (member === null) throw new ImportError(`${path} changed while it was imported`);
        kept.add(member.membership.id);
        if (await erased.leavesOut(line, namedByMember(member))) continue;
        result[await writer.memberships.put(erased.withoutErasedParent(member))] += 1;
        written.add(member.person.id);
      }
      context.onProgress?.({ phase: 'writing', done: kept.size, total: read });
    }
    const isWritten = (personId: number) => written.has(personId) || !erased.hasLeftOut(personId);
    await putSeats(writer, { seats: seats.filter(({ personId }) => isWritten(personId)) });
    if (request.replaces) {
      result.removed = await removeOthers(writer, { before, kept, confirmed: request.confirmedRemovals });
    }
    // The options in the archive may be answers of erased persons.
    if (erased.found.length > 0) await writer.erasures.removeUnusedOptions();
    await writer.settle();
    ({ sharedNumbers } = writer.memberships);
    return { result, isKept: !request.isDryRun };
  });
  return {
    ...result,
    bad: 0,
    sharedNumbers: [...sharedNumbers],
    isWritten: !request.isDryRun,
    problems: [],
    erased: erased.found,
  };
}

interface Survey {
  read: number;
  bad: number;
  problems: BadValue[];
  /** Seats that are imported. */
  seats: ArchiveHead['seats'];
}

async function survey(
  { path, organisationId, replaces }: ArchiveRequest,
  { head, problems, locate }: ReadHead,
  { onProgress, store, erased }: ImportContext & { erased: ErasedRows },
): Promise<Survey> {
  if (head === null) return { read: 0, bad: problems.length, problems, seats: [] };
  const check = createArchiveCheck(head);
  const found: Survey = { read: 0, bad: 0, problems: [], seats: head.seats };
  for await (const members of readArchivedMembers(path, head)) {
    for (const { line, member, problems: own } of members) {
      const isErased = member !== null && (await erased.leavesOut(line, namedByMember(member)));
      // `check` must know skipped memberships too, because sub-memberships may name them. Problems of a skipped
      // membership do not count.
      const checked = member === null ? own : check.add(line, member);
      const wrong = isErased ? [] : checked;
      if (wrong.length > 0) found.bad += 1;
      found.problems.push(...wrong);
    }
    found.read += members.length;
    onProgress?.({ phase: 'reading', done: found.read, total: null });
  }
  // A reference to a member that could not be read is not an error.
  if (found.bad > 0) return found;
  const { persons } = check.ids();
  // A full archive may have people without a membership, and their committee seats. Neither the people nor the seats
  // are imported here.
  if (isFullArchive(head)) found.seats = head.seats.filter(({ personId }) => persons.has(personId));
  const { parents, seats } = check.finish(isFullArchive(head) ? () => true : undefined);
  // With --replace, memberships that are not in the file are removed, so they cannot clash with it.
  const clashes = replaces ? [] : await check.findClashes(store.members, organisationId);
  const wrong = [...parents, ...seats.map(locate), ...clashes];
  return { ...found, bad: wrong.length, problems: wrong };
}
