import { Unzip, UnzipInflate } from 'fflate';
import type { ImportContext } from './import-context';
import { ImportError } from './import-error';

/** A sheet of 100,000 rows with 28 columns needs about 150 MB when it is unpacked. */
const maxUnpackedBytes = 512 * 1024 * 1024;

/**
 * The XML files of an Excel file, by their path. The archive is unpacked piece by piece and the bytes are counted,
 * because the sizes that the archive states may be wrong.
 * @throws ImportError if the archive is damaged, or larger than a real workbook
 */
export function unpackWorkbook(
  bytes: Uint8Array,
  path: string,
  onProgress: ImportContext['onProgress'],
): Map<string, string> {
  const files = new Map<string, string>();
  let unpacked = 0;
  const unzip = new Unzip((file) => {
    const isRead = /\.(xml|rels)$/.test(file.name);
    const pieces: Uint8Array[] = [];
    file.ondata = (error, data, isLast) => {
      // `fflate` catches an error that this function throws, and calls the function again with that error.
      if (error instanceof ImportError) throw error;
      if (error !== null) throw new ImportError(`${path} is damaged: ${error.message}`);
      unpacked += data.length;
      if (unpacked > maxUnpackedBytes)
        throw new ImportError(`${path} is too large: unpacked, it has more than 512 MB`);
      if (!isRead) return;
      pieces.push(data);
      if (isLast) files.set(file.name, new TextDecoder().decode(Buffer.concat(pieces)));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const piece = 64 * 1024;
  for (let from = 0; from < bytes.length; from += piece) {
    onProgress?.({ phase: 'opening', done: toKb(from), total: toKb(bytes.length) });
    try {
      unzip.push(bytes.subarray(from, from + piece), from + piece >= bytes.length);
    } catch (error) {
      if (error instanceof ImportError) throw error;
      throw new ImportError(`${path} is damaged: it cannot be unpacked`);
    }
  }
  return files;
}

function toKb(count: number): number {
  return Math.ceil(count / 1000);
}
