import type { DestinationStream } from 'pino';

interface Output extends DestinationStream {
  flush(): void;
}

// At each line, pino's stream would measure the length of its waiting text. Lines wait in this buffer instead.
const waitingCharacters = 8_192;
const flushMs = 1_000;

/** Passes lines on in groups: when there are many, every second, and when the process exits. */
export function createLineBuffer(openOutput: () => Output): DestinationStream {
  let lines = '';
  let output: Output | null = null;
  const pass = () => {
    if (lines !== '') output?.write(lines);
    lines = '';
  };
  // This listener must run before the listener of the output, which writes its last lines.
  process.on('exit', pass);
  output = openOutput();
  const timer = setInterval(() => {
    pass();
    output.flush();
  }, flushMs);
  timer.unref();
  return {
    write(line) {
      lines += line;
      if (lines.length >= waitingCharacters) pass();
    },
  };
}
