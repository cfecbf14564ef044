import type { DestinationStream } from 'pino';

interface Output extends DestinationStream {
  flush(): void;
}

// Lines wait here, because pino's stream measures all its waiting text whenever it gets a line.
const waitingCharacters = 8_192;
const flushMs = 1_000;

/** Collects lines and passes them on together: when there are many, every second, and when the process exits. */
export function createLineBuffer(openOutput: () => Output): DestinationStream {
  let lines = '';
  let output: Output | null = null;
  const pass = () => {
    if (lines !== '') output?.write(lines);
    lines = '';
  };
  // This listener must come before the output's own, which writes the rest.
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
