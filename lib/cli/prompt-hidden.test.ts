import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { promptHidden } from './prompt-hidden';

function terminal() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (piece: Buffer) => (shown += piece.toString()));
  return { input, output, shown: () => shown };
}

it('reads a line and shows only the question', async () => {
  const { input, output, shown } = terminal();
  const answer = promptHidden('New password: ', { input, output });
  input.write('correct horse\r');
  expect(await answer).toBe('correct horse');
  expect(shown()).toBe('New password: \n');
});

it('lets the user correct a mistake', async () => {
  const { input, output } = terminal();
  const answer = promptHidden('', { input, output });
  input.write('correcx\u007ft\r');
  expect(await answer).toBe('correct');
});

it.each([
  ['Ctrl-C', 'half\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s changes nothing', async (_, keys) => {
  const { input, output } = terminal();
  const answer = promptHidden('', { input, output });
  input.write(keys);
  await expect(answer).rejects.toThrow('Nothing was changed.');
});
