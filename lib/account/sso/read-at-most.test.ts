import { expect, it } from 'vitest';
import { readAtMost } from './read-at-most';

function post(body: BodyInit | null): Request {
  return new Request('https://members.example/', { method: 'POST', body, duplex: 'half' } as RequestInit);
}

it('a body is read whole up to the limit, and a missing body is empty', async () => {
  expect(await readAtMost(post('größe'), 7)).toBe('größe');
  expect(await readAtMost(post(null), 7)).toBe('');
});

it('a body above the limit is refused before the rest of it is read', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  expect(await readAtMost(post(endless), 10_000)).toBeNull();
  expect(sent).toBeLessThan(20);
});
