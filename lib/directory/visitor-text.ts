/** Makes texts from the profile forms safe for an email. */
import { z } from 'zod';

/**
 * Trims the text. Removes control characters, except tabs and line breaks, and characters that change the direction of
 * the text.
 */
export function visitorText(maxLength: number) {
  // Browsers send a line end as two characters, but maxlength counts it as one.
  return z
    .string()
    .transform((text) =>
      text
        .replace(/\r\n?/g, '\n')
        .replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '')
        .trim(),
    )
    .pipe(z.string().max(maxLength));
}
