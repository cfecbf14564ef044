import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that wait in memory for one client. Further ones go to a file. */
const maxMemoryBytes = 512 * 1024;
const readBytes = 128 * 1024;

/**
 * A buffer between a fast writer and a slow reader. The bytes are in memory while the reader is fast enough. Otherwise,
 * they are in a file that only this process can open. The system deletes the file when the process ends. There is one
 * writer and one reader. Each of them waits until a call has ended before it makes the next call.
 */
export class Spool {
  readonly #openFile: () => Promise<FileHandle>;
  readonly #memory: Uint8Array[] = [];
  #memoryBytes = 0;
  #file: FileHandle | null = null;
  /** The file between these two positions has not been read yet. */
  #readTo = 0;
  #writtenTo = 0;
  #state: 'open' | 'ended' | 'closed' = 'open';
  #failure: Error | null = null;
  #wakeReader: () => void = () => undefined;

  constructor(openFile: () => Promise<FileHandle>) {
    this.#openFile = openFile;
  }

  /** false: the reader has disconnected, so stop writing. */
  async write(bytes: Uint8Array): Promise<boolean> {
    if (this.#state === 'closed') return false;
    const isFileRead = this.#readTo === this.#writtenTo;
    if (isFileRead && this.#memoryBytes + bytes.length <= maxMemoryBytes) {
      this.#memory.push(bytes);
      this.#memoryBytes += bytes.length;
    } else {
      if (isFileRead) this.#readTo = this.#writtenTo = 0;
      await this.#writeFile(bytes);
    }
    this.#wakeReader();
    return this.#hasReader();
  }

  end(): void {
    if (this.#state === 'open') this.#state = 'ended';
    this.#wakeReader();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.#wakeReader();
  }

  async read(): Promise<Uint8Array | null> {
    for (;;) {
      if (this.#failure !== null) throw this.#failure;
      // The bytes in memory are older than those in the file.
      const first = this.#memory.shift();
      if (first !== undefined) {
        this.#memoryBytes -= first.length;
        return first;
      }
      if (this.#readTo < this.#writtenTo && this.#file !== null) return this.#readFile(this.#file);
      if (this.#state !== 'open') return null;
      await new Promise<void>((resolve) => (this.#wakeReader = resolve));
    }
  }

  async close(): Promise<void> {
    this.#state = 'closed';
    this.#memory.length = 0;
    this.#memoryBytes = 0;
    this.#readTo = this.#writtenTo = 0;
    this.#wakeReader();
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }

  #hasReader(): boolean {
    return this.#state !== 'closed';
  }

  async #writeFile(bytes: Uint8Array): Promise<void> {
    const file = this.#file ?? (await this.#openFile());
    if (!this.#hasReader()) return this.#file === file ? undefined : file.close();
    this.#file = file;
    for (let from = 0; from < bytes.length && this.#hasReader();) {
      const position = this.#writtenTo;
      const { bytesWritten } = await file.write(bytes, from, bytes.length - from, position);
      from += bytesWritten;
      if (this.#hasReader()) this.#writtenTo = position + bytesWritten;
    }
  }

  async #readFile(file: FileHandle): Promise<Uint8Array | null> {
    const length = Math.min(readBytes, this.#writtenTo - this.#readTo);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, this.#readTo);
    if (!this.#hasReader()) return null;
    if (bytesRead === 0) throw new Error('the file of a list is shorter than what was written');
    this.#readTo += bytesRead;
    return buffer.subarray(0, bytesRead);
  }
}

/**
 * Opens a new file that only its owner may read. The file's name is deleted at once, so that nobody else can open the
 * file.
 */
export async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `.list-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
