/** Texts outside JavaScript's heap: collecting a hundred thousand there would hold up every request. */
export interface PackedTexts {
  /** The text's number: 0, 1, 2 and so on. */
  add(text: string): number;
  /** The text with a number, as UTF-8. @throws RangeError if there is none */
  bytesAt(number: number): Buffer;
}

// A single growing buffer would be copied again and again, tens of megabytes at a time.
const pieceBytes = 1 << 20;

export function createPackedTexts(): PackedTexts {
  const pieces: Buffer[] = [];
  let used = pieceBytes;
  let count = 0;
  // For each text: its piece, and its start and end in it.
  let spans = new Uint32Array(3 * 1024);
  return {
    add(text) {
      const length = Buffer.byteLength(text);
      if (used + length > (pieces.at(-1)?.length ?? 0)) {
        pieces.push(Buffer.allocUnsafeSlow(Math.max(pieceBytes, length)));
        used = 0;
      }
      pieces.at(-1)?.write(text, used);
      if (3 * count === spans.length) {
        const larger = new Uint32Array(2 * spans.length);
        larger.set(spans);
        spans = larger;
      }
      spans.set([pieces.length - 1, used, used + length], 3 * count);
      used += length;
      return count++;
    },
    bytesAt(number) {
      const piece = number >= 0 && number < count ? pieces[spans[3 * number] ?? 0] : undefined;
      if (piece === undefined) throw new RangeError(`There is no text ${number}`);
      return piece.subarray(spans[3 * number + 1], spans[3 * number + 2]);
    },
  };
}
