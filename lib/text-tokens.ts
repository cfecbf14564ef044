import { textKey } from '@/lib/text-key';

/** The words of a text as indexed: folded, without apostrophes ("O’Brien" is one word), in order. */
export function tokensOf(text: string): string[] {
  return textKey(text)
    .replace(/['’ʼ`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '');
}
