import type { Kind } from './field';
import { refuse } from './field-error';
import { text, toWebAddress } from './text-kinds';

export interface FooterLink {
  text: string;
  url: string;
}

const most = 12;
const longest = 80;

/** Each line has one link: the link's text, a space, and an http or https address. */
export const footerLinks: Kind<string> = {
  ...text(4000),
  read(value, context) {
    const given = text(4000).read(value, context);
    const lines = linesOf(given);
    if (lines.length > most)
      return refuse(value, `must have at most ${most} links; this has ${lines.length}`);
    for (const line of lines) {
      if (parseLink(line) === null)
        refuse(line, `must be a text of at most ${longest} characters, a space and an http or https address`);
    }
    return lines.join('\n');
  },
};

/** Lines that are not links are left out. */
export function parseFooterLinks(lines: string): FooterLink[] {
  return linesOf(lines).flatMap((line) => parseLink(line) ?? []);
}

function linesOf(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function parseLink(line: string): FooterLink | null {
  const [, name = '', address = ''] = /^(.*\S)\s+(https?:\/\/\S+)$/i.exec(line) ?? [];
  const url = name === '' || name.length > longest ? null : toWebAddress(address);
  return url === null ? null : { text: name, url };
}
