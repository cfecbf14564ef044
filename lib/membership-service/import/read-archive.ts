import { createJsonArrayReader } from '@/lib/membership-api/client-json-array';
import { archivedMembershipSchema, archiveHeadSchema } from './archive';
import type { ArchivedMembership, ArchiveHead } from './archive';
import { ImportError, type BadValue } from './import-error';
import { readText } from './read-text';

/** Where the memberships begin, which come last in an export. No string of JSON can hold this. */
const membershipsStart = /"Memberships"\s*:\s*\[/;
/** An organisation and its structure are some kilobytes. */
const maxHeadCharacters = 32 * 1024 * 1024;

/** Everything but the memberships. @throws ImportError when the file is not what `export` writes */
export async function readArchiveHead(path: string): Promise<ArchiveHead> {
  let text = '';
  for await (const piece of readText(path, null)) {
    text += piece;
    const start = membershipsStart.exec(text);
    if (start !== null) return toHead(path, `${text.slice(0, start.index)}"Memberships":[]}`);
    if (text.length > maxHeadCharacters) break;
  }
  return toHead(path, text);
}

/**
 * The memberships in batches, so that memory does not grow with their number; a record that cannot be read, or repeats
 * another's ID or individual member, is a problem instead.
 * @throws ImportError when the file is not whole
 */
export async function* readArchivedMemberships(
  path: string,
): AsyncGenerator<{ memberships: ArchivedMembership[]; problems: BadValue[] }> {
  const check = createCheck();
  for await (const elements of readElements(path)) yield check(elements);
}

function toHead(path: string, text: string): ArchiveHead {
  const content = orImportError(path, () => JSON.parse(text));
  const shell = archiveHeadSchema.safeParse(content);
  const hasMemberships = typeof content === 'object' && content !== null && 'Memberships' in content;
  if (shell.success && hasMemberships) return shell.data;
  const issue = shell.error?.issues[0];
  const where = issue === undefined ? 'Memberships' : issue.path.join('.') || 'the file';
  const reason = issue?.message ?? 'is missing';
  throw new ImportError(`${path} is not what chapterhouse export writes: ${where}: ${reason}`);
}

async function* readElements(path: string): AsyncGenerator<unknown[]> {
  let elements: unknown[] = [];
  const reader = createJsonArrayReader((element) => elements.push(element));
  let isInside = false;
  // The brace that closes the file is no part of the array, and is held back.
  let held = '';
  for await (const piece of readText(path, null)) {
    held += piece;
    const start = isInside ? null : membershipsStart.exec(held);
    if (start !== null) {
      isInside = true;
      held = held.slice(start.index + start[0].length - 1);
    }
    if (!isInside || held.length < heldBack) continue;
    const text = held.slice(0, -heldBack);
    held = held.slice(-heldBack);
    orImportError(path, () => reader.push(text));
    yield elements;
    elements = [];
  }
  orImportError(path, () => {
    reader.push(held.replace(/\}\s*$/, ''));
    reader.end();
  });
  yield elements;
}

/** Characters held back: the last brace and white space around it. */
const heldBack = 256;

function createCheck() {
  const seen = new Set<string>();
  /** The individual membership of each person. */
  const individual = new Map<string, string>();
  let line = 0;
  const refuse = (value: unknown): ArchivedMembership | Omit<BadValue, 'line'> => {
    const parsed = archivedMembershipSchema.safeParse(value);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return { column: issue?.path.join('.') ?? null, value: '', reason: issue?.message ?? 'cannot be read' };
    }
    const { ID, Kind, User } = parsed.data;
    if (seen.has(ID)) return { column: 'ID', value: ID, reason: 'comes twice' };
    seen.add(ID);
    const other = individual.get(User.ID);
    if (Kind === 'individual' && other !== undefined) {
      return { column: 'User.ID', value: User.ID, reason: `has individual membership ${other} already` };
    }
    if (Kind === 'individual') individual.set(User.ID, ID);
    return parsed.data;
  };
  return (elements: unknown[]) => {
    const memberships: ArchivedMembership[] = [];
    const problems: BadValue[] = [];
    for (const element of elements) {
      // There are no lines to name: the position in the list stands for them.
      line += 1;
      const found = refuse(element);
      if ('reason' in found) problems.push({ line, ...found });
      else memberships.push(found);
    }
    return { memberships, problems };
  };
}

function orImportError<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ImportError(`${path} is not whole JSON: ${error.message}`);
  }
}
