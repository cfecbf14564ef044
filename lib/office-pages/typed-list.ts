/**
 * A list as people type it: on several lines, or on one line with semicolons or commas between. Web addresses may contain
 * commas, so a comma separates them only before the next address.
 */
export function typedList(text: string): string[] {
  const lines = trimmed(text.split('\n'));
  const [line = ''] = lines;
  if (lines.length > 1) return lines;
  if (line.includes('://')) return trimmed(line.split(/[\s,;]+(?=\w+:\/\/)/));
  return trimmed(line.split(line.includes(';') ? ';' : ','));
}

function trimmed(parts: readonly string[]): string[] {
  return parts.map((one) => one.trim().replace(/\s*[,;]$/, '')).filter((one) => one !== '');
}
