import { open } from 'node:fs/promises';
import { ImportError } from './import-error';
import { readText } from './read-text';

export interface DetectedEncoding {
  /** null: UTF-8, or UTF-16 with a byte-order mark. */
  encoding: string | null;
  /** If the encoding is a guess: some words that look different in another encoding. */
  guessedWords: string[];
}

/** Encodings in which programs save text files that are not Unicode. If several fit equally, the first is used. */
const olderEncodings = ['windows-1252', 'macintosh', 'windows-1250'] as const;
/** As much of the file as is compared. */
const comparedBytes = 4 * 1024 * 1024;
const maxWords = 5;

/**
 * The encoding of the whole file. A file with letters in UTF-8 is in UTF-8, even if a few of its rows are not: these
 * rows are reported when they are read.
 * @throws ImportError if the file cannot be read
 */
export async function detectEncoding(path: string): Promise<DetectedEncoding> {
  try {
    for await (const text of readText(path, null)) void text;
    return { encoding: null, guessedWords: [] };
  } catch (error) {
    if (!(error instanceof ImportError) || error.code !== 'encoding') throw error;
  }
  const bytes = await readStart(path);
  const unicode = new TextDecoder().decode(bytes);
  const broken = unicode.split('\ufffd').length - 1;
  const letters = unicode.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  // Two bytes of another encoding are rarely a letter in UTF-8.
  if (letters * 3 > broken) return { encoding: 'utf-8', guessedWords: [] };
  const texts = olderEncodings.map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes);
    return { encoding, text, score: plausibility(text) };
  });
  const best = texts.reduce((first, one) => (one.score > first.score ? one : first));
  const words = best.text.match(/[\p{L}\p{M}'’]*[^\s\x00-\x7f][^\s,;|"]*/gu) ?? [];
  return { encoding: best.encoding, guessedWords: [...new Set(words)].slice(0, maxWords) };
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(comparedBytes), 0, comparedBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** How much the letters outside ASCII are where words have them: `René` is plausible, `RenŽ` and `Ren\u008e` are not. */
function plausibility(text: string): number {
  let score = 0;
  for (const { 0: mark, index } of text.matchAll(/[\u0080-\uffff]/g)) {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + 1);
    const isInWord = /\p{L}/u.test(before) || /\p{L}/u.test(after);
    if (/\p{Ll}/u.test(mark)) score += 1;
    else if (/\p{Lu}/u.test(mark)) score += /\p{Ll}/u.test(before) ? -2 : 1;
    else if (/[\u0080-\u009f]/.test(mark)) score -= 2;
    else if (/[\u2019\u2013]/.test(mark)) score += 1;
    else if (isInWord) score -= 2;
  }
  return score;
}
