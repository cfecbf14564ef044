import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { hasCode } from '@/lib/base/error-code';
import { uploadFiles, uploadsFolder } from '@/lib/contract/office-rights/imports';

/** A larger workbook is deleted without being read. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/**
 * Deletes uploads that contain one of the email addresses, or all words of one of the names. A file that cannot be read
 * with certainty is deleted too. If there is nothing to search for, all uploads are deleted. Any upload is deleted
 * after a day anyway.
 * @param emails the addresses; like `names`, they may be in upper or lower case
 */
export async function eraseUploads(
  dataDir: string,
  { emails, names }: { emails: readonly string[]; names: readonly string[] },
): Promise<void> {
  const wanted = [
    ...emails.map((email) => [comparable(email)]),
    ...names.map((name) => comparable(name).split(' ')),
  ];
  const searched = wanted
    .map((words) => words.filter((word) => word !== ''))
    .filter((words) => words.length > 0);
  for (const id of await namesIn(join(dataDir, uploadsFolder))) {
    const folder = join(dataDir, uploadsFolder, id);
    const text = await readUpload(join(folder, uploadFiles.content));
    const mayHave =
      text === null ||
      searched.length === 0 ||
      searched.some((words) => words.every((word) => text.includes(word)));
    if (mayHave) await rm(folder, { recursive: true, force: true });
  }
}

/** null: the upload cannot be read with certainty. */
async function readUpload(file: string): Promise<string | null> {
  try {
    const bytes = await readFile(file);
    const isPacked = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
    return comparable(isPacked ? unpacked(bytes) : decoded(bytes));
  } catch {
    return null;
  }
}

function decoded(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = !isUtf16 ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

/** Returns the text of a workbook without XML tags. */
function unpacked(bytes: Uint8Array): string {
  let size = 0;
  const files = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      size += originalSize;
      if (size > maxUnpackedBytes) throw new Error('the workbook is too large to be searched');
      return true;
    },
  });
  const codes = new Map([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
  ]);
  return (
    Object.values(files)
      .map((file) => strFromU8(file))
      .join(' ')
      .replace(/<\/(?:si|c|row)>/g, ' ')
      // The pattern stops at each `<`. Otherwise a text with many `<` would take quadratic time.
      .replace(/<[^<>]*>/g, '')
      .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
      .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
      .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => codes.get(name) ?? ' ')
  );
}

function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
