import { hash, timingSafeEqual } from 'node:crypto';

/** The duration of the comparison does not reveal where or how much the texts differ. */
export function equalTexts(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** `timingSafeEqual` needs two buffers of the same length. Digests always have the same length. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
