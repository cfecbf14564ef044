/** Finds the line of a position in a JSON text. Errors name the line, because a person can find it in an editor. */

/** A named part of the outermost object, with its line and, for a list, the lines of its elements. */
export interface JsonPart {
  line: number;
  elements: number[];
}

/** The parts of a JSON text with one object. Lines count from 1. */
export function findJsonParts(text: string): Map<string, JsonPart> {
  const parts = new Map<string, JsonPart>();
  let [line, depth, lastText] = [1, 0, ''];
  let part: JsonPart | null = null;
  let isElementDue = false;
  for (const [token] of text.matchAll(tokens)) {
    if (token === '\n') line += 1;
    else if (depth === 1 && token === ':') {
      part = { line, elements: [] };
      parts.set(JSON.parse(lastText), part);
    } else {
      if (isElementDue && depth === 2 && token !== ']') part?.elements.push(line);
      isElementDue = (depth === 1 && token === '[') || (depth === 2 && token === ',');
      if (token === '{' || token === '[') depth += 1;
      else if (token === '}' || token === ']') depth -= 1;
      else lastText = token;
    }
  }
  return parts;
}

const tokens = /\n|[{}[\]:,]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\]:,"]+/gs;

/**
 * The line where `JSON.parse` failed. The message of the error gives a position or the surrounding text. null: the
 * message gives neither.
 */
export function lineOfSyntaxError({ message }: SyntaxError, text: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  const excerpt = /, (?:\.\.\.)?"(.+)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
  const at = position === undefined ? (excerpt === undefined ? -1 : text.indexOf(excerpt)) : Number(position);
  return at === -1 ? null : countLines(text.slice(0, at)) + 1;
}

/** The number of line breaks. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
