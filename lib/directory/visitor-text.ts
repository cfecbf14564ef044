/** What visitors write into the forms of profiles, made safe for a mail. */
import { z } from 'zod';

/** Lines of text: no control characters but tab and line break, none that change the direction; trimmed. */
export function visitorText(maxLength: number) {
  // Browsers send line ends as two characters, which count in no maxlength.
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
