import { lookUp } from '@/lib/base/look-up';
import { archiveParts, peopleName } from '@/lib/transfer/archive/parts';
import { ImportError } from './import-error';
import { JsonPartsReader, type JsonElement } from './json-parts';
import { notWhole } from './read-archive-head';
import { readText } from './read-text';

export interface ArchiveElement {
  part: string;
  index: number;
  element: unknown;
  line: number;
}

export const membershipsName = 'Memberships';
/** Archives of earlier releases have the accounts of merged persons. They have ended (S4), so the list is not read. */
const formerName = 'MergedAccounts';
const fullOrder = [membershipsName, peopleName, ...Object.keys(archiveParts)];

/**
 * The elements of the requested lists in batches, starting with the memberships. Elements of other lists are not
 * parsed.
 * @param isFull whether the file is a full archive, which has more lists
 * @throws ImportError if the file is incomplete, or a list is missing or in the wrong place
 */
export async function* readArchiveElements(
  path: string,
  { isFull, isWanted }: { isFull: boolean; isWanted: (part: string) => boolean },
): AsyncGenerator<ArchiveElement[]> {
  const order = isFull ? fullOrder : [membershipsName];
  let elements: ArchiveElement[] = [];
  let next = 0;
  const reader = new JsonPartsReader(({ part, index, text, line }: JsonElement) => {
    if (index !== null) {
      if (isWanted(part)) elements.push({ part, index, element: JSON.parse(text), line });
    } else if ((next > 0 || part === membershipsName) && part !== formerName) {
      while (order[next] !== part && isLater(order[next])) next += 1;
      const expected = order[next];
      if (part !== expected) throw misplaced(path, { part, line, expected });
      next += 1;
    }
  });
  for await (const piece of readText(path, null)) {
    orImportError(() => reader.push(piece));
    if (elements.length > 0) yield elements;
    elements = [];
  }
  orImportError(() => reader.end());
  const missing = order.slice(next).find((part) => !isLater(part));
  if (missing !== undefined) {
    throw new ImportError(`${path} is not a file that chapterhouse export wrote: ${missing} is missing`);
  }

  function orImportError(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw notWhole(path, error, reader.line);
    }
  }
}

function isLater(part: string | undefined): boolean {
  return part !== undefined && lookUp(archiveParts, part)?.isLater === true;
}

function misplaced(
  path: string,
  { part, line, expected }: { part: string; line: number; expected: string | undefined },
): ImportError {
  const reason = expected === undefined ? 'it is not a known list' : `${expected} must be here`;
  return new ImportError(
    `${path} is not a file that chapterhouse export wrote: line ${line}, ${JSON.stringify(part)}: ${reason}`,
  );
}
