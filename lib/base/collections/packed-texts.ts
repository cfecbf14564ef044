/**
 * Texts outside JavaScript's heap. With a hundred thousand texts in the heap, garbage collection would delay every
 * request.
 */
export interface PackedTexts {
  /** @returns the number of the text: 0, 1, 2 and so on */
  add(text: string): number;
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
  return {
    add(text) {
      const length = Buffer.byteLength(text);
      if (used + length > (pieces.at(-1)?.length ?? 0)) {
        pieces.push(Buffer.allocUnsafeSlow(Math.max(pieceBytes, length)));
        used = 0;
      }
      pieces.at(-1)?.write(text, used);
      if (count % spansAtOnce === 0) spans.push(new Uint32Array(3 * spansAtOnce));
      spans.at(-1)?.set([pieces.length - 1, used, used + length], 3 * (count % spansAtOnce));
      used += length;
      return count++;
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
