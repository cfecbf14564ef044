/**
 * Texts of members and clients may contain escape sequences, which could change what the operator sees on a terminal.
 */
import type { Terminal } from './terminal';

/** Control characters, except tab and line feed, are shown as U+FFFD. */
export function withoutControls(terminal: Terminal): Terminal {
  const shown = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
  return {
    ...terminal,
    out: (text) => terminal.out(shown(text)),
    err: (text) => terminal.err(shown(text)),
  };
}

/** JSON without control characters. */
export function toPrintableJson(data: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(data).replace(/\p{Cc}/gu, escaped);
}

/** Puts the text on one line, so that no part of the text looks like another line of the output. */
export function oneLine(text: string): string {
  return text.replace(/\r\n?|\n/g, '\\n');
}
