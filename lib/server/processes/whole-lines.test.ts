import { expect, test } from 'vitest';
import { wholeLines } from './whole-lines';

test('lines stay whole, wherever the output is cut', () => {
  const text = '{"msg":"naïve"}\n{"msg":"€"}\nlast';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const written: string[] = [];
    const lines = wholeLines((part) => written.push(part));
    for (let at = 0; at < bytes.length; at += size) lines.add(bytes.subarray(at, at + size));
    lines.end();
    expect(written.join('')).toBe(`${text}\n`);
    expect(written.every((part) => part.endsWith('\n'))).toBe(true);
  }
});
