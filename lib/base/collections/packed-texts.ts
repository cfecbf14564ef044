/**
 * Texts outside JavaScript's heap. With a hundred thousand texts in the heap, garbage collection would delay every
 * request.
 */
export interface PackedTexts {
  /** @returns the number of the text: 0, 1, 2 and so on */
  add(text: string): number;
  /** Adds texts that follow one another in `bytes`, without a copy: the caller must not change `bytes` any more. */
  addAll(bytes: Buffer, lengths: Iterable<number>): void;
  /**
   * The text as UTF-8.
   * @throws RangeError if no text has this number
   */
  bytesAt(number: number): Buffer;
}

// A single growing buffer would be copied again and again, tens of megabytes at a time.
const pieceBytes = 1 << 20;
const spansAtOnce = 1024;

export function createPackedTexts(): PackedTexts {
  const pieces: Buffer[] = [];
  let used = pieceBytes;
  let count = 0;
  // The piece, start and end of each text. Each array is for 1,024 texts.
  const spans: Uint32Array[] = [];
  const addSpan = (start: number, end: number) => {
    if (count % spansAtOnce === 0) spans.push(new Uint32Array(3 * spansAtOnce));
    spans.at(-1)?.set([pieces.length - 1, start, end], 3 * (count % spansAtOnce));
    used = end;
    return count++;
  };
  return {
    add(text) {
      const length = Buffer.byteLength(text);
      if (used + length > (pieces.at(-1)?.length ?? 0)) {
        pieces.push(Buffer.allocUnsafeSlow(Math.max(pieceBytes, length)));
        used = 0;
      }
      pieces.at(-1)?.write(text, used);
      return addSpan(used, used + length);
    },
    addAll(bytes, lengths) {
      pieces.push(bytes);
      used = 0;
      for (const length of lengths) addSpan(used, used + length);
      // The next text needs a piece of its own, so that `bytes` stays unchanged.
      used = bytes.length;
    },
    bytesAt(number) {
      const own = number >= 0 && number < count ? spans[Math.floor(number / spansAtOnce)] : undefined;
      const at = 3 * (number % spansAtOnce);
      const piece = pieces[own?.[at] ?? -1];
      if (own === undefined || piece === undefined) throw new RangeError(`There is no text ${number}`);
      return piece.subarray(own[at + 1], own[at + 2]);
    },
  };
}
