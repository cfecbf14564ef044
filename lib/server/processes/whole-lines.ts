import { StringDecoder } from 'node:string_decoder';

/** Passes on only whole lines, so that the output of several processes does not mix. */
export function wholeLines(write: (lines: string) => void): { add(chunk: Buffer): void; end(): void } {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return {
    add(chunk) {
      const text = rest + decoder.write(chunk);
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      if (end > 0) write(text.slice(0, end));
    },
    end() {
      const last = rest + decoder.end();
      rest = '';
      if (last !== '') write(`${last}\n`);
    },
  };
}
