/** Pages that the association writes for its members. */
import { field, type Kind } from './field';
import { refuse } from './field-error';
import { recordId } from './number-kinds';
import { pattern, requiredLine, text } from './text-kinds';

/** About fifteen printed pages. */
export const maxPageText = 50_000;
export const maxPageTitle = 200;
export const maxPages = 200;
export const maxFilesOfPage = 10;
export const maxFileBytes = 5 * 1024 * 1024;

/** A download of a page. `hash`: the SHA-256 of its content, under which it is stored. */
export interface PageFile {
  hash: string;
  bytes: number;
  name: string;
}

const filePattern = /^([0-9a-f]{64}) (\d{1,8}) (\S.{0,149})$/u;

/** @param lines one download in each: its hash, its size in bytes and its name */
export function readPageFiles(lines: string): PageFile[] {
  return lines.split('\n').flatMap((line) => {
    const [, hash, bytes, name] = filePattern.exec(line) ?? [];
    return hash === undefined || name === undefined ? [] : [{ hash, bytes: Number(bytes), name }];
  });
}

export function writePageFiles(files: readonly PageFile[]): string {
  return files.map(({ hash, bytes, name }) => `${hash} ${bytes} ${name}`).join('\n');
}

const files: Kind<string> = {
  ...text(2_500),
  read(value, context) {
    const lines = text(2_500).read(value, context);
    const found = readPageFiles(lines);
    if (found.length <= maxFilesOfPage && writePageFiles(found) === lines) return lines;
    return refuse(value, `must be at most ${maxFilesOfPage} lines with a hash, a size and a name`);
  },
};

/**
 * Who reads a page. `committee`: the organisation's own committee, with an ID that of a chapter. Nobody reads a page for
 * a type or chapter that no longer exists.
 */
export const audiencePattern = /^(members|committee|(?:type|chapter|committee) [1-9]\d{0,14})$/;

export const pageFields = {
  ID: field('id', recordId),
  Title: field('title', requiredLine(maxPageTitle)),
  Text: field('text', text(maxPageText)),
  Audience: field('audience', {
    ...pattern(
      audiencePattern,
      'must be "members", "committee", or "type", "chapter" or "committee" with an ID',
    ),
    blank: 'members',
  }),
  Files: field('files', files),
};
