import { readRecord, type Referred, type ReadContext } from '@/lib/contract/fields/field';
import { FieldError } from '@/lib/contract/fields/field-error';
import { memberFields } from '@/lib/contract/fields/membership';
import type { MemberRecord } from '@/lib/store/schema/records';
import { isFullArchive, type ArchiveHead } from './archive';
import type { BadValue } from './import-error';
import { membershipsName, readArchiveElements, type ArchiveElement } from './archive-elements';
import { readArchiveHead, type ReadHead } from './read-archive-head';
import { readText } from './read-text';

/** The memberships come last in an export. No JSON string can contain a text that matches this pattern. */
const membershipsStart = /"Memberships"\s*:\s*\[/;
/** An organisation and its structure need a few kilobytes. */
const maxHeadCharacters = 32 * 1024 * 1024;

/**
 * Reads everything except the memberships.
 * @throws ImportError if the file is not in the format of `export`
 */
export async function readHead(path: string): Promise<ReadHead> {
  let text = '';
  for await (const piece of readText(path, null)) {
    text += piece;
    const start = membershipsStart.exec(text);
    if (start !== null) return readArchiveHead(path, `${text.slice(0, start.index)}"Memberships":[]}`);
    if (text.length > maxHeadCharacters) break;
  }
  return readArchiveHead(path, text);
}

export type ArchivedMember =
  | { line: number; member: MemberRecord; problems: null }
  | { line: number; member: null; problems: BadValue[] };

/**
 * Reads the members in batches, to limit the memory. Each member is checked alone. Its references are checked against
 * the head.
 * @throws ImportError if the file is incomplete
 */
export async function* readArchivedMembers(
  path: string,
  head: ArchiveHead,
): AsyncGenerator<ArchivedMember[]> {
  const toMember = toArchivedMember(head);
  const isWanted = (part: string) => part === membershipsName;
  for await (const elements of readArchiveElements(path, { isFull: isFullArchive(head), isWanted })) {
    yield elements.map(toMember);
  }
}

export function toArchivedMember(head: ArchiveHead): (element: ArchiveElement) => ArchivedMember {
  const context = toContext(head);
  return ({ element, line }) => readMember(element, line, context);
}

function readMember(element: unknown, line: number, context: ReadContext): ArchivedMember {
  try {
    const { person, ...membership } = readRecord(memberFields, element, context);
    return { line, member: { person, membership }, problems: null };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const problems = error.problems.map(({ path, ...rest }) => ({ line, column: path || null, ...rest }));
    return { line, member: null, problems };
  }
}

function toContext({ types, categories, chapters, addons, extras }: ArchiveHead): ReadContext {
  const ids = (records: { id: number }[]) => new Set(records.map(({ id }) => id));
  const known: Record<Referred, Set<number>> = {
    type: ids(types),
    category: ids(categories),
    chapter: ids(chapters),
    addon: ids(addons),
    extra: ids(extras),
  };
  return { hasReferred: (to, id) => known[to].has(id) };
}
