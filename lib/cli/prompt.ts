import { createInterface } from 'node:readline/promises';
import { CommandError } from './session';

/**
 * One line typed at a terminal.
 * @throws CommandError if the user presses Ctrl-C or ends the input
 */
export async function prompt(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream },
): Promise<string> {
  const lines = createInterface({ input, output });
  try {
    const stopped = new Promise<never>((_, reject) => {
      const stop = () => reject(new CommandError('Nothing was changed.'));
      lines.once('SIGINT', stop);
      lines.once('close', stop);
    });
    return await Promise.race([lines.question(question), stopped]);
  } finally {
    lines.close();
  }
}
