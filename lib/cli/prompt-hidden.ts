import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './session';

/**
 * One line typed at a terminal, which does not show it.
 * @throws CommandError if the user presses Ctrl-C or ends the input
 */
export async function promptHidden(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<string> {
  // readline turns off the terminal's own echo and writes the typed text here instead.
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() });
  const lines = createInterface({ input, output: unseen, terminal: true });
  output.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      const stop = () => reject(new CommandError('Nothing was changed.'));
      lines.once('SIGINT', stop);
      lines.once('close', stop);
    });
  } finally {
    lines.close();
    output.write('\n');
  }
}
