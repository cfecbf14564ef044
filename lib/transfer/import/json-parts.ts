/**
 * Extracts the elements of the lists in one JSON object while its text arrives. Only one element is in memory at a
 * time.
 */
import { countLines } from './json-lines';

/** A record is a few kB long. A much longer one is not valid. */
const maxElementLength = 4_000_000;

export interface JsonElement {
  part: string;
  /** The element's position in the list. null: this is not an element, but the beginning of a part. */
  index: number | null;
  /** '' for the start of a part. */
  text: string;
  line: number;
}

/**
 * Calls `each` for the beginning of every part, and for every element of a part that is a list. Elements are not
 * parsed; everything else must have the form of JSON.
 */
export class JsonPartsReader {
  line = 1;
  readonly #each: (element: JsonElement) => void;
  #rest = '';
  #scanned = 0;
  /** Where the current element or name begins. The text before it is no longer needed. */
  #start = 0;
  #depth = 0;
  #isInString = false;
  #isClosed = false;
  #part: { name: string; isList: boolean; index: number } | null = null;
  /**
   * The last text in quotation marks at the outermost level of the object. If a colon follows, the text is the name of
   * a property.
   */
  #lastText = '';

  constructor(each: (element: JsonElement) => void) {
    this.#each = each;
  }

  /** @throws SyntaxError if the text is not a JSON object, or has an element longer than 4 MB */
  push(text: string): void {
    this.#rest += text;
    let at = this.#scanned;
    while (at < this.#rest.length) {
      if (this.#isInString) {
        const quote = this.#endOfString(at);
        if (quote === -1) break;
        this.#isInString = false;
        at = quote + 1;
        if (this.#depth === 1) this.#lastText = this.#rest.slice(this.#start, at);
        continue;
      }
      if (this.#depth === 0 || isBracketOrSign(this.#rest.charCodeAt(at))) this.#take(at);
      at += 1;
    }
    if (this.#depth <= 1 && !this.#isInString) this.#forget(at);
    this.#rest = this.#rest.slice(this.#start);
    this.#scanned = this.#isInString ? this.#rest.length : at - this.#start;
    this.#start = 0;
    if (this.#rest.length > maxElementLength) throw new SyntaxError('An element is too long');
  }

  /** @throws SyntaxError if the object is not closed */
  end(): void {
    if (!this.#isClosed) throw new SyntaxError('The file ends before its last bracket');
  }

  /** The end of the string that the scan is in. -1: it has not arrived yet. */
  #endOfString(from: number): number {
    const rest = this.#rest;
    for (let quote = rest.indexOf('"', from); quote !== -1; quote = rest.indexOf('"', quote + 1)) {
      let backslashes = 0;
      while (rest.charCodeAt(quote - 1 - backslashes) === backslash) backslashes += 1;
      if (backslashes % 2 === 0) return quote;
    }
    return -1;
  }

  #take(at: number): void {
    const code = this.#rest.charCodeAt(at);
    if (this.#depth === 0) {
      if (code > space && (code !== openBrace || this.#isClosed))
        throw new SyntaxError('It is not one JSON object');
      if (code === openBrace) this.#depth = 1;
      return;
    }
    if (code === doubleQuote) {
      if (this.#depth === 1) this.#forget(at);
      this.#isInString = true;
    } else if (code === openBrace || code === openBracket) this.#open(at, code === openBracket);
    else if (code === closeBrace || code === closeBracket) this.#close(at, code);
    else if (code === colon && this.#depth === 1) this.#begin(at);
    else if (code === comma && this.#depth === 2 && this.#part?.isList) this.#element(at);
  }

  #begin(at: number): void {
    // The last text must be a JSON string. Otherwise JSON.parse throws an error.
    const name: unknown = JSON.parse(this.#lastText);
    this.#part = { name: String(name), isList: false, index: 0 };
    this.#forget(at);
    this.#each({ part: this.#part.name, index: null, text: '', line: this.line });
  }

  #open(at: number, isList: boolean): void {
    this.#depth += 1;
    if (this.#depth !== 2 || this.#part === null) return;
    this.#part.isList = isList;
    this.#forget(at + 1);
  }

  #close(at: number, code: number): void {
    const isListEnd = this.#depth === 2 && this.#part?.isList === true;
    if (this.#depth <= 2 && (code === closeBracket) !== isListEnd)
      throw new SyntaxError('A bracket is wrong');
    if (isListEnd && (this.#part?.index !== 0 || this.#rest.slice(this.#start, at).trim() !== ''))
      this.#element(at);
    this.#depth -= 1;
    if (this.#depth <= 1) this.#forget(at + 1);
    if (this.#depth === 0) this.#isClosed = true;
  }

  #element(at: number): void {
    if (this.#part === null) return;
    const text = this.#rest.slice(this.#start, at);
    const { name: part, index } = this.#part;
    this.#each({ part, index, text, line: this.line + countLines(text.slice(0, text.search(/\S|$/))) });
    this.#part.index += 1;
    this.#forget(at + 1);
  }

  #forget(at: number): void {
    this.line += countLines(this.#rest.slice(this.#start, at));
    this.#start = at;
  }
}

/** All other characters are skipped quickly. */
function isBracketOrSign(code: number): boolean {
  return (
    code === doubleQuote ||
    code === comma ||
    code === colon ||
    code === openBrace ||
    code === closeBrace ||
    code === openBracket ||
    code === closeBracket
  );
}

const [space, doubleQuote, comma, colon, backslash] = [0x20, 0x22, 0x2c, 0x3a, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
