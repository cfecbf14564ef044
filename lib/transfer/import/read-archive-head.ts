import { readRecord, type Referred } from '@/lib/contract/fields/field';
import { FieldError, type FieldProblem } from '@/lib/contract/fields/field-error';
import { archiveFormats, archiveHeadFields, type ArchiveHead } from './archive';
import { ImportError, type BadValue } from './import-error';
import { findJsonParts, lineOfSyntaxError, type JsonPart } from './json-lines';

export type ReadHead = ({ head: ArchiveHead; problems: null } | { head: null; problems: BadValue[] }) & {
  locate: (problem: FieldProblem) => BadValue;
};

/**
 * Reads everything except the memberships.
 * @param text the text of the file, with an empty list of memberships
 * @throws ImportError if the text is not in the format of `export`
 */
export function readArchiveHead(path: string, text: string): ReadHead {
  refuseNewer(path, text);
  const content = parseJson(path, text);
  const { Memberships, ...given } = requireArchive(path, content);
  if (!Array.isArray(Memberships)) throw notAnArchive(path, 'Memberships must be a list');
  const known = { chapter: idsIn(given.Chapters), extra: idsIn(given.Extras) };
  let parts: Map<string, JsonPart> | null = null;
  const locate = (problem: FieldProblem) => toBadValue(problem, (parts ??= findJsonParts(text)));
  const hasReferred = (to: Referred, id: number) => (to === 'chapter' || to === 'extra') && known[to].has(id);
  try {
    const head = readRecord(archiveHeadFields, given, { hasReferred });
    const twice = findRepeatedIds(head);
    if (twice.length > 0) throw new FieldError(twice);
    return { head, problems: null, locate };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return { head: null, problems: error.problems.map(locate), locate };
  }
}

function toBadValue({ path, value, reason }: FieldProblem, parts: Map<string, JsonPart>): BadValue {
  const [, name = '', index] = /^([^.[]*)(?:\[(\d+)\])?/.exec(path) ?? [];
  const part = parts.get(name);
  const line = (index === undefined ? null : part?.elements[Number(index)]) ?? part?.line ?? 1;
  return { line, column: path, value, reason };
}

/** The number of the format, from 1, is read before anything else, because a later format may have another layout. */
function refuseNewer(path: string, text: string): void {
  const [, format = '', version] = /^\s*\{\s*"Format"\s*:\s*"(chapterhouse-(\d{1,9}))"/.exec(text) ?? [];
  if (version === undefined || Number(version) <= archiveFormats.length) return;
  throw new ImportError(
    `${path} was written by a later release of Chapterhouse: its Format is "${format}", and this release reads up to "${archiveFormats.at(-1)}". Import it with that release or a later one`,
  );
}

/** @throws ImportError naming the line */
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw notWhole(path, error, lineOfSyntaxError(error, text));
  }
}

export function notWhole(path: string, error: SyntaxError, line: number | null): ImportError {
  return new ImportError(
    `${path} is not valid JSON${line === null ? '' : `: line ${line}`}: ${error.message}`,
  );
}

function requireArchive(path: string, content: unknown): Record<string, unknown> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw notAnArchive(path, 'it must be a JSON object');
  }
  const given: Record<string, unknown> = { ...content };
  if (!archiveFormats.some((format) => format === given.Format)) {
    throw notAnArchive(path, `Format must be ${archiveFormats.map((one) => `"${one}"`).join(' or ')}`);
  }
  for (const name of [...Object.keys(archiveHeadFields), 'Memberships']) {
    if (!Object.hasOwn(given, name)) throw notAnArchive(path, `${name} is missing`);
  }
  return given;
}

function notAnArchive(path: string, reason: string): ImportError {
  return new ImportError(`${path} is not a file that chapterhouse export wrote: ${reason}`);
}

function idsIn(list: unknown): Set<unknown> {
  const elements: unknown[] = Array.isArray(list) ? list : [];
  return new Set(
    elements.map((one) => (typeof one === 'object' && one !== null && 'ID' in one ? one.ID : undefined)),
  );
}

function findRepeatedIds(head: ArchiveHead): FieldProblem[] {
  const lists = {
    Chapters: head.chapters,
    Categories: head.categories,
    Extras: head.extras,
    Addons: head.addons,
    MembershipTypes: head.types,
  };
  return Object.entries(lists).flatMap(([name, records]) => {
    const ids = records.map(({ id }) => id);
    const seen = new Set<number>();
    return ids.flatMap((id, index) => {
      const isFirst = !seen.has(id);
      seen.add(id);
      return isFirst ? [] : { path: `${name}[${index}].ID`, value: String(id), reason: 'occurs twice' };
    });
  });
}
