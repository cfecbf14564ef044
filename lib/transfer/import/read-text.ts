import { open, stat } from 'node:fs/promises';
import { ImportError } from './import-error';

/**
 * The size of a chunk in bytes. One read from the disk gets one chunk. The rows of a chunk are imported together.
 * Chunks are small, so that they are garbage-collected early.
 */
const chunkBytes = 16 * 1024;

/**
 * Reads a text file in chunks, decoded and without the byte-order mark. `encoding` null: UTF-16 if the file begins with
 * its byte-order mark, otherwise UTF-8.
 * @throws ImportError if the path is not a file, or the file is empty, binary or not in the encoding
 */
export async function* readText(path: string, encoding: string | null): AsyncGenerator<string> {
  await requireFile(path);
  const file = await open(path);
  try {
    let decoder: TextDecoder | null = null;
    let offset = 0;
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(chunkBytes), 0, chunkBytes, offset);
      const bytes = buffer.subarray(0, bytesRead);
      decoder ??= decoderFor(bytes, encoding, path);
      offset += bytesRead;
      const text = decode(decoder, bytes, { isLast: bytesRead === 0, path, isGiven: encoding !== null });
      if (text !== '') yield text;
      if (bytesRead === 0) return;
    }
  } finally {
    await file.close();
  }
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw new ImportError(`${path} cannot be read: ${error.message}`);
  });
  if (found === null) throw new ImportError(`There is no file ${path}`);
  if (found.isDirectory()) throw new ImportError(`${path} is a folder, not a file`);
  if (found.size === 0) throw new ImportError(`${path} is empty`);
}

function decoderFor(start: Uint8Array, encoding: string | null, path: string): TextDecoder {
  if (encoding !== null) return namedDecoder(encoding);
  if (start[0] === 0xff && start[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (start[0] === 0xfe && start[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  if (start.includes(0)) {
    throw new ImportError(
      `${path} is not a text file: save the spreadsheet as .xlsx or CSV first; for UTF-16 add --encoding utf-16le`,
    );
  }
  return new TextDecoder('utf-8', { fatal: true });
}

/**
 * UTF-8 with a few wrong bytes is read, with U+FFFD in their place: the rows with it are reported. In other encodings, a
 * wrong byte means that the encoding is wrong.
 */
function namedDecoder(encoding: string): TextDecoder {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return decoder.encoding === 'utf-8' ? new TextDecoder('utf-8') : decoder;
  } catch {
    throw new ImportError(
      `--encoding "${encoding}" is not known. Use, for example, windows-1252, iso-8859-1 or utf-16le`,
    );
  }
}

function decode(
  decoder: TextDecoder,
  bytes: Uint8Array,
  { isLast, path, isGiven }: { isLast: boolean; path: string; isGiven: boolean },
): string {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    throw new ImportError(
      isGiven
        ? `${path} is not in ${decoder.encoding}: give its encoding with --encoding NAME`
        : `${path} is not in UTF-8: give its encoding with --encoding NAME (often --encoding windows-1252)`,
      'encoding',
    );
  }
}
