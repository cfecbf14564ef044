import type { DestinationStream } from 'pino';

interface Output extends DestinationStream {
  flush(): void;
}

// At each line, pino's stream would measure the length of all its waiting text. This buffer therefore collects lines,
// and the stream gets many lines together.
const waitingCharacters = 8_192;
const flushMs = 1_000;

/**
 * Collects lines and passes them on together. This happens every second, when the buffer has `waitingCharacters`, and
 * when the process exits.
 */
export function createLineBuffer(openOutput: () => Output): DestinationStream {
  let lines = '';
  let output: Output | null = null;
  const pass = () => {
    if (lines !== '') output?.write(lines);
    lines = '';
  };
  // When the process exits, the output writes its last lines in an `exit` listener of its own. The listener below must
  // run earlier, so it is added before the output is opened.
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
