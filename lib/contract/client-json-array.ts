/** Extracts the elements of a JSON array while it arrives, so that only one element is in memory at a time. */

// The limit stops a response whose element never ends. A usual element is a member's record of a few kB.
const maxElementLength = 4_000_000;

export interface JsonArrayReader {
  /** @throws SyntaxError when the text is not a JSON array, or has an element that is invalid or longer than 4 MB */
  push(text: string): void;
  /** @throws SyntaxError when the array is not closed */
  end(): void;
}

/** Calls `each` for every complete element, with the parsed element and its JSON text. */
export function createJsonArrayReader(each: (element: unknown, text: string) => void): JsonArrayReader {
  let rest = '';
  let scanned = 0;
  let depth = 0;
  let isInString = false;
  let isClosed = false;
  let isFirst = true;

  const take = (from: number, to: number, closes: boolean) => {
    const element = rest.slice(from, to);
    if (!(closes && isFirst && element.trim() === '')) each(JSON.parse(element), element);
    isFirst = false;
  };

  const endOfString = (from: number): number => {
    for (let quote = rest.indexOf('"', from); quote !== -1; quote = rest.indexOf('"', quote + 1)) {
      let backslashes = 0;
      while (rest.charCodeAt(quote - 1 - backslashes) === backslash) backslashes += 1;
      if (backslashes % 2 === 0) return quote;
    }
    return -1;
  };

  const scan = () => {
    let start = 0;
    let at = scanned;
    while (at < rest.length) {
      if (isInString) {
        const quote = endOfString(at);
        if (quote === -1) break;
        isInString = false;
        at = quote + 1;
        continue;
      }
      const code = rest.charCodeAt(at);
      if (isClosed || depth === 0) {
        if (code === openBracket && !isClosed) [depth, start] = [1, at + 1];
        else if (code > space) throw new SyntaxError('The response is not one JSON array');
      } else if (code === doubleQuote) isInString = true;
      else if (code === openBrace || code === openBracket) depth += 1;
      else if (code === closeBrace || code === closeBracket) {
        depth -= 1;
        if (depth === 0) {
          if (code !== closeBracket) throw new SyntaxError('The response is not one JSON array');
          take(start, at, true);
          [isClosed, start] = [true, at + 1];
        }
      } else if (code === comma && depth === 1) {
        take(start, at, false);
        start = at + 1;
      }
      at += 1;
    }
    rest = rest.slice(start);
    scanned = Math.max(0, at - start);
  };

  return {
    push(text) {
      rest += text;
      // An unfinished string is not scanned again when the next text arrives.
      scan();
      if (isInString) scanned = rest.length;
      if (rest.length > maxElementLength) throw new SyntaxError('An element of the response is too long');
    },
    end() {
      if (!isClosed) throw new SyntaxError('The response ends before its array does');
    },
  };
}

const [space, doubleQuote, comma, backslash] = [0x20, 0x22, 0x2c, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
