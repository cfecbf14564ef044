import type { MembersWriter } from '../store/members-writer';
import { withMembersWriter } from '../store/write';
import type { ArchiveHead } from './archive';
import { fromArchivedMembership, fromArchivedOrganisation, fromArchiveHead } from './from-archive';
import type { BadValue } from './import-error';
import type { ImportRequest, ImportResult, ImportTools } from './import-file';
import { readArchivedMemberships, readArchiveHead } from './read-archive';
import { removeOthers } from './remove-others';

type ArchiveRequest = Pick<ImportRequest, 'path' | 'organisationId' | 'isDryRun' | 'replaces' | 'isSure'>;

/**
 * Imports what `export` wrote, IDs included: read once to check it, then written in one transaction; an organisation
 * that exists keeps its settings.
 * @throws ImportError when the file is no such export
 */
export async function importArchive(request: ArchiveRequest, tools: ImportTools): Promise<ImportResult> {
  const { path, organisationId } = request;
  const head = await readArchiveHead(path);
  const { read, problems } = await survey(path, tools);
  const result = { read, created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  if (problems.length > 0) return { ...result, bad: problems.length, isWritten: false, problems };
  const options = { organisationId, clock: tools.clock, areaCentre: tools.areaCentre };
  try {
    await withMembersWriter(tools.store, options, async (writer) => {
      const before = request.replaces ? await writer.membershipIds() : [];
      await putStructure(writer, head, organisationId);
      const kept = new Set<number>();
      for await (const { memberships } of readArchivedMemberships(path)) {
        for (const membership of memberships) {
          result[await writer.putMember(fromArchivedMembership(membership))] += 1;
          kept.add(Number(membership.ID));
        }
        tools.onProgress?.({ phase: 'writing', done: kept.size, total: read });
      }
      await putSeats(writer, head);
      if (request.replaces) {
        result.removed = await removeOthers(writer, { before, kept, isSure: request.isSure });
      }
      if (request.isDryRun) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return { ...result, bad: 0, isWritten: !request.isDryRun, problems: [] };
}

async function survey(path: string, { onProgress }: ImportTools) {
  const found: { read: number; problems: BadValue[] } = { read: 0, problems: [] };
  for await (const { memberships, problems } of readArchivedMemberships(path)) {
    found.read += memberships.length;
    found.problems.push(...problems);
    onProgress?.({ phase: 'reading', done: found.read, total: null });
  }
  return found;
}

/** Leaves the transaction without its writes; nothing went wrong. */
class Rollback extends Error {}

async function putStructure(writer: MembersWriter, head: ArchiveHead, organisationId: number): Promise<void> {
  if (writer.structure === null) {
    await writer.putOrganisation(fromArchivedOrganisation(head.Organisation, organisationId));
  }
  const { chapters, categories, extras, addons, types } = fromArchiveHead(head);
  await writer.putExtras(extras);
  await writer.putChapters(chapters);
  await writer.putCategories(categories);
  await writer.putAddons(addons);
  await writer.putMembershipTypes(types);
}

async function putSeats(writer: MembersWriter, head: ArchiveHead): Promise<void> {
  const { seats } = fromArchiveHead(head);
  for (const personId of new Set(seats.map((seat) => seat.personId))) {
    await writer.putCommitteeSeats(
      personId,
      seats.filter((seat) => seat.personId === personId),
    );
  }
}
