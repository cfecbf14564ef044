import type { Terminal } from './terminal';

interface Progress {
  /** With the numbers. */
  text: string;
  done: number;
  total: number | null;
}

const rowsPerLine = 25_000;

/** A terminal shows one updated line. A log gets a new line from time to time. */
export function createProgress(terminal: Terminal): { show(progress: Progress): void; end(): void } {
  let isShown = false;
  let printed = 0;
  return {
    show({ text, done, total }) {
      if (terminal.isInteractive) {
        terminal.rewrite(`${bar(done, total)}${text}`);
        isShown = true;
        return;
      }
      if (done < printed) printed = 0;
      if (done < printed + rowsPerLine) return;
      printed = done;
      terminal.err(text);
    },
    end() {
      if (isShown) terminal.rewrite('');
    },
  };
}

function bar(done: number, total: number | null): string {
  if (total === null || total === 0) return '';
  const filled = Math.round((Math.min(done, total) / total) * 24);
  return `[${'#'.repeat(filled)}${'.'.repeat(24 - filled)}] `;
}
