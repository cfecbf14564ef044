/** Reads the parts of our own emails (RFC 2045, RFC 2046), as nodemailer writes them. */

/** Plain text comes first. Attached pictures are left out. */
export function textsOf(source: string): string[] {
  const [, head = '', body = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(source) ?? [];
  const headers = head.replace(/\r?\n[ \t]+/g, ' ');
  const [, boundary] = /^content-type:\s*multipart\/.*boundary="([^"]+)"/im.exec(headers) ?? [];
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => textsOf(part.replace(/^\r?\n/, '')));
  if (/^content-type:(?!\s*text\/)/im.test(headers)) return [];
  const isBase64 = /^content-transfer-encoding:\s*base64/im.test(headers);
  const isQuoted = /^content-transfer-encoding:\s*quoted-printable/im.test(headers);
  if (isBase64) return [Buffer.from(body, 'base64').toString()];
  return [isQuoted ? unquoted(body) : body];
}

/**
 * Decodes text in `quoted-printable` (RFC 2045 §6.7). The Q encoding of email headers (RFC 2047) writes characters in
 * the same way.
 */
export function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  // A text with characters beyond Latin-1 was not encoded.
  return /^[\0-\xff]*$/.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes;
}
