/** Splits a cell as `splitElements` does, and removes duplicates. */
export function splitList(cell: string, options: { separators: string }): string[] {
  return [...new Set(splitElements(cell, options))];
}

/**
 * Returns trimmed elements and leaves out empty ones. A backslash escapes a separator or a backslash: `Sports\; Hands`
 * is one element.
 */
export function splitElements(cell: string, { separators }: { separators: string }): string[] {
  const isSeparator = (mark: string) => mark === '\n' || separators.includes(mark);
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < cell.length; at += 1) {
    const mark = cell.charAt(at);
    const next = cell.charAt(at + 1);
    if (mark === '\\' && next !== '' && (next === '\\' || isSeparator(next))) {
      part += next;
      at += 1;
    } else if (isSeparator(mark)) {
      parts.push(part);
      part = '';
    } else part += mark;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}

/** The opposite of `splitList` with the usual separators. */
export function joinList(elements: readonly string[]): string {
  return elements.map((one) => one.replace(/[\\;|\n]/g, '\\$&')).join('; ');
}
