import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two texts are equal, in a time that does not reveal where or how much they differ. */
export function equalTexts(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** A value whose length is the same for any text. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
