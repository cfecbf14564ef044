import type { MembersWriter } from '@/lib/membership-store/members-writer';
import type { ArchiveHead } from './archive';
import { createArchiveCheck } from './check-archive';
import { ErasedRows, namedByMember } from './erased-rows';
import { ImportError, type BadValue } from './import-error';
import type { ImportRequest, ImportResult, ImportContext } from './import-file';
import { readArchivedMembers, readHead } from './read-archive';
import type { ReadHead } from './read-archive-head';
import { fileRun, writeRun } from './import-run';
import { removeOthers } from './remove-others';

type ArchiveRequest = Pick<
  ImportRequest,
  'path' | 'organisationId' | 'isDryRun' | 'replaces' | 'confirmedRemovals' | 'restoresErased'
>;

/**
 * Imports an export with its IDs: read once to check it, then written in one transaction; an existing organisation
 * keeps its settings.
 * @throws ImportError when the file is not such an export
 */
export async function importArchive(request: ArchiveRequest, context: ImportContext): Promise<ImportResult> {
  const { path, organisationId } = request;
  const found = await readHead(path);
  const erased = await ErasedRows.open(context.store, {
    organisationId,
    restores: request.restoresErased ?? false,
  });
  const { read, bad, problems } = await survey(request, found, { ...context, erased });
  const result = { read, created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  const { head } = found;
  if (head === null || problems.length > 0) return { ...result, bad, isWritten: false, problems };
  const run = await fileRun(path, null);
  await writeRun(context, { organisationId, run }, async (writer) => {
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
        result[await writer.putMember(erased.withoutErasedParent(member))] += 1;
        written.add(member.person.id);
      }
      context.onProgress?.({ phase: 'writing', done: kept.size, total: read });
    }
    await putSeats(writer, head, (personId) => written.has(personId) || !erased.hasLeftOut(personId));
    if (request.replaces) {
      result.removed = await removeOthers(writer, { before, kept, confirmed: request.confirmedRemovals });
    }
    return { result, isKept: !request.isDryRun };
  });
  return { ...result, bad: 0, isWritten: !request.isDryRun, problems: [], erased: erased.found };
}

/** Reads the whole file and writes nothing. */
async function survey(
  { path, organisationId, replaces }: ArchiveRequest,
  { head, problems, locate }: ReadHead,
  { onProgress, store, erased }: ImportContext & { erased: ErasedRows },
) {
  if (head === null) return { read: 0, bad: problems.length, problems };
  const check = createArchiveCheck(head);
  const found: { read: number; bad: number; problems: BadValue[] } = { read: 0, bad: 0, problems: [] };
  for await (const members of readArchivedMembers(path, head)) {
    for (const { line, member, problems: own } of members) {
      const isErased = member !== null && (await erased.leavesOut(line, namedByMember(member)));
      // Sub-memberships may still name it, and a row that is left out is not a bad one.
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
  const { parents, seats } = check.finish();
  // With --replace, whatever the file does not have is removed.
  const clashes = replaces ? [] : await check.findClashes(store.members, organisationId);
  const wrong = [...parents, ...seats.map(locate), ...clashes];
  return { ...found, bad: wrong.length, problems: wrong };
}

async function putStructure(writer: MembersWriter, head: ArchiveHead, organisationId: number): Promise<void> {
  if (writer.structure === null) {
    await writer.putOrganisation({ ...head.organisation, id: organisationId });
  }
  await writer.putExtras(head.extras);
  await writer.putChapters(head.chapters);
  await writer.putCategories(head.categories);
  await writer.putAddons(head.addons);
  await writer.putMembershipTypes(head.types);
}

async function putSeats(
  writer: MembersWriter,
  { seats }: ArchiveHead,
  isWritten: (personId: number) => boolean,
): Promise<void> {
  for (const personId of new Set(seats.map((seat) => seat.personId).filter(isWritten))) {
    await writer.committees.put(
      personId,
      seats.filter((seat) => seat.personId === personId),
    );
  }
}
