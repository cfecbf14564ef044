export const pictureTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  svg: 'image/svg+xml',
} as const;
export type PictureType = keyof typeof pictureTypes;

/** The size is limited because every new visitor loads the logo. */
export const maxPictureBytes = 500 * 1024;

/** The type of a picture, from its first bytes. null: the picture has none of these types. */
export function pictureTypeOf(content: Uint8Array): PictureType | null {
  const start = Buffer.from(content.subarray(0, 1024)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpg';
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp';
  // In this pattern, a comment ends at the first `-->`. If a comment could contain `-->`, there would be many ways to
  // divide a file into comments. Trying all of them would take too long.
  return /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
    start,
  )
    ? 'svg'
    : null;
}
