import { findUnfinishedImport } from '@/lib/sign-in/accounts/unfinished-import';
import { findTakenClients, PartsCheck } from '@/lib/transfer/archive/check-parts';
import { withheldSecret } from '@/lib/store/stored-kinds';
import { archiveParts, peopleName } from '@/lib/transfer/archive/parts';
import {
  finishRestore,
  RepeatedRowError,
  restoreArchive,
  type ReadParts,
} from '@/lib/transfer/archive/restore';
import type { SharedNumber } from '@/lib/store/membership-numbers';
import { lookUp } from '@/lib/base/look-up';
import type { ArchiveHead } from './archive';
import { membershipsName, readArchiveElements, type ArchiveElement } from './archive-elements';
import { createArchiveCheck } from './check-archive';
import { ImportError, type BadValue } from './import-error';
import type { ImportContext } from './import-context';
import type { ImportResult, RestoredParts } from './import-file';
import { fileRun } from './import-run';
import { putSeats, putStructure, type ArchiveRequest } from './put-archive';
import { readArchivedMembers, toArchivedMember } from './read-archive';
import type { ReadHead } from './read-archive-head';

interface FoundHead {
  found: ReadHead;
  head: ArchiveHead;
}

export async function restoreFullArchive(
  request: ArchiveRequest,
  { found, head }: FoundHead,
  context: ImportContext,
): Promise<ImportResult> {
  const { path, organisationId, isDryRun } = request;
  const { store, onProgress } = context;
  const { read, problems, restored } = await survey(request, { found, head }, context);
  const nothing = { read, created: 0, updated: 0, unchanged: 0, removed: 0, unplaced: 0 };
  if (problems.length > 0) return { ...nothing, bad: problems.length, isWritten: false, problems };
  const { fileHash } = await fileRun(path, null);
  const readParts: ReadParts = (database) => {
    const isOf = (part: string) =>
      lookUp(archiveParts, part)?.database === database || (part === peopleName && database === 'members');
    return readArchiveElements(path, { isFull: true, isWanted: isOf });
  };
  const unfinished = await findUnfinishedImport(store, organisationId);
  const done: ImportResult = { ...nothing, bad: 0, isWritten: !isDryRun, problems: [], restored };
  if (unfinished !== null) {
    if (unfinished !== fileHash) {
      throw new ImportError(
        `The import of another archive was interrupted, and its accounts are missing: import that file again (its SHA-256 is ${unfinished}), or remove the organisation with ./chapterhouse organisation remove --organisation ${organisationId}`,
      );
    }
    if (!isDryRun) await finishRestore(context, { organisationId, readParts });
    return { ...done, unchanged: read };
  }
  if (isDryRun) return { ...done, created: read };
  let sharedNumbers: readonly SharedNumber[] = [];
  try {
    await restoreArchive(context, {
      organisationId,
      fileHash: fileHash ?? '',
      readParts,
      writeMembers: async (writer) => {
        writer.memberships.allowSharedNumbers('all');
        writer.memberships.expectPictures();
        await putStructure(writer, head, organisationId);
        await writer.expectMembers(read);
        let written = 0;
        for await (const members of readArchivedMembers(path, head)) {
          for (const { member } of members) {
            if (member === null) throw new ImportError(`${path} changed while it was imported`);
            await writer.memberships.put(member);
          }
          written += members.length;
          onProgress?.({ phase: 'writing', done: written, total: read });
        }
        await writer.settle();
        ({ sharedNumbers } = writer.memberships);
      },
      writeSeats: (writer) => putSeats(writer, head),
    });
  } catch (error) {
    if (error instanceof RepeatedRowError) throw new ImportError(`${path}: ${error.message}`);
    throw error;
  }
  return { ...done, created: read, sharedNumbers: [...sharedNumbers] };
}

/** The maximum number of problems that are reported. More problems would not help to correct the file. */
const maxProblems = 1000;

async function survey(
  { path, organisationId, acceptsFirstParty = false, acceptsRoles = false }: ArchiveRequest,
  { found, head }: FoundHead,
  { onProgress, store }: ImportContext,
): Promise<{ read: number; problems: BadValue[]; restored: RestoredParts }> {
  const check = createArchiveCheck(head);
  const problems: BadValue[] = [];
  const restored: RestoredParts = { accounts: 0, passwords: 0, clients: 0, withoutSecret: [], changes: 0 };
  const clientLines: number[] = [];
  let parts: PartsCheck | null = null;
  let read = 0;
  const toMember = toArchivedMember(head);
  const takeMember = (one: ArchiveElement) => {
    const { line, member, problems: own } = toMember(one);
    read += 1;
    problems.push(...(member === null ? own : check.add(line, member)));
  };
  for await (const elements of readArchiveElements(path, { isFull: true, isWanted: isAfterHead })) {
    for (const one of elements) {
      if (one.part === membershipsName) takeMember(one);
      else {
        parts ??= new PartsCheck({ ids: check.ids(), acceptsFirstParty, acceptsRoles });
        problems.push(...parts.add(one).map((problem) => toBadValue(problem, one.line)));
        if (one.part === 'Clients') clientLines.push(one.line);
        count(restored, one);
      }
      if (problems.length > maxProblems) return { read, problems, restored };
    }
    onProgress?.({ phase: 'reading', done: read, total: null });
  }
  parts ??= new PartsCheck({ ids: check.ids(), acceptsFirstParty, acceptsRoles });
  // If some records could not be read, references to these records would look wrong. So references are not checked.
  if (problems.length > 0) return { read, problems, restored };
  const known = parts;
  const { parents, seats } = check.finish((id) => known.hasPerson(id));
  problems.push(...parents, ...seats.map(found.locate));
  problems.push(...known.finish().map((problem) => toBadValue(problem, 1)));
  const taken = await findTakenClients(store.auth, organisationId, known.clientIds);
  problems.push(...taken.map(({ index, problem }) => toBadValue(problem, clientLines[index] ?? 1)));
  return { read, problems, restored };
}

function isAfterHead(part: string): boolean {
  return part === membershipsName || part === peopleName || lookUp(archiveParts, part) !== undefined;
}

function toBadValue({ path, value, reason }: { path: string; value: string; reason: string }, line: number) {
  return { line, column: path, value, reason };
}

function count(restored: RestoredParts, { part, element }: ArchiveElement): void {
  const value = (name: string): unknown =>
    typeof element === 'object' && element !== null ? Reflect.get(element, name) : null;
  if (part === 'Journal' || part === 'AccountJournal') restored.changes += 1;
  if (part === 'Accounts') {
    restored.accounts += 1;
    if (value('PasswordHash') !== null) restored.passwords += 1;
  }
  if (part !== 'Clients') return;
  restored.clients += 1;
  if (value('SecretHash') === withheldSecret && value('RevokedAt') === null) {
    restored.withoutSecret.push(String(value('ID')));
  }
}
