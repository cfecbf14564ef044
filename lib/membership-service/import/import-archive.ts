import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { MembersWriter } from '../store/members-writer';
import { withMembersWriter } from '../store/write';
import {
  archivedMembershipSchema,
  archiveHeadSchema,
  type ArchivedMembership,
  type ArchiveHead,
} from './archive';
import { fromArchivedMembership, fromArchivedOrganisation, fromArchiveHead } from './from-archive';
import { ImportError, type BadValue } from './import-error';
import type { ImportRequest, ImportResult, ImportTools } from './import-file';
import { removeOthers } from './remove-others';

type ArchiveRequest = Pick<ImportRequest, 'path' | 'organisationId' | 'isDryRun' | 'replaces' | 'isSure'>;

/**
 * Imports what `export` wrote, IDs included, in one transaction; an organisation that exists keeps its settings.
 * @throws ImportError when the file is no such export
 */
export async function importArchive(request: ArchiveRequest, tools: ImportTools): Promise<ImportResult> {
  const { head, memberships, problems } = await readArchive(request.path);
  const result = { read: memberships.length, created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  if (problems.length > 0) return { ...result, bad: problems.length, isWritten: false, problems };
  const options = {
    organisationId: request.organisationId,
    clock: tools.clock,
    areaCentre: tools.areaCentre,
  };
  try {
    await withMembersWriter(tools.store, options, async (writer) => {
      const before = request.replaces ? await writer.membershipIds() : [];
      await putStructure(writer, head, request.organisationId);
      for (const [index, membership] of memberships.entries()) {
        result[await writer.putMember(fromArchivedMembership(membership))] += 1;
        if (index % 500 === 0)
          tools.onProgress?.({ phase: 'writing', done: index, total: memberships.length });
      }
      await putSeats(writer, head);
      if (request.replaces) {
        const kept = new Set(memberships.map(({ ID }) => Number(ID)));
        result.removed = await removeOthers(writer, { before, kept, isSure: request.isSure });
      }
      if (request.isDryRun) throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback)) throw error;
  }
  return { ...result, bad: 0, isWritten: !request.isDryRun, problems: [] };
}

/** Leaves the transaction without its writes; nothing went wrong. */
class Rollback extends Error {}

async function readArchive(path: string) {
  const file = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ImportError(`${path} cannot be read: ${error.message}`);
  });
  let content: unknown;
  try {
    content = JSON.parse(file);
  } catch (error) {
    throw new ImportError(`${path} is not whole JSON: ${error instanceof Error ? error.message : error}`);
  }
  const shell = archiveHeadSchema.extend({ Memberships: z.array(z.unknown()) }).safeParse(content);
  if (!shell.success) {
    const [issue] = shell.error.issues;
    throw new ImportError(
      `${path} is not what chapterhouse export writes: ${issue?.path.join('.') || 'the file'}: ${issue?.message}`,
    );
  }
  const { Memberships, ...head } = shell.data;
  return { head, ...checkMemberships(Memberships) };
}

function checkMemberships(list: unknown[]) {
  const memberships: ArchivedMembership[] = [];
  const problems: BadValue[] = [];
  const seen = new Set<string>();
  /** The individual membership of each person. */
  const individual = new Map<string, string>();
  list.forEach((one, index) => {
    const parsed = archivedMembershipSchema.safeParse(one);
    // There are no lines to name: the position in the list stands for them.
    const line = index + 1;
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      problems.push({
        line,
        column: issue?.path.join('.') ?? null,
        value: '',
        reason: issue?.message ?? 'cannot be read',
      });
    } else if (seen.has(parsed.data.ID)) {
      problems.push({ line, column: 'ID', value: parsed.data.ID, reason: 'comes twice' });
    } else if (parsed.data.Kind === 'individual' && individual.has(parsed.data.User.ID)) {
      const reason = `has individual membership ${individual.get(parsed.data.User.ID)} already`;
      problems.push({ line, column: 'User.ID', value: parsed.data.User.ID, reason });
    } else {
      seen.add(parsed.data.ID);
      if (parsed.data.Kind === 'individual') individual.set(parsed.data.User.ID, parsed.data.ID);
      memberships.push(parsed.data);
    }
  });
  return { memberships, problems };
}

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
