import { escapeHtml } from '@/lib/escape-html';

/** HTML in which every value is escaped. */
export type Html = string;

export function section(title: string, parts: readonly Html[]): Html {
  const content = parts.filter((part) => part !== '').join('\n');
  return `<section>\n<h2>${escapeHtml(title)}</h2>\n${content || none}\n</section>`;
}

const none = '<p class="none">Nothing is stored.</p>';

/** Returns an empty text if there are no rows. */
export function table(headers: readonly string[], rows: readonly (readonly string[])[]): Html {
  if (rows.length === 0) return '';
  const head = headers.map((header) => `<th scope="col">${escapeHtml(header)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

/**
 * A table with a row for each value that is not empty. Each row has the name of the field in the JSON. Returns an empty
 * text if there are no values.
 */
export function facts(values: object): Html {
  const rows = flatten(values);
  if (rows.length === 0) return '';
  const lines = rows.map(
    ([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

export function list(items: readonly string[]): Html {
  return `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

/** A list has one line for each element. The fields of an object are on one line, separated by semicolons. */
export function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(toText).join('\n');
  return flatten(value)
    .map(([name, text]) => `${name}: ${text}`)
    .join('; ');
}

function flatten(values: object, prefix = ''): [string, string][] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    if (typeof value === 'object' && !Array.isArray(value)) return flatten(value, `${prefix}${name}.`);
    return [[prefix + name, toText(value)]];
  });
}
