/** The email loads nothing from a server, so nobody learns whether an email was opened. */
import { escapeHtml } from '@/lib/base/escape-html';
import { fontFamily } from '@/lib/base/fonts';
import type { MailLink } from '@/lib/base/mail-link';
import { locale } from '@/lib/messages/locale';
import { palette } from '@/lib/base/palette';
import { accentShades, type Theme } from '@/lib/base/theme';

export interface MailAppearance extends Theme {
  name: string;
  contactEmail: string | null;
}

interface Content {
  subject: string;
  text: string;
  links: readonly MailLink[];
}

/** @param logo the address of the logo's bytes, such as `cid:`. null: the name is shown instead */
export function mailHtml(
  content: Content,
  { look, logo }: { look: MailAppearance; logo: string | null },
): string {
  const light = colours(look, 'light');
  const end = content.text.lastIndexOf('\n-- \n');
  const [body, signature] =
    end === -1 ? [content.text, ''] : [content.text.slice(0, end), content.text.slice(end + 5)];
  const name = escapeHtml(look.name);
  const paragraphs = (text: string) => toParagraphs(text, content.links, light);
  return `<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject.replace(/\s+/g, ' '))}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){${darkRules(colours(look, 'dark'))}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.canvas};color:${light.ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="page" align="center" style="padding:16px;background:${light.canvas}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="max-width:600px;${textStyle(look)}">
<tr><td class="sheet" align="left" style="padding:20px;background:${light.surface};color:${light.ink};
border:1px solid ${light.line};border-top:4px solid ${light.fill};border-radius:8px;overflow-wrap:anywhere;word-break:break-word">
${logo === null ? `<p style="margin:0 0 20px;font-size:18px;font-weight:bold">${name}</p>` : logoHtml(logo, name)}
${paragraphs(body)}
</td></tr>
<tr><td class="soft" align="left" style="padding:16px 20px;color:${light.soft};font-size:14px;overflow-wrap:anywhere">
${paragraphs(signature)}
<p style="margin:0">${[name, contactHtml(look, light)].filter((part) => part !== '').join('<br>')}</p>
</td></tr>
</table>
</td>
</tr></table>
</body>
</html>
`;
}

type Colours = ReturnType<typeof colours>;

function colours({ colour }: MailAppearance, scheme: 'light' | 'dark') {
  const { accent, fill, onFill } = accentShades(colour)[scheme];
  const { canvas, surface, ink, 'ink-soft': soft, line } = palette[scheme];
  return { accent, fill, onFill, canvas, surface, ink, soft, line };
}

/** In dark mode, mail programs use these colours, and ignore the inline colours. */
function darkRules({ accent, fill, onFill, canvas, surface, ink, soft, line }: Colours): string {
  return [
    `.page{background:${canvas}!important;color:${ink}!important}`,
    `.sheet{background:${surface}!important;color:${ink}!important;border-color:${line}!important;border-top-color:${fill}!important}`,
    `.soft{color:${soft}!important}`,
    `.link{color:${accent}!important}`,
    `.button{background:${fill}!important;color:${onFill}!important}`,
  ].join('\n');
}

/** Fonts are not loaded. If the reader does not have the first font, the next one in the list is used. */
function textStyle({ font }: Theme): string {
  return `font-family:${fontFamily(font)};font-size:16px;line-height:1.5`;
}

/** The background is white, because most logos need it, and the mail program may be in dark mode. */
function logoHtml(logo: string, name: string): string {
  const style =
    'display:inline-block;max-width:100%;height:48px;object-fit:contain;padding:8px;border-radius:6px;background:#ffffff;color:#1f1d1a';
  return `<p style="margin:0 0 20px"><img src="${escapeHtml(logo)}" alt="${name}" height="48" style="${style}"></p>`;
}

function contactHtml({ contactEmail }: MailAppearance, colour: Colours): string {
  return contactEmail === null ? '' : linkHtml(`mailto:${contactEmail}`, contactEmail, colour);
}

function toParagraphs(text: string, links: readonly MailLink[], colour: Colours): string {
  return text
    .split(/(?:[ \t]*\n){2,}/)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part.trim() !== '')
    .map((part) => toParagraph(part, links, colour))
    .join('\n');
}

function toParagraph(text: string, links: readonly MailLink[], colour: Colours): string {
  const isSetOff = /^ {4}\S+$/.test(text);
  // A code is large and widely spaced, because people read its digits one by one.
  if (isSetOff)
    return `<p style="margin:0 0 16px;font-size:28px;font-weight:bold;letter-spacing:4px">${escapeHtml(text.trim())}</p>`;
  const lines = text.split('\n').map((line) => toLine(line, links, colour));
  return `<p style="margin:0 0 16px">${lines.join('<br>\n')}</p>`;
}

function toLine(line: string, links: readonly MailLink[], colour: Colours): string {
  const alone = links.find(({ url }) => url === line.trim());
  if (alone !== undefined) return buttonHtml(alone, colour);
  const found = links.find(({ url }) => line.endsWith(` ${url}`));
  if (found === undefined) return spaced(line);
  return `${spaced(line.slice(0, -found.url.length))}${linkHtml(found.url, found.url, colour)}`;
}

function buttonHtml({ url, label }: MailLink, colour: Colours): string {
  const style = `display:inline-block;margin:8px 0;padding:12px 20px;border-radius:8px;background:${colour.fill};color:${colour.onFill};font-weight:bold;text-decoration:none`;
  const button = `<a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  return `${button}<br>\n${linkHtml(url, url, colour)}`;
}

function linkHtml(url: string, text: string, { accent }: Colours): string {
  return `<a class="link" href="${escapeHtml(url)}" style="color:${accent};word-break:break-all">${escapeHtml(text)}</a>`;
}

/** HTML would show several spaces as one. */
function spaced(text: string): string {
  return escapeHtml(text).replace(/ {2,}/g, (spaces) => `${'&nbsp;'.repeat(spaces.length - 1)} `);
}
