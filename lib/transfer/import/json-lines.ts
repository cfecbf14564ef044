/** A named part of the outermost object, with its line and, for a list, the lines of its elements. */
export interface JsonPart {
  line: number;
  elements: number[];
}

/** Finds the parts of a JSON text with one object. Lines count from 1. */
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
 * Finds the line from the error's message, which gives a position or the surrounding text. null: the message gives
 * neither.
 */
export function lineOfSyntaxError({ message }: SyntaxError, text: string): number | null {
  const position = /position (\d+)/.exec(message)?.[1];
  const excerpt = /, (?:\.\.\.)?"(.+)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
  const at = position === undefined ? (excerpt === undefined ? -1 : text.indexOf(excerpt)) : Number(position);
  return at === -1 ? null : countLines(text.slice(0, at)) + 1;
}

export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
